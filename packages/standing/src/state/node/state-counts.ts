/**
 * Counts states and results of each query, as far as this engine has seen them created and removed: states that existed
 * when the query was registered after a restart do not count.
 */
import type { PlanNode, StandingPlan } from '../../plan/standing-plan.js';
import { type NodeState, type NodeStates, withoutState, withState } from './node-states.js';

export interface QueryCounts {
  /** By node of the plan: number of nodes that hold a state for it. */
  readonly states: readonly number[];
  /** Matches minus cancellations. */
  readonly results: number;
}

/** Listens for queries with large state. */
export interface SizeWatch {
  /**
   * Number of states, rows and results of a query from which on `grown` is called: then, and whenever it has doubled.
   */
  readonly from: number;
  /** Rows are those reported by neighbors and members of groups; equal rows count once. */
  grown(query: number, states: number, rows: number, results: number): void;
}

export const NO_SIZE_WATCH: SizeWatch = { from: Number.POSITIVE_INFINITY, grown: () => undefined };

class Counts implements QueryCounts {
  readonly states: number[];
  results = 0;
  rows = 0;
  /** Number of states, rows and results. */
  size = 0;
  reportAt = 0;

  constructor(plan: StandingPlan) {
    this.states = plan.nodes.map(() => 0);
  }
}

export class StateCounts {
  private readonly byQuery = new Map<number, Counts>();

  constructor(private readonly watch: SizeWatch = NO_SIZE_WATCH) {}

  register(plan: StandingPlan): void {
    const counts = new Counts(plan);
    counts.reportAt = this.watch.from;
    this.byQuery.set(plan.query, counts);
  }

  remove(query: number): void {
    this.byQuery.delete(query);
  }

  of(query: number): QueryCounts | undefined {
    return this.byQuery.get(query);
  }

  /** `withState` for a pattern node that is new in the graph, not merely woken. */
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

  /** The number of stored reported rows changed by this amount. */
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
    if (counts.size < counts.reportAt) return;
    counts.reportAt = 2 * counts.size;
    const states = counts.states.reduce((sum, each) => sum + each, 0);
    this.watch.grown(query, states, counts.rows, counts.results);
  }
}
