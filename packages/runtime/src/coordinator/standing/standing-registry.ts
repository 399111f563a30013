/**
 * The coordinator's list of the graph's standing queries: their numbers (which are in the nodes' journals, so they are
 * never reused), their definitions across restarts, and their result logs.
 */
import type { ResultBatch } from '@weir/graph';
import { queryCallsFunction } from '@weir/cypher';
import { type Environment, SerialQueue, WeirError } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import type { Workers } from '../../contract/workers.js';
import type { ResultQuery } from '../../contract/result-service.js';
import type { PlanDefinition } from '../../contract/standing-service.js';
import type { WorkerServices } from '../../contract/worker-services.js';
import type { FailureSummary } from '../../contract/worker-reports.js';
import { RegisteredQuery } from './registered-query.js';
import { QueryLogs } from '../../results/query-logs.js';
import { ResultLedger } from '../../results/result-ledger.js';
import { QueryNumbers } from './query-numbers.js';
import { type CutExchange, numbersOf } from '../../contract/exchange.js';
import { ReplacementSteps } from '../../replacement/replacement-steps.js';
import { Replacements } from './replacements.js';
import { loadRegistry, saveRegistry, type StoredQuery } from './standing-store.js';
import type { StandingInspector } from '../../standing-inspection/standing-inspector.js';
import type {
  MetadataStore,
  ResultLogLimits,
  StandingDefinition,
  StandingHandle,
  StandingMode,
  StoredStanding,
} from '@weir/contract';

const DEFAULT_INPUT_BUFFER_SIZE = 32;

export interface StandingRegistryOptions {
  /** Resolves when nothing is in flight in the graph, whatever the state of result consumers. */
  readonly quiet: () => Promise<void>;
  readonly inspector: StandingInspector;
  /** Resolves when something can be changed; rejects if that takes too long. */
  readonly changeable: () => Promise<void>;
  /** Throws if nothing can be changed now. */
  readonly check: () => void;
  readonly workers: Workers;
  readonly metadata: MetadataStore;
  /** The partition that belongs to no shard. */
  readonly meta: Persistor;
  readonly environment: Environment;
  /** For queries that do not set their own. */
  readonly resultLog: ResultLogLimits;
}

export class StandingRegistry {
  private readonly byName = new Map<string, RegisteredQuery>();
  private readonly byNumber = new Map<number, RegisteredQuery>();
  /** Serializes registrations, replacements and removals. */
  private readonly changes = new SerialQueue();
  private readonly numbers: QueryNumbers;
  private readonly steps: ReplacementSteps;
  private readonly replacements: Replacements;
  private readonly ledger: ResultLedger;
  private readonly logs: QueryLogs;
  private readonly workers: Workers;
  private readonly environment: Environment;

  constructor(private readonly options: StandingRegistryOptions) {
    this.workers = options.workers;
    this.environment = options.environment;
    const { workers, environment, quiet } = options;
    this.steps = new ReplacementSteps(workers, environment.scheduler, quiet);
    this.logs = new QueryLogs(workers, environment, options.resultLog, log => this.ledger.touch(log));
    this.ledger = new ResultLedger({
      meta: options.meta,
      environment: options.environment,
      deleteBatches: async (query, upTo) => {
        await workers.each(worker => worker.results.delete(query, [...upTo]));
      },
    });
    this.numbers = new QueryNumbers(workers, this.ledger, () => this.save());
    this.replacements = new Replacements({
      steps: this.steps,
      numbers: this.numbers,
      environment,
      changes: this.changes,
      registerPlan: (plan, definition, log) => this.registerPlan(plan, definition, log),
      removePlan: plan => this.removePlan(plan),
      isRegistered: query => this.byNumber.get(query.number) === query,
      save: () => this.save(),
      keepOrder: () => this.ledger.flush(),
    });
  }

  /** Registers the queries of earlier runs. */
  async restore(): Promise<void> {
    const stored = await loadRegistry(this.options.metadata);
    if (stored === undefined) return;
    const temporary = stored.queries.filter(({ definition }) => definition.temporary === true);
    const left = temporary.flatMap(({ number, exchange }) => [
      number,
      ...(exchange ? numbersOf(exchange) : []),
    ]);
    await this.numbers.restore(stored.nextNumber, [...(stored.leaving ?? []), ...left]);
    const unfinished: RegisteredQuery[] = [];
    for (const query of stored.queries) {
      if (temporary.includes(query)) continue;
      const opened = await this.open(query, true);
      await this.start(opened);
      if (opened.exchange !== undefined) unfinished.push(opened);
    }
    // Fixes the order of results that a crash left without one, before they are read.
    await this.ledger.flush();
    this.ledger.trim();
    for (const query of unfinished) await this.replacements.finish(query);
  }

