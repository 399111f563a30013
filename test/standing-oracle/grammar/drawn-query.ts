/** A randomly drawn query. */
import type { StandingMode } from '@weir/standing';
import type { Feature } from './features.js';

export interface RandomQuery {
  readonly text: string;
  readonly mode: StandingMode;
  readonly features: readonly Feature[];
  /** Equivalent query to run once, if that is not `text` itself. */
  readonly batch?: string;
  /** Values that are equal but not identical (1 and 1.0) count as the same: the query groups by them. */
  readonly isLoose: boolean;
}
