import type { NodeId } from '@weir/model';
import type { StandingRow } from './delta.js';
import type { Origin, OriginSet } from './origin.js';

/** A match that began or ended. */
export interface StandingResult {
  readonly query: number;
  readonly root: NodeId;
  readonly isPositiveMatch: boolean;
  readonly isInitialResult: boolean;
  /** The same on the match and on its cancellation. A UUID. */
  readonly resultId: string;
  /** Column to value, in the order of the query's RETURN. */
  readonly row: StandingRow;
  /** What completed or ended the match. */
  readonly origin: Origin | undefined;
  /** Of a match of a query that tracks origins: what wrote the pieces that it consists of. */
  readonly origins?: OriginSet | undefined;
}

/** Another id for a result. */
export interface ResultName {
  readonly resultId: string;
  readonly row: StandingRow;
  readonly name: string;
}