  /** Registers everything again on new workers. */
  resume(): Promise<void> {
    // Runs after pending requests to lost workers, which have failed.
    return this.changes.run(async () => {
      await this.numbers.resume();
      for (const query of this.byName.values()) await this.resumeOne(query);
      await this.ledger.flush();
      for (const query of this.byName.values()) {
        // Retried automatically.
        if (query.exchange !== undefined) await this.replacements.finish(query).catch(() => undefined);
      }
    });
  }

  private async resumeOne(query: RegisteredQuery): Promise<void> {
    const { number, plan, definition, exchange, log } = query;
    await this.makeKnown(number, plan, definition, exchange);
    const after = [...log.lastOrdered];
    const left = await this.workers.each(worker => worker.results.open(number, after));
    query.resume(left.flat());
    query.restoredPlan = plan;
    await this.start(query);
  }

  /** Registers everything on some new workers, while all others keep running. No other change may be in progress. */
  resumeOn(indexes: readonly number[]): Promise<void> {
    const { workers } = this;
    const shards = new Set(indexes.flatMap(index => workers.shardsOf(index)));
    const each = <T>(call: (worker: WorkerServices) => Promise<T>): Promise<T[]> =>
      Promise.all(indexes.map(index => call(workers.all[index]!)));
    return this.changes.run(async () => {
      await this.numbers.resume();
      for (const query of this.byName.values()) {
        const { number, plan, definition, log } = query;
        await each(worker => worker.standing.register(planDefinition(plan, definition), number));
        await each(worker => worker.results.register(resultQuery(number, definition)));
        const after = [...log.lastOrdered];
        const left = await each(worker => worker.results.open(number, after));
        query.resumeShards(left.flat(), shards);
        query.restoredPlan = plan;
        await each(worker => worker.standing.start(plan));
      }
      await this.ledger.flush();
    });
  }

  /**
   * Whether a query is being registered, replaced or removed, or the difference of a replacement has yet to be
   * reported.
   */
  get isChanging(): boolean {
    return !this.changes.isIdle || [...this.byName.values()].some(({ exchange }) => exchange !== undefined);
  }

  /** @param attach called before the first result. */
  register(
    definition: StandingDefinition & { readonly mode: StandingMode },
    attach: (query: RegisteredQuery) => void = () => undefined,
  ): Promise<StandingHandle> {
    return this.changes.run(async () => {
      const known = this.byName.get(definition.name);
      if (known !== undefined && known.id === definition.id) return known;
      if (known !== undefined) {
        throw new WeirError(
          'standing.exists',
          `There is already a standing query named '${definition.name}'`,
        );
      }
      const id = definition.id ?? this.environment.random.uuid();
      const number = this.numbers.take();
      // Saved first: a number that nodes may have journaled is never assigned again, whatever happens from here on.
      if (!this.numbers.isKept(number)) await this.save();
      try {
        const { inputBufferSize = DEFAULT_INPUT_BUFFER_SIZE } = definition;
        const query = await this.open({ number, definition: { ...definition, id, inputBufferSize } }, false);
        attach(query);
        const outcomes = await Promise.allSettled([this.start(query), this.save()]);
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
        return query;
      } catch (error) {
        await this.takeBack(definition.name, number);
        throw error;
      }
    });
  }

  get(name: string): RegisteredQuery | undefined {
    return this.byName.get(name);
  }

  withNumber(number: number): StandingHandle | undefined {
    return this.byNumber.get(number);
  }

  /** Returns the names of the queries that call a function. */
  callersOf(name: string): readonly string[] {
    return [...this.byName.values()]
      .filter(({ definition }) => queryCallsFunction(definition.query, name))
      .map(query => query.name);
  }

  list(): readonly StandingHandle[] {
    return [...this.byName.values()];
  }

  /** Never silent: a row that is omitted because of an error is counted, and the log reports the reason. */
  expressionsFailed({ plan, count, expression, reason }: FailureSummary): void {
    const query = [...this.byName.values()].find(each => each.plan === plan);
    query?.countFailures(count);
    this.environment.logger.log(
      'warn',
      'an expression of a standing query failed: its row or value is omitted',
      {
        standingQuery: query?.name ?? `plan ${plan}`,
        failures: count,
        expression,
        reason,
      },
    );
  }

  receive(batches: readonly ResultBatch[]): void {
    for (const batch of batches) this.byNumber.get(batch.query)?.receive(batch);
  }

  /** Returns the names of the queries that hold ingest on some worker, each once. */
  async holdingIngest(): Promise<readonly string[]> {
    const full = new Set((await this.workers.each(worker => worker.results.full())).flat());
    return [...this.byName.values()]
      .filter(({ number, exchange }) => full.has(number) || (exchange && full.has(exchange.after)))
      .map(query => query.name);
  }

  /** Whether every consumer has taken all its results. */
  get isIdle(): boolean {
    for (const query of this.byName.values()) if (!query.log.isIdle) return false;
    return true;
  }

