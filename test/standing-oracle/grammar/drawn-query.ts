/** A query that was drawn. */
import type { StandingMode } from '@weir/standing';
import type { Feature } from './features.js';

export interface RandomQuery {
  readonly text: string;
  readonly mode: StandingMode;
  readonly features: readonly Feature[];
  /** What finds the same when it is run once, where that is not `text` itself. */
  readonly batch?: string;
  /** Values that are equal but not the same (1 and 1.0) count as one: the query groups by them. */
  readonly isLoose: boolean;
}
