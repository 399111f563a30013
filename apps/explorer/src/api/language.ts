/** What the service knows of a text that is to be a query. */
import { ask } from './http.js';
import type { CheckedQuery, Completions } from './types.js';

const GRAPH = 'api/v2/graph/quine';

export function completions(text: string, offset: number): Promise<Completions> {
  return ask<Completions>('POST', `${GRAPH}/cypher:complete`, { text, offset });
}

/** @param signal ends the question. */
export function checked(text: string, signal?: AbortSignal): Promise<CheckedQuery> {
  return ask<CheckedQuery>('POST', `${GRAPH}/cypher:check`, { text }, signal);
}
