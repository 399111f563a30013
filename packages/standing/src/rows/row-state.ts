/**
 * What parts of row plans know on their nodes. There are millions, so a part holds what almost all of them have in its
 * own fields: what the neighbours of the first slot reported (as the map that it is itself), its only subscriber; and
 * the rest in an object that is made when it is needed.
 */
import { type NodeId, NodeValue } from '@weir/model';
import type { AnyPart } from '../engine/node-parts.js';
import type { StandingState } from '../standing-operator.js';
import { GroupState } from './group-state.js';
import {
  isMember,
  LeanMap,
  LeanSet,
  memberCount,
  type Members,
  membersOf,
  withMember,
  withoutMember,
} from './lean-map.js';
import { JoinStep } from './join-step.js';
import type { KeptRows, NeighbourRows } from './neighbour-rows.js';
import type { OriginSet } from './origins/origin-set.js';
import { ResultState } from './result-state.js';
import type { HomePartPlan, RowPartPlan, RowPlan } from './row-plan.js';

export type NeighbourMap = LeanMap<NodeId, NeighbourRows>;

const Flag = { Active: 1, Complete: 2 } as const;

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

export class RowPart extends LeanMap<NodeId, NeighbourRows> implements StandingState {
  /** The node's next part. */
  next: AnyPart | undefined = undefined;
  /** The node as the rows that were passed on have it; where they don't, only which one it is. */
  own: NodeValue | NodeId | null = null;
  /** Of a first step that needs nothing else (own-step.ts): how many rows match the node's own. */
  matches = 0;
  private flags = 0;
  private asking: Members<NodeId> = undefined;
  protected extras: PartExtras | undefined = undefined;

  constructor(readonly plan: RowPartPlan) {
    super();
    for (let i = 1; i < plan.slots.length; i++) this.more.slots.push(new LeanMap());
  }

  get isEmpty(): boolean {
    return false;
  }

  protected get more(): PartExtras {
    return (this.extras ??= new PartExtras());
  }

  /** What must hold on the node itself holds, and its neighbours have been asked. */
  get active(): boolean {
    return (this.flags & Flag.Active) !== 0;
  }

  set active(active: boolean) {
    this.flags = active ? this.flags | Flag.Active : this.flags & ~Flag.Active;
  }

  /** Journalled that nobody is waited for any more. */
  get complete(): boolean {
    return (this.flags & Flag.Complete) !== 0;
  }

  set complete(complete: boolean) {
    this.flags = complete ? this.flags | Flag.Complete : this.flags & ~Flag.Complete;
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

  // Who is told

  get hasSubscribers(): boolean {
    return this.asking !== undefined;
  }

  get subscriberCount(): number {
    return memberCount(this.asking);
  }

  isSubscribed(node: NodeId): boolean {
    return isMember(this.asking, node);
  }

  /** Don't change them while iterating. */
  subscribers(): Iterable<NodeId> {
    return membersOf(this.asking);
  }

  /** @returns false if it was there. */
  subscribe(node: NodeId): boolean {
    if (isMember(this.asking, node)) return false;
    this.asking = withMember(this.asking, node);
    return true;
  }

  /** @returns false if it was not there. */
  unsubscribe(node: NodeId): boolean {
    if (!isMember(this.asking, node)) return false;
    this.asking = withoutMember(this.asking, node);
    return true;
  }

  /** All that it knows, but for its subscribers. */
  forget(): void {
    this.clear();
    for (const slot of this.extras?.slots ?? []) slot.clear();
    this.clearSteps();
    this.flags = 0;
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

  /** Nothing is left of it. */
  get isIdle(): boolean {
    return !this.active && this.results.isEmpty && (this.extras?.leaving?.size ?? 0) === 0;
  }
}

/** The groups of one grouping, by their keys. */
export type Groups = LeanMap<string, GroupState>;

/** A group whose members are on many nodes: on roots, or on the homes of other groups. As a map: what members report. */
export class GroupHome extends LeanMap<NodeId, KeptRows> implements StandingState {
  /** The node's next part. */
  next: AnyPart | undefined = undefined;
  /** Of the last grouping. */
  readonly results = new ResultState();
  readonly group: GroupState;
  private gone: LeanSet<NodeId> | undefined = undefined;

  constructor(
    readonly plan: HomePartPlan,
    { result, tracksOrigins }: RowPlan,
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
