/**
 * The state of all standing queries on one node. Made by the engine when a node first needs one; a node that
 * can match nothing has none.
 */
export interface StandingState {
  /** Nothing is left in it: the node may drop it. */
  readonly isEmpty: boolean;
}
