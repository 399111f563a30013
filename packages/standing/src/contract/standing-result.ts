import type { NodeId } from '@weir/model';
import type { StandingRow } from './delta.js';
import type { Origin, OriginSet } from './origin.js';

/** A match that began or ended. */
export interface StandingResult {
  readonly query: number;
  readonly root: NodeId;
  readonly isPositiveMatch: boolean;
  readonly isInitialResult: boolean;
  /** A UUID. A match and its cancellation have the same id. */
  readonly resultId: string;
  /** Values by column, in the order of the query's RETURN. */
  readonly row: StandingRow;
  /** The record that completed or ended the match. */
  readonly origin: Origin | undefined;
  /** For matches of queries that track origins: the records that wrote the match's nodes and edges. */
  readonly origins?: OriginSet | undefined;
}

/** Another id for a result. */
export interface ResultName {
  readonly resultId: string;
  readonly row: StandingRow;
  readonly name: string;
}
