/** The plans of standing queries on one worker, with counts for each: states, results, failed expressions. */
import { type GraphWorker, RemovedStates } from '@weir/graph';
import { WeirError } from '@weir/platform';
import { compileStandingQuery, type RegisteringStandingEngine, type StandingPlan } from '@weir/standing';
import type { PlanDefinition, StandingService } from '../contract/standing-service.js';
import type { FailureSummary } from '../contract/worker-reports.js';
import { StandingCounts } from '../standing-inspection/standing-counts.js';
import { StandingFailures } from './standing-failures.js';
import type { WorkerExtensions } from './worker-extensions.js';

export class WorkerPlans implements StandingService {
  readonly counts: StandingCounts;
  private readonly plans = new Map<number, StandingPlan>();
  /** Query text of each plan. */
  private readonly texts = new Map<number, string>();
  private readonly failures: StandingFailures;
  private readonly removedStates: RemovedStates;

  constructor(
    private readonly graph: GraphWorker,
    private readonly engine: RegisteringStandingEngine,
    private readonly extensions: WorkerExtensions,
    expressionsFailed: (summary: FailureSummary) => void,
  ) {
    const { scheduler } = graph.environment;
    this.removedStates = new RemovedStates(graph.shards, engine.states, scheduler);
    this.counts = new StandingCounts(graph, query => engine.queries.countsOf(query)!);
    this.failures = new StandingFailures(scheduler, expressionsFailed);
  }

  async register(definition: PlanDefinition, log: number): Promise<readonly string[]> {
    const { plan: number, query, mode, tracksOrigins } = definition;
    const plan = compileStandingQuery(query, mode, number, {
      tracksOrigins,
      extensions: this.extensions.all,
      onFailure: failure => this.failures.add(number, failure),
    });
    this.graph.filing.set(number, log === number ? undefined : { number: log });
    this.plans.set(number, plan);
    this.texts.set(number, query);
    this.engine.queries.register(plan, false);
    return plan.columns;
  }

  async inspect(query: string, mode: PlanDefinition['mode']): Promise<readonly string[]> {
    const extensions = this.extensions.all;
    return compileStandingQuery(query, mode, 0, {
      tracksOrigins: false,
      extensions,
      onFailure: () => undefined,
    }).columns;
  }

  async start(plan: number): Promise<void> {
    this.engine.queries.start(plan);
    await this.graph.standing.started();
  }

  async remove(number: number): Promise<void> {
    const plan = this.plans.get(number);
    if (plan !== undefined) this.counts.forget(plan);
    this.graph.recentRoots.forget(number);
    this.plans.delete(number);
    this.texts.delete(number);
    this.engine.queries.remove(number);
    this.removedStates.free();
    this.graph.filing.set(number, undefined);
  }

  propagate(includeSleeping: boolean, parallelism: number): Promise<void> {
    return this.graph.propagate(includeSleeping, parallelism);
  }

  /** Logs that a query has much state, of awake and sleeping nodes, before memory or the disk runs short. */
  grown(plan: number, states: number, rows: number, results: number): void {
    this.graph.environment.logger.log('warn', 'a standing query has much state on a worker', {
      query: this.texts.get(plan),
      states,
      rows,
      results,
    });
  }

  /** @throws WeirError `standing.not-found`. */
  of(number: number): StandingPlan {
    const plan = this.plans.get(number);
    if (plan === undefined) throw new WeirError('standing.not-found', 'The standing query was removed.');
    return plan;
  }

  /** Reports pending failures. */
  close(): void {
    this.failures.close();
  }
}
