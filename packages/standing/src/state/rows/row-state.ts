/**
 * What pattern nodes that make rows know on their nodes. What almost all of them have is in their own fields, the rest
 * in an object that is made when it is needed.
 */
import { type NodeId, NodeValue } from '@weir/model';
import type { RowNodePlan } from '../../plan/row-plan.js';
import { PatternNodeState } from '../pattern/pattern-node-state.js';
import type { Groups } from '../groups/group-state.js';
import type { Member } from '../groups/member.js';
import { LeanMap, LeanSet } from '../../collections/lean-map.js';
import { JoinStep } from './join-step.js';
import type { KeptNeighbour } from './neighbour-rows.js';
import type { OriginSet } from '../../contract/origin.js';
import { ResultState } from '../results/result-state.js';

export type NeighbourMap = LeanMap<NodeId, KeptNeighbour>;

/** One in `waitingFor` and `answered`. */
export function waitKey(edgeIndex: number, neighbour: NodeId): string {
  return `${edgeIndex} ${neighbour}`;
}

/** What few states have. */
class RareState {
  waitingFor: Set<string> | undefined = undefined;
  answered: Set<string> | undefined = undefined;
  ownOrigins: OriginSet | undefined = undefined;
  /** Of all pattern edges but the first. */
  readonly furtherEdges: NeighbourMap[] = [];
  readonly steps: (JoinStep | undefined)[] = [];
  /** Of roots. */
  groups: Groups[] | undefined = undefined;
  leaving: LeanSet<NodeId> | undefined = undefined;
}

const NOWHERE: readonly NodeId[] = [];

export class RowState extends PatternNodeState<KeptNeighbour> {
  /** The node as the rows that were passed on have it; where they don't, only which one it is. */
  own: NodeValue | NodeId | null = null;
  /** Of a first step that needs nothing else (own-step.ts): how many rows match the node's own. */
  matches = 0;
  protected extras: RareState | undefined = undefined;

  constructor(readonly plan: RowNodePlan) {
    super();
    for (let i = 1; i < plan.patternEdges.length; i++) this.more.furtherEdges.push(new LeanMap());
  }

  protected get more(): RareState {
    return (this.extras ??= new RareState());
  }

  /** Neighbours whose answers are awaited before anything is reported, as `edgeIndex node`. `undefined`: none. */
  get waitingFor(): Set<string> | undefined {
    return this.extras?.waitingFor;
  }

  set waitingFor(keys: Set<string> | undefined) {
    if (keys !== undefined || this.extras !== undefined) this.more.waitingFor = keys;
  }

  /** While the pattern node waits: those who have answered with nothing. */
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

  /** The graph node that an active one is on. */
  get node(): NodeId {
    return this.own instanceof NodeValue ? this.own.id : this.own!;
  }

  /** What neighbours reported, by pattern edge. */
  edgeState(index: number): NeighbourMap {
    return index === 0 ? this : this.extras!.furtherEdges[index - 1]!;
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
    for (const neighbours of this.extras?.furtherEdges ?? []) neighbours.clear();
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

export class RowRoot extends RowState implements Member {
  readonly results = new ResultState();
  /** How many rows there are, where whether there are some is all that counts. */
  rowCount = 0;

  /** By grouping: groups that live on the root. */
  get groups(): Groups[] {
    return (this.more.groups ??= []);
  }

  get leaving(): Iterable<NodeId> {
    return this.extras?.leaving ?? NOWHERE;
  }

  leave(groupNode: NodeId): boolean {
    return (this.more.leaving ??= new LeanSet()).add(groupNode);
  }

  left(groupNode: NodeId): boolean {
    return this.extras?.leaving?.delete(groupNode) === true;
  }

  override get isIdle(): boolean {
    return !this.active && this.results.isEmpty && (this.extras?.leaving?.size ?? 0) === 0;
  }
}
