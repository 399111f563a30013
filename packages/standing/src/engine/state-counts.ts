/**
 * How many states and results there are of each query, as far as this engine has seen them come and go: what was there
 * when the query was registered after a restart is not among them.
 */
import type { AnyPartPlan, StandingPlan } from '../plan/row-plan.js';
import { type NodePart, type NodeParts, withoutPart, withPart } from './node-states.js';

export interface QueryCounts {
  /** By part of the plan: nodes that hold a state for it. */
  readonly states: readonly number[];
  /** Matches less cancellations. */
  readonly results: number;
}

class Counts implements QueryCounts {
  readonly states: number[];
  results = 0;

  constructor(plan: StandingPlan) {
    this.states = plan.parts.map(() => 0);
  }
}

export class PartCounts {
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

  /** `withPart`, of a part that is new in the graph and not only woken. */
  withNew(parts: NodeParts, part: NodePart): NodeParts {
    this.count(part.plan, 1);
    return withPart(parts, part);
  }

  withoutOld(parts: NodeParts, part: NodePart): NodeParts {
    this.count(part.plan, -1);
    return withoutPart(parts, part);
  }

  reported(query: number, isPositiveMatch: boolean): void {
    const counts = this.byQuery.get(query);
    if (counts !== undefined) counts.results += isPositiveMatch ? 1 : -1;
  }

  private count(plan: AnyPartPlan, change: number): void {
    const counts = this.byQuery.get(plan.query);
    if (counts !== undefined) counts.states[plan.number]! += change;
  }
}
