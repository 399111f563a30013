/**
 * What one part of a row plan knows on one node, and what a group's home knows.
 *
 * Journalled: subscribers, the rows that neighbours reported, who has answered while the part waits, that a root is
 * active, results. Derived from those and the node: everything else.
 */
import type { GroupKey, NodeId, RelationshipValue, Value } from '@weir/model';
import type { AnyPart } from '../engine/node-parts.js';
import type { StandingState } from '../standing-operator.js';
import { GroupState } from './group-state.js';
import { LeanMap, LeanSet } from './lean-map.js';
import { JoinStep } from './join-step.js';
import type { OriginSet } from './origins/origin-set.js';
import { ResultState } from './result-state.js';
import type { RowBag } from './row-bag.js';
import type { HomePartPlan, RowPartPlan, RowPlan } from './row-plan.js';

/** What is known of one neighbour over one slot. */
export interface Filling {
  /** Fitting edges to it as the rows that were passed on had them; one `null` on the same node. */
  edges: readonly (RelationshipValue | null)[];
  /** By edge: what it comes from. `undefined` unless the plan tracks origins. */
  origins: readonly OriginSet[] | undefined;
  readonly rows: RowBag;
}

abstract class RowState implements StandingState {
  /** The node's next part. */
  next: AnyPart | undefined = undefined;
  get isEmpty(): boolean {
    return false;
  }
}

export class RowPart extends RowState {
  /** What must hold on the node itself holds, and its neighbours have been asked. */
  active = false;
  /** Who is still to answer before anything is reported, as `slot node`. `undefined`: nobody. */
  waitingFor: Set<string> | undefined = undefined;
  /** While the part waits: those who have answered with nothing. */
  answered: Set<string> | undefined = undefined;
  /** Journalled that nobody is waited for any more. */
  complete = false;
  /** The node as the rows that were passed on have it. */
  own: Value = null;
  /** What that comes from, if the plan tracks origins. */
  ownOrigins: OriginSet | undefined = undefined;
  readonly subscribers = new LeanSet<NodeId>();
  readonly fillings: readonly LeanMap<NodeId, Filling>[];
  readonly steps: readonly JoinStep[];

  constructor(readonly plan: RowPartPlan) {
    super();
    this.fillings = plan.slots.map(() => new LeanMap<NodeId, Filling>());
    this.steps = plan.steps.map(step => new JoinStep(step));
  }

  /** It may report what it knows. */
  get isReady(): boolean {
    return this.active && (!this.plan.waits || this.complete);
  }

  clear(): void {
    for (const fillings of this.fillings) fillings.clear();
    for (const step of this.steps) step.clear();
    this.active = false;
    this.complete = false;
    this.waitingFor = undefined;
    this.answered = undefined;
    this.own = null;
    this.ownOrigins = undefined;
  }
}

export class RowRoot extends RowPart {
  readonly results = new ResultState();
  /** By grouping: groups that live on the root. */
  readonly groups: Groups[] = [];
  /** Homes from which something was taken away and which have not said that nothing is left: a crash may lose that. */
  readonly leaving = new LeanSet<NodeId>();

  /** Nothing is left of it. */
  get isIdle(): boolean {
    return !this.active && this.results.isEmpty && this.leaving.size === 0;
  }
}

/** The groups of one grouping. */
export type Groups = Map<GroupKey, GroupState>;

/** A group whose members are on many nodes: on roots, or on the homes of other groups. */
export class GroupHome extends RowState {
  /** Of the last grouping. */
  readonly results = new ResultState();
  /** As a root's: homes of the next grouping. */
  readonly leaving = new LeanSet<NodeId>();
  readonly members = new LeanMap<NodeId, RowBag>();
  readonly group: GroupState;

  constructor(
    readonly plan: HomePartPlan,
    { result, tracksOrigins }: RowPlan,
  ) {
    super();
    this.group = new GroupState(result.groups[plan.grouping]!, tracksOrigins);
  }

  /** Nothing is left of it. */
  get isIdle(): boolean {
    return this.members.size === 0 && this.results.isEmpty && this.leaving.size === 0;
  }
}
