/** The plans of standing queries on one worker, with what is counted of each: states, results, expressions that failed. */
import type { Extensions } from '@weir/cypher';
import { type GraphWorker, RemovedStates } from '@weir/graph';
import { type Environment, WeirError } from '@weir/model';
import {
  compileStandingQuery,
  type RegisteringStandingEngine,
  type StandingMode,
  type StandingPlan,
} from '@weir/standing';
import { type FailureSummary, StandingFailures } from './standing-failures.js';
import { StandingCounts } from '../standing-inspection/standing-counts.js';

export interface WorkerPlansPorts {
  /** Functions that patterns may use, as they are now. */
  extensions(): Extensions | undefined;
  expressionsFailed(summary: FailureSummary): void;
}

export class WorkerPlans {
  readonly counts: StandingCounts;
  private readonly plans = new Map<number, StandingPlan>();
  private readonly failures: StandingFailures;
  private readonly removedStates: RemovedStates;

  constructor(
    private readonly graph: GraphWorker,
    private readonly engine: RegisteringStandingEngine,
    scheduler: Environment['scheduler'],
    private readonly ports: WorkerPlansPorts,
  ) {
    this.removedStates = new RemovedStates(graph.shards, engine, scheduler);
    this.counts = new StandingCounts(graph, query => engine.countsOf(query)!);
    this.failures = new StandingFailures(scheduler, summary => ports.expressionsFailed(summary));
  }

  /** It is known to the engine from now on, and matches nothing until it is started. */
  register(number: number, query: string, mode: StandingMode, tracksOrigins: boolean): StandingPlan {
    const plan = compileStandingQuery(query, mode, number, {
      tracksOrigins,
      extensions: this.ports.extensions(),
      onFailure: failure => this.failures.add(number, failure),
    });
    this.plans.set(number, plan);
    this.engine.register(plan, false);
    return plan;
  }

  remove(number: number): void {
    const plan = this.plans.get(number);
    if (plan !== undefined) this.counts.forget(plan);
    this.graph.recentRoots.forget(number);
    this.plans.delete(number);
    this.engine.remove(number);
    this.removedStates.free();
  }

  /** @throws WeirError `standing.not-found`. */
  of(number: number): StandingPlan {
    const plan = this.plans.get(number);
    if (plan === undefined) throw new WeirError('standing.not-found', 'The standing query is gone.');
    return plan;
  }

  /** Tells of failures that were not told yet. */
  close(): void {
    this.failures.close();
  }
}
