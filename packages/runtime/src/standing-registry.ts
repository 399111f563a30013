/**
 * The standing queries of a graph, as the coordinator keeps them: their numbers (which are in the nodes'
 * journals, so never used twice), their definitions over restarts, and the logs of their results.
 */
import type { ResultBatch } from '@weir/graph';
import { queryCallsFunction } from '@weir/cypher';
import { type Environment, SerialQueue, WeirError } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { HostService } from './host-service.js';
import type { FailureSummary } from './standing-failures.js';
import { RegisteredQuery, type StandingGeneration } from './registered-query.js';
import { QueryLogs } from './results/query-logs.js';
import { ResultLedger } from './results/result-ledger.js';
import { type CutExchange, type Exchange, numbersOf } from './replacement/exchange.js';
import { ReplacementSteps, type ReplacementStepsPorts } from './replacement/replacement-steps.js';
import type { StandingInspector } from './standing-inspection/standing-inspector.js';
import type {
  MetadataStore,
  ResultLogLimits,
  StandingDefinition,
  StandingHandle,
  StoredStanding,
} from './streaming-graph.js';

const REGISTRY_KEY = 'standing-queries';
/** Before the end of a replacement that failed is tried again. */
const FINISH_RETRY_MILLIS = 1000;

interface StoredQuery {
  /** Of its log. */
  readonly number: number;
  readonly definition: StoredStanding;
  /** Of one that took another one's place: its number on the nodes. */
  readonly plan?: number;
  /** By plan: of the first and of every later one. */
  readonly columns?: readonly (readonly [plan: number, columns: readonly string[]])[];
  /** Consumers are yet to be told of the last change. */
  readonly exchange?: CutExchange;
}

interface StoredRegistry {
  readonly nextNumber: number;
  readonly queries: readonly StoredQuery[];
  /** Numbers of queries that are being removed. */
  readonly leaving?: readonly number[];
}

export interface StandingRegistryOptions {
  readonly rest: Pick<ReplacementStepsPorts, 'quiet'>;
  readonly inspector: StandingInspector;
  readonly hosts: readonly HostService[];
  /** For each shard, the index of its host in `hosts`. */
  readonly hostOfShard: readonly number[];
  readonly metadata: MetadataStore;
  /** The partition that belongs to no shard. */
  readonly meta: Persistor;
  readonly environment: Environment;
  /** Of queries that do not say themselves. */
  readonly resultLog: ResultLogLimits;
}

export class StandingRegistry {
  private readonly byName = new Map<string, RegisteredQuery>();
  private readonly byNumber = new Map<number, RegisteredQuery>();
  private readonly leaving = new Set<number>();
  /** By number: the columns of each plan that it has had, the first one first. */
  private readonly generations = new Map<number, Map<number, readonly string[]>>();
  private readonly exchanges = new Map<number, CutExchange>();
  private nextNumber = 1;
  /** Registrations and removals one after the other. */
  private readonly changes = new SerialQueue();
  private readonly steps: ReplacementSteps;
  private isClosed = false;
  private readonly ledger: ResultLedger;
  private readonly logs: QueryLogs;
  private readonly hosts: readonly HostService[];
  private readonly environment: Environment;

  constructor(private readonly options: StandingRegistryOptions) {
    this.hosts = options.hosts;
    this.environment = options.environment;
    const { hosts, hostOfShard, environment, rest } = options;
    this.steps = new ReplacementSteps({
      hosts,
      hostOfShard,
      scheduler: environment.scheduler,
      quiet: () => rest.quiet(),
    });
    this.logs = new QueryLogs({
      hosts,
      hostOfShard,
      environment,
      limits: options.resultLog,
      changed: log => this.ledger.touch(log),
    });
    this.ledger = new ResultLedger({
      meta: options.meta,
      environment: options.environment,
      deleteBatches: async (query, upTo) => {
        await Promise.all(this.hosts.map(host => host.deleteResults(query, [...upTo])));
      },
    });
  }

  /** Registers what earlier runs left. */
  async restore(): Promise<void> {
    const stored = (await this.options.metadata.get(REGISTRY_KEY)) as StoredRegistry | undefined;
    if (stored === undefined) return;
    this.nextNumber = stored.nextNumber;
    for (const number of stored.leaving ?? []) await this.removeTraces(number);
    const unfinished: RegisteredQuery[] = [];
    for (const query of stored.queries) {
      const started = await this.start(query, true);
      if (this.exchanges.has(query.number)) unfinished.push(started);
    }
    // The order of what a crash left without one is fixed before anybody reads it.
    await this.ledger.flush();
    this.ledger.trim();
    for (const query of unfinished) await this.finishExchange(query);
  }

