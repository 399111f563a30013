/**
 * What parts that make rows know on their nodes. What almost all of them have is in their own fields, the rest in an object
 * that is made when it is needed.
 */
import { type NodeId, NodeValue } from '@weir/model';
import type { HomePartPlan, RowPartPlan, StandingPlan } from '../plan/row-plan.js';
import type { NodePart } from '../engine/node-states.js';
import { PatternState } from '../engine/pattern-node-state.js';
import { GroupState } from '../groups/group-state.js';
import { LeanMap, LeanSet } from './lean-map.js';
import { JoinStep } from './join-step.js';
import type { KeptRows, NeighbourRows } from './neighbour-rows.js';
import type { OriginSet } from '../standing-contract.js';
import { ResultState } from '../results/result-state.js';

export type NeighbourMap = LeanMap<NodeId, NeighbourRows>;

/** What few parts have. */
class PartExtras {
  waitingFor: Set<string> | undefined = undefined;
  answered: Set<string> | undefined = undefined;
  ownOrigins: OriginSet | undefined = undefined;
  /** Of all slots but the first. */
  readonly slots: NeighbourMap[] = [];
  readonly steps: (JoinStep | undefined)[] = [];
  /** Of roots. */
  groups: Groups[] | undefined = undefined;
  leaving: LeanSet<NodeId> | undefined = undefined;
}

const NOWHERE = new LeanSet<NodeId>();

export class RowPart extends PatternState<NeighbourRows> {
  /** The node as the rows that were passed on have it; where they don't, only which one it is. */
  own: NodeValue | NodeId | null = null;
  /** Of a first step that needs nothing else (own-step.ts): how many rows match the node's own. */
  matches = 0;
  protected extras: PartExtras | undefined = undefined;

  constructor(readonly plan: RowPartPlan) {
    super();
    for (let i = 1; i < plan.slots.length; i++) this.more.slots.push(new LeanMap());
  }

  protected get more(): PartExtras {
    return (this.extras ??= new PartExtras());
  }

  /** Who is still to answer before anything is reported, as `slot node`. `undefined`: nobody. */
  get waitingFor(): Set<string> | undefined {
    return this.extras?.waitingFor;
  }

  set waitingFor(keys: Set<string> | undefined) {
    if (keys !== undefined || this.extras !== undefined) this.more.waitingFor = keys;
  }

  /** While the part waits: those who have answered with nothing. */
  get answered(): Set<string> | undefined {
    return this.extras?.answered;
  }

  set answered(keys: Set<string> | undefined) {
    if (keys !== undefined || this.extras !== undefined) this.more.answered = keys;
  }

  /** What the node's own row comes from, if the plan tracks origins. */
  get ownOrigins(): OriginSet | undefined {
    return this.extras?.ownOrigins;
  }

  set ownOrigins(origins: OriginSet | undefined) {
    if (origins !== undefined || this.extras !== undefined) this.more.ownOrigins = origins;
  }

  /** The node that an active part is on. */
  get node(): NodeId {
    return this.own instanceof NodeValue ? this.own.id : this.own!;
  }

  /** What neighbours reported, by slot. */
  slot(index: number): NeighbourMap {
    return index === 0 ? this : this.extras!.slots[index - 1]!;
  }

  /** A step of the join, but for a first one that needs none (own-step.ts). */
  step(index: number): JoinStep {
    return (this.more.steps[index] ??= new JoinStep(this.plan.steps[index]!));
  }

  clearSteps(): void {
    this.matches = 0;
    if (this.extras !== undefined) this.extras.steps.length = 0;
  }

  /** It may report what it knows. */
  get isReady(): boolean {
    return this.active && (!this.plan.waits || this.complete);
  }

  get isIdle(): boolean {
    return !this.active && !this.hasSubscribers;
  }

  forget(): void {
    this.clear();
    for (const slot of this.extras?.slots ?? []) slot.clear();
    this.clearSteps();
    this.active = false;
    this.complete = false;
    this.own = null;
    if (this.extras === undefined) return;
    this.extras.waitingFor = undefined;
    this.extras.answered = undefined;
    this.extras.ownOrigins = undefined;
  }
}

export class RowRoot extends RowPart {
  readonly results = new ResultState();
  /** How many rows there are, where whether there are some is all that counts. */
  rowCount = 0;

  /** By grouping: groups that live on the root. */
  get groups(): Groups[] {
    return (this.more.groups ??= []);
  }

  /** Homes from which something was taken away and which have not said that nothing is left: a crash may lose that. */
  get leaving(): Iterable<NodeId> {
    return this.extras?.leaving ?? NOWHERE;
  }

  leave(home: NodeId): boolean {
    return (this.more.leaving ??= new LeanSet()).add(home);
  }

  left(home: NodeId): boolean {
    return this.extras?.leaving?.delete(home) === true;
  }

  override get isIdle(): boolean {
    return !this.active && this.results.isEmpty && (this.extras?.leaving?.size ?? 0) === 0;
  }
}

/** The groups of one grouping, by their keys. */
export type Groups = LeanMap<string, GroupState>;

/** A group whose members are on many nodes: on roots, or on the homes of other groups. As a map: what members report. */
export class GroupHome extends LeanMap<NodeId, KeptRows> implements NodePart {
  next: NodePart | undefined = undefined;
  /** Of the last grouping. */
  readonly results = new ResultState();
  readonly group: GroupState;
  private gone: LeanSet<NodeId> | undefined = undefined;

  constructor(
    readonly plan: HomePartPlan,
    { result, tracksOrigins }: StandingPlan,
  ) {
    super();
    this.group = new GroupState(result.groups[plan.grouping]!, tracksOrigins);
  }

  get isEmpty(): boolean {
    return false;
  }

  /** As a root's: homes of the next grouping. */
  get leaving(): Iterable<NodeId> {
    return this.gone ?? NOWHERE;
  }

  leave(home: NodeId): boolean {
    return (this.gone ??= new LeanSet()).add(home);
  }

  left(home: NodeId): boolean {
    return this.gone?.delete(home) === true;
  }

  /** Nothing is left of it. */
  get isIdle(): boolean {
    return this.size === 0 && this.results.isEmpty && (this.gone?.size ?? 0) === 0;
  }
}
