/** Queries the service about the text of a query in an editor. */
import { request } from './http.js';
import type { CheckedQuery, Completions } from './types.js';

const GRAPH = 'api/v2/graph/quine';

export function completions(text: string, offset: number): Promise<Completions> {
  return request<Completions>('POST', `${GRAPH}/cypher:complete`, { text, offset });
}

/** @param signal cancels the request. */
export function checked(text: string, signal?: AbortSignal): Promise<CheckedQuery> {
  return request<CheckedQuery>('POST', `${GRAPH}/cypher:check`, { text }, signal);
}
