/**
 * States and results of standing queries on one worker, without a look at its nodes. What an engine has seen come and
 * go is known at any time; what a query that an earlier run left had on its nodes is counted once, from the store, in
 * the background, when somebody first asks for it. What changes while that is counted may be counted twice or not at
 * all.
 */
import type { GraphWorker } from '@weir/graph';
import { inspectState, type QueryCounts, type StandingPlan } from '@weir/standing';
import type { StandingCount } from '../contract/inspection-service.js';

interface Counting {
  readonly states: number[];
  results: number;
  done: number;
  /** Of the run before this one; `undefined`: not known yet. */
  before: QueryCounts | undefined;
}

export class StandingCounts {
  private readonly countings = new Map<StandingPlan, Counting>();

  constructor(
    private readonly graph: GraphWorker,
    private readonly sinceStart: (query: number) => QueryCounts,
  ) {}

  /** As far as it is known. @param isRestored an earlier run left the query. */
  of(plan: StandingPlan, isRestored: boolean): StandingCount {
    const sinceStart = this.sinceStart(plan.query);
    if (!isRestored) return { ...sinceStart, counting: undefined };
    const counting = this.countings.get(plan);
    if (counting?.before !== undefined)
      return { ...combined(counting.before, sinceStart, 1), counting: undefined };
    const { states, results, done } = counting ?? { ...sinceStart, done: 0 };
    return { states: [...states], results, counting: { done, of: this.nodeCount() } };
  }

  /** Counts what an earlier run left, unless that was done or is being done. Resolves when it is done. */
  async begin(plan: StandingPlan): Promise<void> {
    if (this.countings.has(plan)) return;
    const counting: Counting = { states: plan.nodes.map(() => 0), results: 0, done: 0, before: undefined };
    this.countings.set(plan, counting);
    try {
      await this.graph.peeks.all(({ standing }) => {
        counting.done++;
        for (const { query, nodeIndex, resultId, results } of inspectState(standing)) {
          if (query !== plan.query) continue;
          counting.states[nodeIndex]!++;
          counting.results += resultId === undefined ? sum(results.map(({ ids }) => ids.length)) : 1;
        }
      });
      counting.before = combined(counting, this.sinceStart(plan.query), -1);
    } catch (error) {
      this.countings.delete(plan);
      throw error;
    }
  }

  forget(plan: StandingPlan): void {
    this.countings.delete(plan);
  }

  private nodeCount(): number | undefined {
    let total = 0;
    for (const { persistor } of this.graph.shards) {
      if (persistor.nodeCount === undefined) return undefined;
      total += persistor.nodeCount;
    }
    return total;
  }
}

function combined(a: QueryCounts, b: QueryCounts, sign: 1 | -1): QueryCounts {
  return {
    states: a.states.map((count, nodeIndex) => count + sign * b.states[nodeIndex]!),
    results: a.results + sign * b.results,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
