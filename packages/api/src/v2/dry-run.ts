/** Limits of a dry run, as both forms of version 2 accept them. */
import { LONGEST_DRY_RUN_MILLIS, MOST_DRY_RUN_RECORDS } from '../operations/ingest.js';
import { RequestError } from '../request-error.js';

const DEFAULT_RECORDS = 10;
const DEFAULT_MILLIS = 20_000;

export interface DryRunBounds {
  readonly limit?: number | undefined;
  readonly timeout?: number | undefined;
}

/** @throws RequestError */
export function dryRunBounds({ limit = DEFAULT_RECORDS, timeout = DEFAULT_MILLIS }: DryRunBounds): {
  readonly records: number;
  readonly millis: number;
} {
  if (limit < 1 || limit > MOST_DRY_RUN_RECORDS)
    throw new RequestError([`limit must be from 1 to ${MOST_DRY_RUN_RECORDS} records`]);
  if (timeout > LONGEST_DRY_RUN_MILLIS)
    throw new RequestError([`timeout must be at most ${LONGEST_DRY_RUN_MILLIS / 1000}s`]);
  return { records: limit, millis: timeout };
}
