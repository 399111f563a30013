/** `StreamingGraph` over its workers, which run in this thread or on worker threads. */
import type { ResultBatch } from '@weir/graph';
import { type Value, type ValueMap } from '@weir/model';
import { type Environment, pause, WeirError } from '@weir/platform';
import { PersistedFunctions } from './function-catalog.js';
import { CheckpointLoop } from './checkpoint-loop.js';
import { Delivery } from './delivery.js';
import { GraphLane } from './graph-lane.js';
import { GraphWriter, writerLane } from './graph-writer.js';
import { GraphWatches } from './standing/graph-watches.js';
import { ShardedGraphAdmin } from './sharded-graph-admin.js';
import { GraphRevival } from './graph-revival.js';
import { startQuery } from './graph-query-run.js';
import { QueryTimes, type QueryTimer } from './query-times.js';
import type { FailureSummary } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { WorkerSupervisor } from './supervision/worker-supervisor.js';
import type { Workers } from '../contract/workers.js';
import { StandingInspector } from '../standing-inspection/standing-inspector.js';
import { StandingRegistry, type StandingRegistryOptions } from './standing/standing-registry.js';
import { Propagations } from './propagations.js';
import { isWorkerLost } from './supervision/loss-errors.js';
import { TapDesk } from './tap-desk.js';
import type {
  GraphAdmin,
  Lane,
  LaneDefinition,
  QueryOptions,
  QueryRun,
  ReaderProcesses,
  ShardLimits,
  StandingDefinition,
  StandingHandle,
  StandingMode,
  StreamingGraph,
  Watch,
  WatchOptions,
  Writer,
  WriterOptions,
} from '@weir/contract';

/**
 * Interval, in milliseconds, at which idleness is polled. It is a property of all workers together: an event for it
 * would cost a message between threads each time one of them finishes its work.
 */
const IDLE_POLL_MILLIS = 2;

export interface ShardedGraphOptions extends Omit<
  StandingRegistryOptions,
  'changeable' | 'check' | 'inspector' | 'quiet' | 'workers'
> {
  readonly supervisor: WorkerSupervisor;
  readonly workerCount: number;
  /** Other processes that can read sources. */
  readonly readerProcesses: ReaderProcesses | undefined;
  readonly storeName: string;
  readonly hadData: boolean;
  /** The last run did not end with `close`. */
  readonly crashed: boolean;
  /**
   * Called after all workers were closed.
   * @param isComplete whether nothing is left for a recovery.
   */
  close(isComplete: boolean): Promise<void>;
}

export class ShardedGraph implements StreamingGraph {
  readonly admin: GraphAdmin;
  readonly functions: PersistedFunctions;
  private readonly services: Workers;
  private readonly environment: Environment;
  private readonly registry: StandingRegistry;
  private readonly tapDesk: TapDesk;
  private nextWorker = 0;
  private nextQuery = 1;
  private nextLane = 1;
  private readonly lanes = new Set<GraphLane>();
  private readonly delivery: Delivery;
  private readonly queryTimes: QueryTimes;
  private readonly limits = new Map<number, ShardLimits>();
  private readonly propagations: Propagations;
  private readonly checkpoints: CheckpointLoop;
  private readonly revival: GraphRevival;
  private readonly watches: GraphWatches;
  private closing: Promise<void> | undefined = undefined;