  register(definition: StandingDefinition): Promise<StandingHandle> {
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
      const number = this.nextNumber++;
      // First: a number that nodes may have journalled is never given again, whatever happens from here on.
      await this.save();
      const query = await this.start({ number, definition: { ...definition, id } }, false);
      await this.save();
      return query;
    });
  }

  get(name: string): StandingHandle | undefined {
    return this.byName.get(name);
  }

  withNumber(number: number): StandingHandle | undefined {
    return this.byNumber.get(number);
  }

  /** Names of the queries that call a function. */
  callersOf(name: string): readonly string[] {
    return [...this.byName.values()]
      .filter(({ definition }) => queryCallsFunction(definition.query, name))
      .map(query => query.name);
  }

  list(): readonly StandingHandle[] {
    return [...this.byName.values()];
  }

  /** Never silently: a row that is not there because of an error is counted, and the log says why. */
  expressionsFailed({ plan, count, expression, reason }: FailureSummary): void {
    const query = [...this.byName.values()].find(each => each.plan === plan);
    query?.countFailures(count);
    this.environment.logger.log(
      'warn',
      'an expression of a standing query failed: what it is for is left out',
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

  /** Every consumer has taken what there is for it. */
  get isIdle(): boolean {
    for (const query of this.byName.values()) if (!query.log.isIdle) return false;
    return true;
  }

  /** Writes what the ledger has yet to write. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.ledger.close();
  }

  private async start(stored: StoredQuery, isRestored: boolean): Promise<RegisteredQuery> {
    const { number, definition, plan = number } = stored;
    const { inputBufferSize, name, id } = definition;
    const { exchange } = stored;
    const columns = await this.registerPlan(plan, definition, exchange === undefined ? number : plan);
    if (exchange !== undefined) {
      this.exchanges.set(number, exchange);
      await this.steps.resume(exchange, number);
    }
    await Promise.all(this.hosts.map(host => host.registerStanding(number, inputBufferSize, { name, id })));
    if (definition.provenance) await Promise.all(this.hosts.map(host => host.trackOrigins(number)));
    const generations = new Map(stored.columns ?? [[plan, columns]]);
    this.generations.set(number, generations);
    const log = this.logs.open(number, definition, generations);
    if (isRestored) {
      await this.ledger.open(log);
      const after = [...log.lastOrdered];
      const left = await Promise.all(this.hosts.map(host => host.openResults(number, after)));
      log.appendUnordered(left.flat());
    } else {
      this.ledger.begin(log);
    }
    const registered: RegisteredQuery = new RegisteredQuery(
      { plan, definition, columns },
      log,
      this.environment,
      {
        inspector: this.options.inspector,
        restoredPlan: isRestored ? plan : undefined,
        flush: () => this.ledger.flush(),
        replace: (query, mode) => this.replace(registered, { ...registered.definition, query, mode }),
        remove: () => this.remove(definition.name),
      },
    );
    this.byName.set(definition.name, registered);
    this.byNumber.set(number, registered);
    await Promise.all(this.hosts.map(host => host.startStanding(plan)));
    return registered;
  }

  private async registerPlan(
    plan: number,
    { query, mode, provenance = false }: StoredStanding,
    log: number | null,
  ): Promise<readonly string[]> {
    const columns = await Promise.all(
      this.hosts.map(host => host.registerPlan(plan, query, mode, provenance, log)),
    );
    return columns[0]!;
  }

  /**
   * See replacement/exchange.ts. Until the registry says otherwise, in one write, the old plan has the name, and what
   * there is of the new one is nobody's; from then on the new one has it, and the difference is told, after a crash
   * perhaps a second time.
   */
  private replace(query: RegisteredQuery, definition: StoredStanding): Promise<void> {
    return this.changes.run(async () => {
      const { number } = query;
      if (this.byNumber.get(number) !== query) throw standingGone(query.name);
      const exchange: Exchange = {
        before: query.plan,
        after: this.nextNumber++,
        copies: this.nextNumber++,
        found: this.nextNumber++,
        sortedBefore: this.nextNumber++,
        sortedAfter: this.nextNumber++,
      };
      for (const each of numbersOf(exchange)) this.leaving.add(each);
      await this.save();
      try {
        await this.prepare(query, definition, exchange);
      } catch (error) {
        if (query.plan === exchange.before) await this.undo(exchange, number);
        throw error;
      }
      await this.finishExchange(query);
    });
  }

  private async prepare(
    query: RegisteredQuery,
    definition: StoredStanding,
    exchange: Exchange,
  ): Promise<void> {
    const { after } = exchange;
    const columns = await this.registerPlan(after, definition, after);
    await this.steps.prepare(exchange, query.number);
    const { clock, logger } = this.environment;
    const start = clock.now();
    await this.steps.cut(exchange, query.number, cut =>
      this.keepCut(query, { plan: after, definition, columns }, cut),
    );
    logger.log('info', 'a standing query was replaced', {
      standingQuery: query.name,
      writersWaitedMillis: clock.now() - start,
    });
  }

  private async keepCut(query: RegisteredQuery, next: StandingGeneration, cut: CutExchange): Promise<void> {
    const { number, plan, definition, columns } = query;
    const generations = this.generations.get(number)!;
    generations.set(next.plan, next.columns);
    this.exchanges.set(number, cut);
    for (const each of numbersOf(cut)) this.leaving.delete(each);
    query.goOnAs(next);
    try {
      await this.save();
    } catch (error) {
      query.goOnAs({ plan, definition, columns });
      generations.delete(next.plan);
      this.exchanges.delete(number);
      throw error;
    }
  }

  private async undo(exchange: Exchange, log: number): Promise<void> {
    await this.removePlan(exchange.after);
    await this.steps.undo(exchange, log);
    await this.forgetNumbers(exchange);
  }

  /** Rejects when the store fails; then it is tried again after a while. */
  private async finishExchange(query: RegisteredQuery): Promise<void> {
    const { number } = query;
    const exchange = this.exchanges.get(number);
    if (exchange === undefined) return;
    const { before, after } = exchange;
    try {
      const generations = this.generations.get(number)!;
      const comparesRows = generations.get(before)!.join('\n') === generations.get(after)!.join('\n');
      await this.removePlan(before);
      await this.steps.finish(exchange, number, comparesRows, () => this.ledger.flush());
      this.exchanges.delete(number);
      await this.forgetNumbers(exchange);
    } catch (error) {
      this.environment.logger.log('error', 'the difference of a replacement could not be told yet', {
        standingQuery: query.name,
        error: WeirError.from(error).message,
      });
      this.environment.scheduler.after(FINISH_RETRY_MILLIS, () => {
        if (!this.isClosed) this.changes.run(() => this.finishExchange(query)).catch(() => undefined);
      });
      throw error;
    }
  }

  private async forgetNumbers(exchange: Exchange): Promise<void> {
    const numbers = numbersOf(exchange);
    for (const each of numbers) this.leaving.add(each);
    await this.save();
    for (const each of numbers) {
      await this.removeTraces(each);
      this.leaving.delete(each);
    }
    await this.save();
  }

  private async removePlan(plan: number): Promise<void> {
    await Promise.all(this.hosts.map(host => host.removePlan(plan)));
  }

  private remove(name: string): Promise<void> {
    return this.changes.run(async () => {
      const query = this.byName.get(name);
      if (query === undefined) return;
      const { number, plan } = query;
      this.byName.delete(name);
      this.byNumber.delete(number);
      this.generations.delete(number);
      const exchange = this.exchanges.get(number);
      this.exchanges.delete(number);
      query.log.stop();
      this.leaving.add(number);
      await this.save();
      await this.removePlan(plan);
      await this.removeTraces(number);
      this.leaving.delete(number);
      if (exchange === undefined) await this.save();
      else await this.forgetNumbers(exchange);
    });
  }

  private async removeTraces(number: number): Promise<void> {
    await Promise.all(this.hosts.map(host => host.removeStanding(number)));
    await this.ledger.forget(number);
  }

  private save(): Promise<void> {
    const registry: StoredRegistry = {
      nextNumber: this.nextNumber,
      queries: [...this.byName.values()].map(({ number, plan, definition }): StoredQuery => {
        const exchange = this.exchanges.get(number);
        return {
          number,
          definition,
          ...(plan === number ? {} : { plan, columns: [...this.generations.get(number)!] }),
          ...(exchange === undefined ? {} : { exchange }),
        };
      }),
      leaving: [...this.leaving],
    };
    return this.options.metadata.put(REGISTRY_KEY, registry);
  }
}

function standingGone(name: string): WeirError {
  return new WeirError('standing.not-found', `There is no standing query named '${name}'`);
}
