/** A running standing query: its definition, its statistics, and the delivery of its results to consumers. */
import type { ResultBatch } from '@weir/graph';
import type { Environment } from '@weir/platform';
import {
  type DurableCursor,
  RateMeter,
  type StandingConsumer,
  type StandingCursors,
  type StandingHandle,
  type StandingInspection,
  type StandingMode,
  type StandingOutput,
  type StandingStats,
  type StoredStanding,
  type SubscribeOptions,
} from '@weir/contract';
import type { CutExchange } from '../../contract/exchange.js';
import { ResultCursor } from '../../results/result-cursor.js';
import type { ResultLog } from '../../results/result-log.js';
import type { StandingInspector } from '../../standing-inspection/standing-inspector.js';

/** A query that has or had the name. */
export interface StandingGeneration {
  readonly plan: number;
  readonly definition: StoredStanding;
  readonly columns: readonly string[];
}

export interface RegisteredQueryDependencies {
  readonly inspector: StandingInspector;
  /** Makes all changes of the log so far durable. */
  flush(): Promise<void>;
  replace(query: string, mode: StandingMode): Promise<void>;
  remove(): Promise<void>;
}

export class RegisteredQuery implements StandingHandle {
  private cancellations = 0;
  private expressionFailures = 0;
  /** Set while the difference of the last replacement has yet to be reported to consumers. */
  exchange: CutExchange | undefined = undefined;
  /** The plan that was in use on earlier workers, if any. */
  restoredPlan: number | undefined = undefined;
  readonly cursors: StandingCursors;
  readonly inspection: StandingInspection;
  private readonly removal = new AbortController();
  private readonly meter: RateMeter;
  private readonly startTime: number;

  constructor(
    private current: StandingGeneration,
    /** Columns of each plan that the query has had, oldest first. */
    readonly generations: Map<number, readonly string[]>,
    readonly log: ResultLog,
    private readonly environment: Environment,
    private readonly dependencies: RegisteredQueryDependencies,
  ) {
    this.meter = new RateMeter(environment.clock);
    this.startTime = environment.clock.now();
    this.cursors = {
      get names() {
        return log.names;
      },
      open: (name, consumer, start) => this.openCursor(name, consumer, start),
      drop: async name => {
        log.dropName(name);
        await dependencies.flush();
      },
      drained: () => log.drained(),
    };
    const { inspector } = dependencies;
    this.inspection = {
      audit: (options = {}) => inspector.audit(this.plan, this.definition.query, options),
      survey: ({ counts = true } = {}) =>
        inspector.survey(this.plan, this.plan === this.restoredPlan, counts),
      explain: id => inspector.explain(this.plan, id),
    };
  }

  get number(): number {
    return this.log.query;
  }

  get definition(): StoredStanding {
    return this.current.definition;
  }

  /** Number of the query on the nodes. */
  get plan(): number {
    return this.current.plan;
  }

  /** Switches to a new generation, with the difference that has yet to be reported. */
  continueAs(generation: StandingGeneration, exchange: CutExchange | undefined): void {
    this.current = generation;
    this.generations.set(generation.plan, generation.columns);
    this.exchange = exchange;
  }

  get name(): string {
    return this.definition.name;
  }

  get id(): string {
    return this.definition.id;
  }

  get columns(): readonly string[] {
    return this.current.columns;
  }

  get resumeId(): string {
    return `${this.resumeIdPrefix}${this.log.end}`;
  }

  /** Distinguishes positions from those in the results of an earlier query with the same name. */
  private get resumeIdPrefix(): string {
    return `${this.id}/`;
  }

  stats(): StandingStats {
    const rates = this.meter.summary();
    return {
      matches: rates.count,
      cancellations: this.cancellations,
      expressionFailures: this.expressionFailures,
      rates,
      startTime: this.startTime,
      totalRuntime: this.environment.clock.now() - this.startTime,
      queueTimes: this.log.queueTimes.summary(),
      recordTimes: this.log.recordTimes.summary(),
      bufferSize: this.log.waiting,
    };
  }

  countFailures(count: number): void {
    this.expressionFailures += count;
  }

  receive(batch: ResultBatch): void {
    this.count(batch);
    this.environment.tracing?.results(this.name, batch.count);
    this.log.append(batch);
  }

  /** Adds results that lost workers had stored but not sent. */
  resume(batches: readonly ResultBatch[]): void {
    for (const batch of batches) this.count(batch);
    this.log.resume(batches);
  }

  /** Like `resume`, if only the workers of some shards were lost. */
  resumeShards(batches: readonly ResultBatch[], shards: ReadonlySet<number>): void {
    for (const batch of batches) this.count(batch);
    this.log.resumeShards(batches, shards);
  }

  private count(batch: ResultBatch): void {
    this.meter.mark(batch.positives);
    this.cancellations += batch.count - batch.positives;
  }

  subscribe(consumer: StandingConsumer, options: SubscribeOptions = {}): () => void {
    const { resumeAfter, onGap } = options;
    const knownPosition = resumeAfter?.startsWith(this.resumeIdPrefix)
      ? this.log.reader.positionOf(resumeAfter.slice(this.resumeIdPrefix.length))
      : undefined;
    const position = knownPosition ?? (resumeAfter === undefined ? this.log.end : this.log.first);
    const toFind = knownPosition === undefined ? resumeAfter : undefined;
    const cursor = new ResultCursor(this.log, consumer, { position, resumeAfter: toFind, onGap });
    this.log.attach(cursor);
    return () => cursor.close();
  }

  async latest(count: number): Promise<readonly StandingOutput[]> {
    const { log } = this;
    const { end } = log;
    const results: StandingOutput[] = [];
    let position = end - count;
    for (;;) {
      // Meanwhile, results may no longer be kept.
      position = Math.max(position, log.first);
      if (position >= end) return results;
      const { results: more, next } = await log.reader.read(position);
      if (next === position) return results;
      results.push(...more);
      position = next;
    }
  }

  private async openCursor(
    name: string,
    consumer: StandingConsumer,
    start: 'now' | 'beginning' = 'now',
  ): Promise<DurableCursor> {
    const fresh = start === 'now' ? this.log.end : this.log.first;
    const position = this.log.namedPosition(name) ?? fresh;
    const cursor = new ResultCursor(this.log, consumer, { name, position });
    this.log.attach(cursor);
    await this.dependencies.flush();
    return cursor;
  }

  /** Stops delivery, because the query is being removed. */
  stop(): void {
    this.log.stop();
    this.removal.abort();
  }

  get removed(): AbortSignal {
    return this.removal.signal;
  }

  replace(query: string, mode: StandingMode): Promise<void> {
    return this.dependencies.replace(query, mode);
  }

  remove(): Promise<void> {
    return this.dependencies.remove();
  }
}
