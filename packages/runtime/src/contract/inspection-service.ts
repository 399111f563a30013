/** What the nodes of a worker hold for a plan, as plain data: for audits, counts and explanations. Wakes no node. */
import type { NodeId, Value } from '@weir/model';
import type { PatternNodeExplanation, QueryCounts, StandingPlanDescription } from '@weir/standing';

export interface InspectionService {
  describe(plan: number): Promise<StandingPlanDescription>;
  /** What is known of its states and results. @param isRestored an earlier run left the plan. */
  count(plan: number, isRestored: boolean): Promise<StandingCount>;
  /** Counts what an earlier run left, once. @returns when that is done. */
  beginCount(plan: number): Promise<void>;
  /** Some nodes of this worker, the same for the same seed. @param count of either kind. */
  sample(plan: number, count: number, seed: number): Promise<NodeSample>;
  /** What an audit has to know of nodes of this worker. */
  lookAt(plan: number, ids: readonly NodeId[]): Promise<readonly LookedAt[]>;
  /** What a group node, on this worker, has of a member by itself; each row with how often at its end. */
  membersAt(plan: number, groupNode: NodeId, member: NodeId): Promise<Rows>;
  /** What its groups report that have these members and no others. */
  resultsOf(plan: number, members: Rows): Promise<Rows>;
  /** What nodes of this worker report as true now. Looks at every node. */
  allRows(plan: number): Promise<Rows>;
  /** How far a node of this worker is with each pattern node of the query. */
  explain(plan: number, id: NodeId): Promise<readonly PatternNodeExplanation[]>;
}

export type Rows = readonly (readonly Value[])[];

/** What an audit has to know of one node. */
export interface LookedAt {
  readonly id: NodeId;
  readonly exists: boolean;
  /** What must hold on a root itself does here. */
  readonly couldBeRoot: boolean;
  /** What it reports as true now: as a root, or as a group node. */
  readonly rows: Rows;
  /** Of a group node: what it should report for the members that it has; else `null`. */
  readonly groupAnew: Rows | null;
  /** Of a member of groups that live elsewhere: where, as it sees it. */
  readonly groupNodes: readonly NodeId[];
  /** What these should have of it, each row with how often at its end. */
  readonly members: Rows;
  /** Some nodes that ask this one, or that are members of the group here: one of them may be a root with results. */
  readonly towardsRoots: readonly NodeId[];
}

export interface NodeSample {
  readonly ids: readonly NodeId[];
  /** On which results came or went lately, and group nodes that are there without members. */
  readonly recentRoots: readonly NodeId[];
}

export interface StandingCount extends QueryCounts {
  /** `undefined`: everything is counted. */
  readonly counting: CountingProgress | undefined;
}

export interface CountingProgress {
  /** Nodes that were looked at; 0: nobody has asked for a count yet. */
  readonly done: number;
  /** Nodes that there are, about; `undefined`: not known. */
  readonly of: number | undefined;
}
