/**
 * State of pattern nodes that produce rows. Fields that almost all of them need are inline; the others are in an object
 * created on demand.
 */
import type { NodeId, Value } from '@weir/model';
import type { RowNodePlan } from '../../plan/row-plan.js';
import { PatternNodeState } from '../pattern/pattern-node-state.js';
import type { Groups } from '../groups/group-state.js';
import type { Member } from '../groups/member.js';
import { LeanMap, LeanSet } from '../../collections/lean-map.js';
import { JoinStep } from './join-step.js';
import type { KeptNeighbor } from './neighbor-rows.js';
import type { OriginSet } from '../../contract/origin.js';
import { ResultState } from '../results/result-state.js';

export type NeighborMap = LeanMap<NodeId, KeptNeighbor>;

/** Returns an entry of `waitingFor` and `answered`. */
export function waitKey(edgeIndex: number, neighbor: NodeId): string {
  return `${edgeIndex} ${neighbor}`;
}

/** Fields that few states need. */
class RareState {
  waitingFor: Set<string> | undefined = undefined;
  answered: Set<string> | undefined = undefined;
  ownOrigins: OriginSet | undefined = undefined;
  /** For all pattern edges but the first. */
  readonly furtherEdges: NeighborMap[] = [];
  readonly steps: (JoinStep | undefined)[] = [];
  /** For roots. */
  groups: Groups[] | undefined = undefined;
  leaving: LeanSet<NodeId> | undefined = undefined;
}

const NOWHERE: readonly NodeId[] = [];

export class RowState extends PatternNodeState<KeptNeighbor> {
  /** The graph node of an active state. */
  node!: NodeId;
  /** The own column of the rows that were passed on: the node or one of its properties; `undefined`: only its id. */
  own: Value | undefined = undefined;
  /** For a first step that stores nothing else (own-step.ts): the number of rows that match the node's own. */
  matches = 0;
  protected extras: RareState | undefined = undefined;

  constructor(readonly plan: RowNodePlan) {
    super();
    for (let i = 1; i < plan.patternEdges.length; i++) this.more.furtherEdges.push(new LeanMap());
  }

  protected get more(): RareState {
    return (this.extras ??= new RareState());
  }

  /** Neighbors that must answer before anything is reported, as `edgeIndex node`. `undefined` if there are none. */
  get waitingFor(): Set<string> | undefined {
    return this.extras?.waitingFor;
  }

  set waitingFor(keys: Set<string> | undefined) {
    if (keys !== undefined || this.extras !== undefined) this.more.waitingFor = keys;
  }

  /** While the pattern node waits: neighbors that have answered without rows. */
  get answered(): Set<string> | undefined {
    return this.extras?.answered;
  }

  set answered(keys: Set<string> | undefined) {
    if (keys !== undefined || this.extras !== undefined) this.more.answered = keys;
  }

  /** Origins of the node's own row, if the plan tracks origins. */
  get ownOrigins(): OriginSet | undefined {
    return this.extras?.ownOrigins;
  }

  set ownOrigins(origins: OriginSet | undefined) {
    if (origins !== undefined || this.extras !== undefined) this.more.ownOrigins = origins;
  }

  /** Reports of neighbors, by pattern edge. */
  edgeState(index: number): NeighborMap {
    return index === 0 ? this : this.extras!.furtherEdges[index - 1]!;
  }

  /** A step of the join; not for a first step that stores nothing (own-step.ts). */
  step(index: number): JoinStep {
    return (this.more.steps[index] ??= new JoinStep(this.plan.steps[index]!));
  }

  clearSteps(): void {
    this.matches = 0;
    if (this.extras !== undefined) this.extras.steps.length = 0;
  }

  /** Whether it may report. */
  get isReady(): boolean {
    return this.active && (!this.plan.waits || this.complete);
  }

  get isIdle(): boolean {
    return !this.active && !this.hasSubscribers;
  }

  forget(): void {
    this.clear();
    for (const neighbors of this.extras?.furtherEdges ?? []) neighbors.clear();
    this.clearSteps();
    this.active = false;
    this.complete = false;
    this.own = undefined;
    if (this.extras === undefined) return;
    this.extras.waitingFor = undefined;
    this.extras.answered = undefined;
    this.extras.ownOrigins = undefined;
  }
}

export class RowRoot extends RowState implements Member {
  readonly results = new ResultState();
  /** Number of rows, for plans that depend only on whether there are some. */
  rowCount = 0;

  /** Groups stored on the root, by grouping. */
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