  /** Writes pending changes of the ledger. */
  close(): Promise<void> {
    this.replacements.close();
    return this.ledger.close();
  }

  /** Registers the query on all workers; it starts to match with `start`. */
  private async open(stored: StoredQuery, isRestored: boolean): Promise<RegisteredQuery> {
    const { number, definition, plan = number } = stored;
    const { exchange } = stored;
    const columns = await this.makeKnown(number, plan, definition, exchange);
    const generations = new Map(stored.columns ?? [[plan, columns]]);
    const log = this.logs.open(number, definition, generations);
    if (isRestored) {
      await this.ledger.open(log);
      const after = [...log.lastOrdered];
      const left = await this.workers.each(worker => worker.results.open(number, after));
      log.appendUnordered(left.flat());
    } else {
      this.ledger.begin(log);
    }
    const registered: RegisteredQuery = new RegisteredQuery(
      { plan, definition, columns },
      generations,
      log,
      this.environment,
      {
        inspector: this.options.inspector,
        flush: () => this.ledger.flush(),
        replace: async (query, mode) => {
          await this.options.changeable();
          await this.replacements.replace(registered, { ...registered.definition, query, mode });
        },
        remove: () => this.remove(definition.name),
      },
    );
    registered.exchange = exchange;
    if (isRestored) registered.restoredPlan = plan;
    this.byName.set(definition.name, registered);
    this.byNumber.set(number, registered);
    return registered;
  }

  private async start({ plan }: RegisteredQuery): Promise<void> {
    await this.workers.each(worker => worker.standing.start(plan));
  }

  private async makeKnown(
    number: number,
    plan: number,
    definition: StoredStanding,
    exchange: CutExchange | undefined,
  ): Promise<readonly string[]> {
    const registerResults = (): Promise<void[]> =>
      this.workers.each(worker => worker.results.register(resultQuery(number, definition)));
    if (exchange !== undefined) {
      const columns = await this.registerPlan(plan, definition, plan);
      await this.steps.resume(exchange, number);
      await registerResults();
      return columns;
    }
    try {
      const [columns] = await Promise.all([this.registerPlan(plan, definition, number), registerResults()]);
      return columns;
    } catch (error) {
      // A lost worker has nothing to forget.
      await Promise.allSettled(this.workers.all.map(worker => worker.results.remove(number)));
      throw error;
    }
  }

  /** Reverts a registration that failed on some workers. Its data on lost workers is removed when they are replaced. */
  private async takeBack(name: string, number: number): Promise<void> {
    const query = this.byNumber.get(number);
    if (query === undefined) return;
    this.byName.delete(name);
    this.byNumber.delete(number);
    query.stop();
    await this.numbers.leave([number]);
    try {
      await this.removePlan(query.plan);
      await this.numbers.forget([number]);
    } catch (error) {
      const { message } = WeirError.from(error);
      this.environment.logger.log('warn', 'a query that could not be registered left data behind', {
        error: message,
      });
    }
  }

  private async registerPlan(plan: number, stored: StoredStanding, log: number): Promise<readonly string[]> {
    const definition = planDefinition(plan, stored);
    const columns = await this.workers.each(worker => worker.standing.register(definition, log));
    return columns[0]!;
  }

  private async removePlan(plan: number): Promise<void> {
    await this.workers.each(worker => worker.standing.remove(plan));
  }

  private async remove(name: string): Promise<void> {
    await this.options.changeable();
    return this.changes.run(async () => {
      this.options.check();
      const query = this.byName.get(name);
      if (query === undefined) return;
      const { number, plan, exchange } = query;
      this.byName.delete(name);
      this.byNumber.delete(number);
      query.exchange = undefined;
      query.stop();
      const numbers = [number, ...(exchange === undefined ? [] : numbersOf(exchange))];
      await this.numbers.leave(numbers);
      await this.removePlan(plan);
      await this.numbers.forget(numbers);
    });
  }

  private async save(): Promise<void> {
    const { next, leaving } = this.numbers;
    const queries = [...this.byName.values()].map(({ number, plan, definition, generations, exchange }) => ({
      number,
      definition,
      ...(plan === number ? {} : { plan, columns: [...generations] }),
      ...(exchange === undefined ? {} : { exchange }),
    }));
    await saveRegistry(this.options.metadata, { nextNumber: next, queries, leaving });
    this.numbers.kept(next);
  }
}

function planDefinition(
  plan: number,
  { query, mode, provenance: tracksOrigins = false }: StoredStanding,
): PlanDefinition {
  return { plan, query, mode, tracksOrigins };
}

function resultQuery(number: number, definition: StoredStanding): ResultQuery {
  const { inputBufferSize, name, id, provenance: tracksOrigins = false } = definition;
  return { number, name, id, inputBufferSize, tracksOrigins };
}
