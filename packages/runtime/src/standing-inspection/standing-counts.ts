/**
 * Counts states and results of standing queries on one worker without reading its nodes. Changes seen by the engine are
 * known at any time. State left by an earlier run is counted once, from the store, in the background, on the first
 * request. Changes during that count may be counted twice or not at all.
 */
import type { GraphWorker } from '@weir/graph';
import { inspectState, type QueryCounts, type StandingPlan } from '@weir/standing';
import type { StandingCount } from '../contract/inspection-service.js';

interface Counting {
  readonly states: number[];
  results: number;
  done: number;
  /** Counts of the previous run; `undefined`: unknown yet. */
  before: QueryCounts | undefined;
}

export class StandingCounts {
  private readonly countings = new Map<StandingPlan, Counting>();

  constructor(
    private readonly graph: GraphWorker,
    private readonly sinceStart: (query: number) => QueryCounts,
  ) {}

  /** Returns the counts known so far. @param isRestored an earlier run left the query. */
  of(plan: StandingPlan, isRestored: boolean): StandingCount {
    const sinceStart = this.sinceStart(plan.query);
    if (!isRestored) return { ...sinceStart, counting: undefined };
    const counting = this.countings.get(plan);
    if (counting?.before !== undefined)
      return { ...combined(counting.before, sinceStart, 1), counting: undefined };
    const { states, results, done } = counting ?? { ...sinceStart, done: 0 };
    return { states: [...states], results, counting: { done, of: this.nodeCount() } };
  }

  /** Counts the state left by an earlier run, unless that was done or is in progress. Resolves when it is done. */
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
