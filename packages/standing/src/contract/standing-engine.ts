/**
 * The engine of standing queries.
 *
 * A pattern compiles to a tree of pattern nodes. A pattern node is evaluated on graph nodes and has a state on those where
 * it may hold. When a node changes or receives a message, the shard passes that and the node's `StandingState` to the
 * engine, which returns the new state and responds through `StandingEffects`: messages to neighbors, results, and events
 * for the node's journal. The engine is pure: it has no clock, randomness or sockets, and reads the node only through
 * `StandingNode`.
 *
 * Nodes send each other deltas. The first answer to a subscriber is a `reset` with all current rows; then only differences
 * follow. Deltas of one sender arrive in order.
 */
import type { ChangeRelevance } from './change-relevance.js';
import type { CurrentResults } from './current-results.js';
import type { NodeEvaluation } from './node-evaluation.js';
import type { RegisteredQueries } from './registered-queries.js';
import type { StateStorage } from './state-storage.js';

/** One per shard: knows the registered queries and updates the states of the shard's nodes. */
export interface StandingEngine {
  readonly queries: RegisteredQueries;
  readonly relevance: ChangeRelevance;
  readonly evaluation: NodeEvaluation;
  readonly states: StateStorage;
  readonly results: CurrentResults;
}
