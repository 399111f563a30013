/**
 * How many states and results there are of each query, as far as this engine has seen them come and go: what was there
 * when the query was registered after a restart is not among them.
 */
import type { PlanNode, StandingPlan } from '../plan/row-plan.js';
import { type NodeState, type NodeStates, withoutState, withState } from './node-states.js';

export interface QueryCounts {
  /** By node of the plan: nodes that hold a state for it. */
  readonly states: readonly number[];
  /** Matches less cancellations. */
  readonly results: number;
}

class Counts implements QueryCounts {
  readonly states: number[];
  results = 0;

  constructor(plan: StandingPlan) {
    this.states = plan.nodes.map(() => 0);
  }
}

export class StateCounts {
  private readonly byQuery = new Map<number, Counts>();

  register(plan: StandingPlan): void {
    this.byQuery.set(plan.query, new Counts(plan));
  }

  remove(query: number): void {
    this.byQuery.delete(query);
  }

  of(query: number): QueryCounts | undefined {
    return this.byQuery.get(query);
  }

  /** `withState`, of a pattern node that is new in the graph and not only woken. */
  withNew(states: NodeStates, patternNode: NodeState): NodeStates {
    this.count(patternNode.plan, 1);
    return withState(states, patternNode);
  }

  withoutOld(states: NodeStates, patternNode: NodeState): NodeStates {
    this.count(patternNode.plan, -1);
    return withoutState(states, patternNode);
  }

  reported(query: number, isPositiveMatch: boolean): void {
    const counts = this.byQuery.get(query);
    if (counts !== undefined) counts.results += isPositiveMatch ? 1 : -1;
  }

  private count(plan: PlanNode, change: number): void {
    const counts = this.byQuery.get(plan.query);
    if (counts !== undefined) counts.states[plan.number]! += change;
  }
}
