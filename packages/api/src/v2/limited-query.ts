import type { ValueMap } from '@weir/model';
import type { QueryConditions } from '../operations/cypher.js';
import { RequestError } from '../request-error.js';

/** What a query may take, unless the request says otherwise. */
const DEFAULT_TIMEOUT_MILLIS = 20_000;

interface TimedQuery extends QueryConditions {
  readonly body: { readonly text: string; readonly parameters: ValueMap };
}

/**
 * A query that ends after some time, in whose answer nulls are left out: as version 2 runs them.
 * @throws RequestError
 */
export function limitedQuery({ atTime, timeout, body }: TimedQuery): TimedQuery {
  if (body.text.trim() === '') throw new RequestError(['The query is blank'], {}, 'body');
  return { atTime, timeout: timeout ?? DEFAULT_TIMEOUT_MILLIS, omitsNulls: true, body };
}