  constructor(private readonly options: ShardedGraphOptions) {
    const { supervisor, environment } = options;
    const { workers } = supervisor;
    this.services = workers;
    this.environment = environment;
    this.delivery = new Delivery(workers, supervisor);
    this.queryTimes = new QueryTimes(environment.clock);
    const changeable = (): Promise<void> => this.changeable();
    const check = (): void => supervisor.checkGap();
    this.functions = new PersistedFunctions(
      workers,
      options.metadata,
      environment.logger,
      name => this.registry.callersOf(name),
      changeable,
    );
    this.checkpoints = new CheckpointLoop(workers, environment);
    this.propagations = new Propagations(workers, options.metadata);
    const inspector = new StandingInspector({
      workers,
      environment,
      query: (text, parameters) => this.startQuery(text, { parameters }, true),
    });
    this.registry = new StandingRegistry({
      ...options,
      workers,
      inspector,
      changeable,
      check,
      quiet: () => this.quiet(() => this.propagations.areOver),
    });
    this.tapDesk = new TapDesk(workers, number => this.registry.withNumber(number));
    const { functions, registry, propagations, checkpoints, tapDesk } = this;
    const { delivery, lanes, limits } = this;
    this.revival = new GraphRevival(
      {
        ...{ workers, environment, functions, registry, propagations, checkpoints, tapDesk },
        ...{ delivery, lanes, limits },
        isClosing: () => this.closing !== undefined,
      },
      options.crashed,
    );
    this.admin = new ShardedGraphAdmin({
      ...options,
      ...{ registry, propagations, limits, revival: this.revival, queryTimes: this.queryTimes },
      worker: () => this.worker(),
      query: (text, given) => this.query(text, given),
      isClosing: () => this.closing !== undefined,
    });
    this.watches = new GraphWatches({
      registry,
      environment,
      modeOf: async (query, mode) => {
        this.checkOpen();
        return this.modeOf(query, mode);
      },
    });
    void supervisor.lost.then(error => this.watches.fail(error));
  }

  // Life cycle

  /** Restores the state of earlier runs. */
  async restore(): Promise<void> {
    await this.functions.restore();
    await this.registry.restore();
    this.checkpoints.start();
    this.options.supervisor.watch(this.revival);
  }

  expressionsFailed(summary: FailureSummary): void {
    this.registry.expressionsFailed(summary);
  }

  tap(worker: number, tap: number, query: number | undefined): void {
    this.tapDesk.tap(worker, tap, query);
  }

  receive(batches: readonly ResultBatch[]): void {
    this.registry.receive(batches);
  }

  idle(): Promise<void> {
    return this.whileUp(() => this.quiet(() => this.registry.isIdle));
  }

  /** Runs `work`, and repeats it if a worker was lost meanwhile. */
  private async whileUp<T>(work: () => Promise<T>): Promise<T> {
    const { supervisor } = this.options;
    for (;;) {
      await supervisor.whole(() => supervisor.hasGivenUp);
      try {
        return await work();
      } catch (error) {
        if (!isWorkerLost(error)) throw error;
      }
    }
  }

