import type { StandingRow } from './delta.js';
import type { StandingEffects } from './standing-effects.js';
import type { ResultName } from './standing-result.js';
import type { StandingState } from './standing-state.js';

/** The results that queries currently have on nodes. */
export interface CurrentResults {
  /**
   * Changes the ids of the query's current results on the node; their cancellations will have the new ids. Reports
   * nothing.
   * @returns the names of results that no longer hold.
   */
  rename(
    state: StandingState | undefined,
    query: number,
    names: readonly ResultName[],
    effects: StandingEffects,
  ): readonly ResultName[];
  /** Frees the indexes that `rename` used to find results by their ids. */
  endRenaming(): void;
  /** Calls `visit` with each current result of the query on the node. The row is `undefined` if the match is only a node. */
  visit(
    state: StandingState | undefined,
    query: number,
    visit: (resultId: string, row: StandingRow | undefined) => void,
  ): void;
}
