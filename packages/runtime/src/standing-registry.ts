/**
 * The standing queries of a graph, as the coordinator keeps them: their numbers (which are in the nodes'
 * journals, so never used twice), their definitions over restarts, and the logs of their results.
 */
import type { ResultBatch } from '@weir/graph';
import { type Environment, SerialQueue, WeirError } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { HostService } from './host-service.js';
import { RegisteredQuery, type StandingGeneration } from './registered-query.js';
import { BatchMemory } from './results/batch-memory.js';
import { ResultLedger } from './results/result-ledger.js';
import { ResultLog } from './results/result-log.js';
import type { StandingDifference } from './standing-difference.js';
import { atRest, compareAndRename, type ReplacementPorts } from './standing-replacement.js';
import type { StandingInspector } from './standing-inspector.js';
import type {
  MetadataStore,
  ResultLogLimits,
  StandingDefinition,
  StandingHandle,
  StoredStanding,
} from './streaming-graph.js';

const REGISTRY_KEY = 'standing-queries';
/** Before a read of stored results that failed is tried again. */
const READ_RETRY_MILLIS = 1000;

interface StoredQuery {
  /** Of its log. */
  readonly number: number;
  readonly definition: StoredStanding;
  /** Of one that took another one's place: its number on the nodes. */
  readonly plan?: number;
  /** By plan: of the first and of every later one. */
  readonly columns?: readonly (readonly [plan: number, columns: readonly string[]])[];
  /** What consumers are yet to be told of the last change. */
  readonly difference?: StoredDifference;
}

interface StoredDifference extends StandingDifference {
  /** The plan that was replaced. */
  readonly before: number;
}

interface StoredRegistry {
  readonly nextNumber: number;
  readonly queries: readonly StoredQuery[];
  /** Numbers of queries that are being removed. */
  readonly leaving?: readonly number[];
}

export interface StandingRegistryOptions {
  readonly rest: Pick<ReplacementPorts, 'propagate' | 'quiet'>;
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
  private readonly differences = new Map<number, StoredDifference>();
  private nextNumber = 1;
  /** Registrations and removals one after the other. */
  private readonly changes = new SerialQueue();
  private readonly ledger: ResultLedger;
  private readonly memory = new BatchMemory();
  private readonly hosts: readonly HostService[];
  private readonly environment: Environment;

  constructor(private readonly options: StandingRegistryOptions) {
    this.hosts = options.hosts;
    this.environment = options.environment;
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
      if (this.differences.has(query.number)) unfinished.push(started);
    }
    // The order of what a crash left without one is fixed before anybody reads it.
    await this.ledger.flush();
    this.ledger.trim();
    for (const query of unfinished) await this.tellDifference(query);
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

  list(): readonly StandingHandle[] {
    return [...this.byName.values()];
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
    return this.ledger.close();
  }

  private async start(stored: StoredQuery, isRestored: boolean): Promise<RegisteredQuery> {
    const { number, definition, plan = number } = stored;
    const { inputBufferSize, name, id } = definition;
    const columns = await this.registerPlan(plan, definition, number);
    await Promise.all(this.hosts.map(host => host.registerStanding(number, inputBufferSize, { name, id })));
    if (definition.provenance) await Promise.all(this.hosts.map(host => host.trackOrigins(number)));
    const generations = new Map(stored.columns ?? [[plan, columns]]);
    this.generations.set(number, generations);
    if (stored.difference !== undefined) this.differences.set(number, stored.difference);
    const log = this.openLog(number, definition, generations);
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
    { query, mode }: StoredStanding,
    log: number | null,
  ): Promise<readonly string[]> {
    const columns = await Promise.all(this.hosts.map(host => host.registerPlan(plan, query, mode, log)));
    return columns[0]!;
  }

  /**
   * Until the registry says otherwise, in one write, the old plan has the name, and what there is of the new one is
   * nobody's; from then on the new one has it, and the difference is told, after a crash perhaps a second time.
   */
  private replace(query: RegisteredQuery, definition: StoredStanding): Promise<void> {
    return this.changes.run(async () => {
      if (this.byNumber.get(query.number) !== query) throw standingGone(query.name);
      const plan = this.nextNumber++;
      await this.save();
      const ports = { ...this.options.rest, hosts: this.hosts, scheduler: this.environment.scheduler };
      try {
        const columns = await this.registerPlan(plan, definition, null);
        await Promise.all(this.hosts.map(host => host.startStanding(plan)));
        await ports.propagate();
        await atRest(ports, () => this.exchange(query, { plan, definition, columns }, ports));
      } catch (error) {
        if (query.plan !== plan) await this.removePlan(plan);
        throw error;
      }
    });
  }

