/**
 * How many states and results there are of each query, as far as this engine has seen them come and go: what was there
 * when the query was registered after a restart is not among them.
 */
import type { PlanNode, StandingPlan } from '../../plan/standing-plan.js';
import { type NodeState, type NodeStates, withoutState, withState } from './node-states.js';

export interface QueryCounts {
  /** By node of the plan: nodes that hold a state for it. */
  readonly states: readonly number[];
  /** Matches less cancellations. */
  readonly results: number;
}

/** Hears of a query that keeps much. */
export interface SizeWatch {
  /** States, rows and results of a query from which on it is told of it: then, and whenever they have doubled. */
  readonly from: number;
  /** Rows are those that neighbours and members of groups reported, different ones once each. */
  grown(query: number, states: number, rows: number, results: number): void;
}

export const NO_SIZE_WATCH: SizeWatch = { from: Number.POSITIVE_INFINITY, grown: () => undefined };

class Counts implements QueryCounts {
  readonly states: number[];
  results = 0;
  rows = 0;
  /** States, rows and results. */
  size = 0;
  tellAt = 0;

  constructor(plan: StandingPlan) {
    this.states = plan.nodes.map(() => 0);
  }
}

export class StateCounts {
  private readonly byQuery = new Map<number, Counts>();

  constructor(private readonly watch: SizeWatch = NO_SIZE_WATCH) {}

  register(plan: StandingPlan): void {
    const counts = new Counts(plan);
    counts.tellAt = this.watch.from;
    this.byQuery.set(plan.query, counts);
  }

  remove(query: number): void {
    this.byQuery.delete(query);
  }

  of(query: number): QueryCounts | undefined {
    return this.byQuery.get(query);
  }

  /** `withState`, of a pattern node that is new in the graph and not only woken. */
  withNew(states: NodeStates, state: NodeState): NodeStates {
    this.count(state.plan, 1);
    return withState(states, state);
  }

  withoutOld(states: NodeStates, state: NodeState): NodeStates {
    this.count(state.plan, -1);
    return withoutState(states, state);
  }

  reported(query: number, isPositiveMatch: boolean): void {
    const counts = this.byQuery.get(query);
    if (counts === undefined) return;
    const change = isPositiveMatch ? 1 : -1;
    counts.results += change;
    this.grow(query, counts, change);
  }

  /** So many more rows are kept of what was reported. */
  keptRows(query: number, change: number): void {
    const counts = this.byQuery.get(query);
    if (counts === undefined) return;
    counts.rows += change;
    this.grow(query, counts, change);
  }

  private count(plan: PlanNode, change: number): void {
    const counts = this.byQuery.get(plan.query);
    if (counts === undefined) return;
    counts.states[plan.number]! += change;
    this.grow(plan.query, counts, change);
  }

  private grow(query: number, counts: Counts, change: number): void {
    counts.size += change;
    if (counts.size < counts.tellAt) return;
    counts.tellAt = 2 * counts.size;
    const states = counts.states.reduce((sum, each) => sum + each, 0);
    this.watch.grown(query, states, counts.rows, counts.results);
  }
}
