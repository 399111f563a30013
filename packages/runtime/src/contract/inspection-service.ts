/**
 * State that the nodes of a worker hold for a plan, as plain data, for audits, counts and explanations. Wakes no node.
 */
import type { NodeId, Value } from '@weir/model';
import type { PatternNodeExplanation, QueryCounts, StandingPlanDescription } from '@weir/standing';

export interface InspectionService {
  describe(plan: number): Promise<StandingPlanDescription>;
  /** Returns the known counts of states and results. @param isRestored an earlier run left the plan. */
  count(plan: number, isRestored: boolean): Promise<StandingCount>;
  /** Counts the state left by an earlier run, once. @returns when that is done. */
  beginCount(plan: number): Promise<void>;
  /**
   * Samples nodes of this worker; the same seed selects the same nodes. @param count number of nodes with results, and
   * of nodes without.
   */
  sample(plan: number, count: number, seed: number): Promise<NodeSample>;
  /** Returns the data that an audit needs about nodes of this worker. */
  inspect(plan: number, ids: readonly NodeId[]): Promise<readonly InspectedNode[]>;
  /** Returns the rows that a group node on this worker holds for a member, each with its count as the last value. */
  membersAt(plan: number, groupNode: NodeId, member: NodeId): Promise<Rows>;
  /** Returns the results of groups with exactly these members. */
  resultsOf(plan: number, members: Rows): Promise<Rows>;
  /** Returns all rows that nodes of this worker report as true now. Reads every node. */
  allRows(plan: number): Promise<Rows>;
  /** Explains how far a node of this worker matches each pattern node of the query. */
  explain(plan: number, id: NodeId): Promise<readonly PatternNodeExplanation[]>;
}

export type Rows = readonly (readonly Value[])[];

/** Data about one node for an audit. */
export interface InspectedNode {
  readonly id: NodeId;
  readonly exists: boolean;
  /** Whether the root's own conditions hold here. */
  readonly couldBeRoot: boolean;
  /** Rows that the node reports as true now, as a root or as a group node. */
  readonly rows: Rows;
  /** For a group node: the results recomputed from its members; else `null`. */
  readonly groupAnew: Rows | null;
  /** For a member of groups on other nodes: those group nodes, according to the member. */
  readonly groupNodes: readonly NodeId[];
  /** Rows that these group nodes should hold for it, each with its count as the last value. */
  readonly members: Rows;
  /**
   * Some nodes that subscribe to this one, or that are members of the group here. One of them may be a root with
   * results.
   */
  readonly towardsRoots: readonly NodeId[];
}

export interface NodeSample {
  readonly ids: readonly NodeId[];
  /** Nodes with recent results or cancellations, and group nodes that exist without members. */
  readonly recentRoots: readonly NodeId[];
}

export interface StandingCount extends QueryCounts {
  /** `undefined`: the count is complete. */
  readonly counting: CountingProgress | undefined;
}

export interface CountingProgress {
  /** Number of nodes inspected; 0: no count was requested yet. */
  readonly done: number;
  /** Approximate total number of nodes; `undefined`: unknown. */
  readonly of: number | undefined;
}
