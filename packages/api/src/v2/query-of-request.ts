import type { ValueMap } from '@weir/model';
import type { QueryConditions } from '../operations/cypher.js';
import { RequestError } from '../request-error.js';

interface QueryRequest extends QueryConditions {
  readonly body: { readonly text: string; readonly parameters: ValueMap };
}

/**
 * Returns a query as version 2 runs it: nulls are left out of its response.
 * @throws RequestError
 */
export function queryOfRequest({ atTime, timeout, readOnly, body }: QueryRequest): QueryRequest {
  if (body.text.trim() === '') throw new RequestError(['The query is blank'], {}, 'body');
  return { atTime, timeout, readOnly, omitsNulls: true, body };
}
