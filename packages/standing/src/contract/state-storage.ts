import type { StandingEvent } from '@weir/model';
import type { StandingNode } from './standing-node.js';
import type { StandingState } from './standing-state.js';

/** Converts the states of nodes from and to journaled events. */
export interface StateStorage {
  /** Returns the state without that of unknown queries. Has no effects. */
  withoutRemoved(state: StandingState): StandingState | undefined;

  /** Folds one journaled event into the state of a waking node. Has no effects. Skips events of unknown queries. */
  replay(state: StandingState | undefined, event: StandingEvent): StandingState | undefined;
  /**
   * Call it after the last replayed event: derives everything that is not journaled from the current node. Has no
   * effects.
   */
  restored(node: StandingNode, state: StandingState): StandingState | undefined;
  /**
   * Returns the fewest events that restore this state by `replay` and `restored`, for snapshots. Leaves out unknown
   * queries.
   */
  condense(state: StandingState): readonly StandingEvent[];
}