  /** @param andAlso additional condition. Rejects with `graph.worker-lost`. */
  private async quiet(andAlso: () => boolean): Promise<void> {
    let before = '';
    for (;;) {
      await this.revival.recovered();
      const activities = await this.services.each(worker => worker.shards.activity());
      const sent = activities.reduce((sum, each) => sum + each.framesSent, 0);
      const received = activities.reduce((sum, each) => sum + each.framesReceived, 0);
      const quiet = sent === received && andAlso() && activities.every(each => !each.busy);
      const now = quiet ? `${sent}` : '';
      if (quiet && now === before) return;
      before = now;
      await pause(this.environment.scheduler, IDLE_POLL_MILLIS);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Closes the stores in any case, so that they can be opened again. */
  private async shutDown(): Promise<void> {
    const { supervisor } = this.options;
    let isComplete = false;
    try {
      await this.closeWorkers();
      await this.registry.close();
      isComplete = this.revival.isComplete;
    } catch (error) {
      // The next start runs as after a crash.
      if (supervisor.outage === undefined) throw error;
    } finally {
      await this.options.close(isComplete);
    }
  }

  /** If it rejects, the workers were abandoned and the registry is closed. */
  private async closeWorkers(): Promise<void> {
    const { supervisor } = this.options;
    try {
      await this.watches.end();
      await supervisor.beginClose();
      supervisor.check();
      // Untaken results of taps would keep the graph from becoming idle.
      await this.services.each(worker => worker.results.endTaps());
      await this.quiet(() => this.registry.isIdle);
      await this.checkpoints.stop();
      if (this.revival.isComplete) await this.checkpoints.take();
      await this.services.each(worker => worker.close());
    } catch (error) {
      // A worker that was not closed does not end, so `close` of the supervisor would wait for it forever. The first
      // of several errors is reported.
      await supervisor.abandon(WeirError.from(error)).catch(() => undefined);
      await this.checkpoints.stop();
      await this.registry.close().catch(() => undefined);
      throw error;
    }
  }

  // Queries

  query(text: string, options: QueryOptions = {}): Promise<QueryRun> {
    return this.startQuery(text, options, false, this.queryTimes.begin());
  }

  private async startQuery(
    text: string,
    options: QueryOptions,
    letsSleep: boolean,
    timer?: QueryTimer,
  ): Promise<QueryRun> {
    const { parameters = {}, atTime, timeout, signal, allowedEffects, encoder } = options;
    const { supervisor } = this.options;
    if (supervisor.isMoving) await supervisor.moved();
    const query = this.nextQuery++;
    const request = { query, text, parameters, atTime, timeout, allowedEffects, letsSleep, encoder };
    const delivery = this.delivery.query(request, () => this.chooseWorker());
    delivery.catch((error: unknown) => timer?.failed(error));
    return startQuery(request, await delivery, signal, timer);
  }

  async openLane(definition: LaneDefinition): Promise<Lane> {
    const { supervisor } = this.options;
    return this.whileUp(async () => {
      const lane = await GraphLane.open(this.nextLane++, definition, {
        workers: this.services,
        supervisor,
        delivery: this.delivery,
        closed: closed => this.lanes.delete(closed),
      });
      this.lanes.add(lane);
      return lane;
    });
  }

  async writer<V extends Value = Value>(query: string, options: WriterOptions = {}): Promise<Writer<V>> {
    return new GraphWriter<V>(await this.openLane(writerLane(query, options)));
  }

  // Standing queries

  watch<R = ValueMap>(query: string, options: WatchOptions = {}): Watch<R> {
    return this.watches.watch<R>(query, options);
  }

  async registerStanding(definition: StandingDefinition): Promise<StandingHandle> {
    await this.changeable();
    const mode = await this.modeOf(definition.query, definition.mode);
    return this.registry.register({ ...definition, mode });
  }

  /**
   * Resolves when definitions can change: no worker is being replaced. Rejects with `graph.worker-lost` if that takes too
   * long.
   */
  private async changeable(): Promise<void> {
    const { supervisor } = this.options;
    if (!supervisor.isMoving) return;
    await supervisor.moved();
    await supervisor.gapClosed();
    supervisor.check();
  }

  /** Infers the mode if none is given. Rejects while queries cannot be registered. */
  private async modeOf(query: string, mode: StandingMode | undefined): Promise<StandingMode> {
    this.options.supervisor.check();
    if (mode !== undefined) return mode;
    try {
      await this.admin.inspectStanding(query, 'DistinctId');
      return 'DistinctId';
    } catch (error) {
      if (WeirError.from(error).code === 'standing.invalid-pattern') return 'MultipleValues';
      throw error;
    }
  }

  standing(name: string): StandingHandle | undefined {
    return this.registry.get(name);
  }

  listStanding(): readonly StandingHandle[] {
    return this.registry.list();
  }

  /** Selects the workers for queries in turn. */
  private worker(): WorkerServices {
    return this.services.all[this.chooseWorker()]!;
  }

  /** Returns the next worker in turn that is not avoided. */
  private chooseWorker(): number {
    this.checkOpen();
    const { supervisor } = this.options;
    supervisor.checkSome();
    do this.nextWorker = (this.nextWorker + 1) % this.services.all.length;
    while (supervisor.isAvoided(this.nextWorker));
    return this.nextWorker;
  }

  private checkOpen(): void {
    if (this.closing !== undefined) throw new WeirError('graph.closed', 'The graph is shutting down.');
  }
}