  private async exchange(
    query: RegisteredQuery,
    next: StandingGeneration,
    ports: ReplacementPorts,
  ): Promise<void> {
    const { plan: before, number } = query;
    const hasSameColumns = query.columns.join('\n') === next.columns.join('\n');
    const difference = await compareAndRename(ports, before, next.plan, hasSameColumns);
    const previous = { plan: before, definition: query.definition, columns: query.columns };
    const generations = this.generations.get(number)!;
    generations.set(next.plan, next.columns);
    this.differences.set(number, { ...difference, before });
    query.goOnAs(next);
    try {
      await this.save();
    } catch (error) {
      query.goOnAs(previous);
      generations.delete(next.plan);
      this.differences.delete(number);
      throw error;
    }
    try {
      await this.removePlan(before);
      await this.tellDifference(query);
    } finally {
      await Promise.all(this.hosts.map(host => host.fileResults(next.plan, number)));
    }
  }

  private async tellDifference(query: RegisteredQuery): Promise<void> {
    const { number, plan } = query;
    const { before, cancellations, matches } = this.differences.get(number)!;
    if (cancellations.length + matches.length > 0) {
      await this.hosts[0]!.addDifference(number, before, plan, { cancellations, matches });
      await this.ledger.flush();
    }
    this.differences.delete(number);
    await this.save();
  }

  private async removePlan(plan: number): Promise<void> {
    await Promise.all(this.hosts.map(host => host.removePlan(plan)));
  }

  private openLog(
    number: number,
    definition: StoredStanding,
    generations: ReadonlyMap<number, readonly string[]>,
  ): ResultLog {
    const { name, includeCancellations, resultLog, provenance = false } = definition;
    const { logger, scheduler } = this.environment;
    return new ResultLog({
      query: number,
      columns: [...generations.values()][0]!,
      laterColumns: generations,
      includeCancellations,
      provenance,
      retention: {
        count: resultLog?.count ?? this.options.resultLog.count,
        millis: resultLog?.millis ?? this.options.resultLog.millis,
      },
      memory: this.memory,
      read: (shard, after) => this.hostOf(shard).readResults(number, shard, after),
      taken: counts => this.acknowledge(number, counts),
      changed: log => this.ledger.touch(log),
      consumerFailed: (error, results) =>
        logger.log('error', 'a consumer of standing query results failed', {
          standingQuery: name,
          results,
          error: WeirError.from(error).message,
        }),
      readFailed: (error, again) => {
        logger.log('error', 'stored results could not be read; trying again', {
          standingQuery: name,
          error: WeirError.from(error).message,
        });
        scheduler.after(READ_RETRY_MILLIS, again);
      },
    });
  }

  private remove(name: string): Promise<void> {
    return this.changes.run(async () => {
      const query = this.byName.get(name);
      if (query === undefined) return;
      const { number, plan } = query;
      this.byName.delete(name);
      this.byNumber.delete(number);
      this.generations.delete(number);
      this.differences.delete(number);
      query.log.stop();
      this.leaving.add(number);
      await this.save();
      await this.removePlan(plan);
      await this.removeTraces(number);
      this.leaving.delete(number);
      await this.save();
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
        const difference = this.differences.get(number);
        return {
          number,
          definition,
          ...(plan === number ? {} : { plan, columns: [...this.generations.get(number)!] }),
          ...(difference === undefined ? {} : { difference }),
        };
      }),
      leaving: [...this.leaving],
    };
    return this.options.metadata.put(REGISTRY_KEY, registry);
  }

  private acknowledge(number: number, counts: ReadonlyMap<number, number>): void {
    const taken = new Map<HostService, number>();
    for (const [shard, count] of counts) {
      const host = this.hostOf(shard);
      taken.set(host, (taken.get(host) ?? 0) + count);
    }
    for (const [host, count] of taken) {
      host
        .acknowledgeResults(number, count)
        .catch((error: unknown) =>
          this.environment.logger.log('debug', 'results could not be acknowledged', { error: String(error) }),
        );
    }
  }

  private hostOf(shard: number): HostService {
    return this.hosts[this.options.hostOfShard[shard]!]!;
  }
}

function standingGone(name: string): WeirError {
  return new WeirError('standing.not-found', `There is no standing query named '${name}'`);
}
