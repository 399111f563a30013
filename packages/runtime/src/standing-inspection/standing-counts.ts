/**
 * States and results of standing queries on one host, without a look at its nodes. What an engine has seen come and go is
 * known at any time; what a query that an earlier run left had on its nodes is counted once, when somebody first asks,
 * which wakes every node. What changes while that is counted may be counted twice or not at all.
 */
import type { GraphHost } from '@weir/graph';
import type { QueryCounts, StandingPlan } from '@weir/standing';
import { surveyStanding } from './standing-survey.js';

export class StandingCounts {
  /** By plan: what there was before this run. */
  private readonly before = new Map<StandingPlan, Promise<QueryCounts>>();

  constructor(
    private readonly graph: GraphHost,
    private readonly sinceStart: (query: number) => QueryCounts,
  ) {}

  /** @param isRestored an earlier run left the query. */
  async of(plan: StandingPlan, isRestored: boolean, parallelism: number): Promise<QueryCounts> {
    if (!isRestored) return this.sinceStart(plan.query);
    let counting = this.before.get(plan);
    if (counting === undefined) {
      counting = this.countBefore(plan, parallelism);
      this.before.set(plan, counting);
      counting.catch(() => this.before.delete(plan));
    }
    return combined(await counting, this.sinceStart(plan.query), 1);
  }

  forget(plan: StandingPlan): void {
    this.before.delete(plan);
  }

  private async countBefore(plan: StandingPlan, parallelism: number): Promise<QueryCounts> {
    const now = await surveyStanding(this.graph, plan, 0, parallelism);
    return combined(now, this.sinceStart(plan.query), -1);
  }
}

function combined(a: QueryCounts, b: QueryCounts, sign: 1 | -1): QueryCounts {
  return {
    states: a.states.map((count, part) => count + sign * b.states[part]!),
    results: a.results + sign * b.results,
  };
}
