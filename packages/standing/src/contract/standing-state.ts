declare const standingState: unique symbol;

/**
 * The state of all standing queries on one node. The engine makes it when the node first needs one; a node that cannot
 * match anything has none. Whoever keeps it passes it back to the engine and cannot look inside.
 */
export interface StandingState {
  /** For the compiler only: no object has it. */
  readonly [standingState]: true;
}
