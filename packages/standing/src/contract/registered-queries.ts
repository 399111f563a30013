import type { NodeId } from '@weir/model';
import type { ChangeRelevance } from './change-relevance.js';

/** The changes that queries over several nodes depend on: a change on one node is reported to others. */
export interface AcrossNodes {
  readonly relevance: ChangeRelevance;
  /** The greatest number of messages that follow from a change one after another. */
  readonly longestChain: number;
}

/** Facts about the registered queries that a shard needs. */
export interface RegisteredQueries {
  /** `undefined`: no query spans several nodes. */
  readonly acrossNodes: AcrossNodes | undefined;
  /** Some query tracks origins: changes must have `writings`. */
  readonly tracksOrigins: boolean;

  /**
   * Nodes to synchronize when a query starts and again after a crash, whether or not they exist: a count over
   * everything is 0 from the beginning, and a node that a query names by id is evaluated even if it was never written.
   * @param after only for queries after the first `after` that started. Default: for all.
   */
  fixedNodes(after?: number): readonly NodeId[];
  /** The number of queries that have started, including removed ones. */
  readonly startCount: number;
}
