declare const standingState: unique symbol;

/**
 * The state of all standing queries on one node. The engine creates it when the node first needs one; a node that
 * cannot match anything has none. Its holder passes it back to the engine; it is opaque to all other code.
 */
export interface StandingState {
  /** For the compiler only: no object has it. */
  readonly [standingState]: true;
}
