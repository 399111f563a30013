/**
 * The standing queries of a graph, as the coordinator keeps them: their numbers (which are in the nodes'
 * journals, so never used twice), their definitions over restarts, and the way of their results to consumers.
 */
import { type Environment, WeirError } from '@weir/model';
import type { HostResult, HostService } from './host-service.js';
import { rowToMap } from './lane-runner.js';
import { RateMeter } from './rate-meter.js';
import type {
  MetadataStore,
  StandingConsumer,
  StandingDefinition,
  StandingHandle,
  StandingOutput,
  StandingStats,
} from './streaming-graph.js';

const REGISTRY_KEY = 'standing-queries';
/** Results that consumers get at once. */
const RESULTS_PER_BATCH = 256;

interface StoredRegistry {
  readonly nextNumber: number;
  readonly queries: readonly { readonly number: number; readonly definition: Required<StandingDefinition> }[];
}

export class StandingRegistry {
  private readonly byName = new Map<string, RegisteredQuery>();
  private readonly byNumber = new Map<number, RegisteredQuery>();
  private nextNumber = 1;
  /** Registrations and removals one after the other. */
  private changes: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly hosts: readonly HostService[],
    private readonly metadata: MetadataStore,
    private readonly environment: Environment,
  ) {}

  /** Registers what earlier runs left. */
  async restore(): Promise<void> {
    const stored = (await this.metadata.get(REGISTRY_KEY)) as StoredRegistry | undefined;
    if (stored === undefined) return;
    this.nextNumber = stored.nextNumber;
    for (const { number, definition } of stored.queries) await this.start(number, definition);
  }

  register(definition: StandingDefinition): Promise<StandingHandle> {
    return this.oneAtATime(async () => {
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
      const query = await this.start(number, { ...definition, id });
      await this.save();
      return query;
    });
  }

  get(name: string): StandingHandle | undefined {
    return this.byName.get(name);
  }

  list(): readonly StandingHandle[] {
    return [...this.byName.values()];
  }

  receive(results: readonly HostResult[], host: HostService): void {
    for (const result of results) {
      const query = this.byNumber.get(result[0]);
      if (query === undefined) continue;
      query.receive(result, host);
    }
  }

  get isIdle(): boolean {
    return [...this.byName.values()].every(query => query.isIdle);
  }

  private async start(number: number, definition: Required<StandingDefinition>): Promise<RegisteredQuery> {
    const { query, mode, inputBufferSize } = definition;
    const known = await Promise.all(
      this.hosts.map(host => host.registerStanding(number, query, mode, inputBufferSize)),
    );
    const columns = known[0]!;
    const registered = new RegisteredQuery(number, definition, columns, this.environment, () =>
      this.remove(definition.name),
    );
    this.byName.set(definition.name, registered);
    this.byNumber.set(number, registered);
    await Promise.all(this.hosts.map(host => host.startStanding(number)));
    return registered;
  }

  private remove(name: string): Promise<void> {
    return this.oneAtATime(async () => {
      const query = this.byName.get(name);
      if (query === undefined) return;
      this.byName.delete(name);
      this.byNumber.delete(query.number);
      query.stop();
      await this.save();
      await Promise.all(this.hosts.map(host => host.removeStanding(query.number)));
    });
  }

  private save(): Promise<void> {
    return this.metadata.put(REGISTRY_KEY, {
      nextNumber: this.nextNumber,
      queries: [...this.byName.values()].map(({ number, definition }) => ({ number, definition })),
    });
  }

  private oneAtATime<T>(change: () => Promise<T>): Promise<T> {
    const result = this.changes.then(change);
    this.changes = result.catch(() => undefined);
    return result;
  }
}

class RegisteredQuery implements StandingHandle {
  private readonly consumers = new Set<StandingConsumer>();
  private queue: { readonly output: StandingOutput; readonly host: HostService }[] = [];
  private delivering = false;
  private stopped = false;
  private cancellations = 0;
  private readonly meter: RateMeter;
  private readonly startTime: number;

  constructor(
    readonly number: number,
    readonly definition: Required<StandingDefinition>,
    readonly columns: readonly string[],
    private readonly environment: Environment,
    readonly remove: () => Promise<void>,
  ) {
    this.meter = new RateMeter(environment.clock);
    this.startTime = environment.clock.now();
  }

  get name(): string {
    return this.definition.name;
  }

  get id(): string {
    return this.definition.id;
  }

  get isIdle(): boolean {
    return !this.delivering && this.queue.length === 0;
  }

  stats(): StandingStats {
    const rates = this.meter.summary();
    return {
      matches: rates.count,
      cancellations: this.cancellations,
      rates,
      startTime: this.startTime,
      totalRuntime: this.environment.clock.now() - this.startTime,
      bufferSize: this.queue.length,
    };
  }

  subscribe(consumer: StandingConsumer): () => void {
    this.consumers.add(consumer);
    return () => void this.consumers.delete(consumer);
  }

  receive(result: HostResult, host: HostService): void {
    const [, isPositiveMatch, isInitialResult, resultId, row] = result;
    if (isPositiveMatch) this.meter.mark(1);
    else this.cancellations++;
    this.queue.push({
      output: { resultId, isPositiveMatch, isInitialResult, data: rowToMap(this.columns, row) },
      host,
    });
    if (!this.delivering) void this.deliver();
  }

  stop(): void {
    this.stopped = true;
    this.queue = [];
    this.consumers.clear();
  }

  /** The slowest consumer sets the pace: the next batch leaves when all have taken this one. */
  private async deliver(): Promise<void> {
    this.delivering = true;
    while (this.queue.length > 0 && !this.stopped) {
      const batch = this.queue.splice(0, RESULTS_PER_BATCH);
      const outputs = batch
        .map(entry => entry.output)
        .filter(output => output.isPositiveMatch || this.definition.includeCancellations);
      if (outputs.length > 0) {
        await Promise.all([...this.consumers].map(consumer => this.hand(consumer, outputs)));
      }
      this.acknowledge(batch.map(entry => entry.host));
    }
    this.delivering = false;
  }

  private async hand(consumer: StandingConsumer, outputs: readonly StandingOutput[]): Promise<void> {
    try {
      await consumer(outputs);
    } catch (error) {
      this.environment.logger.log('error', 'a consumer of standing query results failed', {
        standingQuery: this.name,
        results: outputs.length,
        error: WeirError.from(error).message,
      });
    }
  }

  private acknowledge(hosts: readonly HostService[]): void {
    const taken = new Map<HostService, number>();
    for (const host of hosts) taken.set(host, (taken.get(host) ?? 0) + 1);
    for (const [host, count] of taken) {
      host
        .acknowledgeResults(this.number, count)
        .catch((error: unknown) =>
          this.environment.logger.log('debug', 'results could not be acknowledged', { error: String(error) }),
        );
    }
  }
}
