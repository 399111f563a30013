import type { ValueMap } from '@weir/model';
import type { QueryConditions } from '../operations/cypher.js';
import { RequestError } from '../request-error.js';

interface QueryRequest extends QueryConditions {
  readonly body: { readonly text: string; readonly parameters: ValueMap };
}

/**
 * A query as version 2 runs it: without nulls in its answer.
 * @throws RequestError
 */
export function queryOfRequest({ atTime, timeout, body }: QueryRequest): QueryRequest {
  if (body.text.trim() === '') throw new RequestError(['The query is blank'], {}, 'body');
  return { atTime, timeout, omitsNulls: true, body };
}
