/**
 * Sends work to workers, and decides how to continue when its worker is lost.
 *
 * - Items of a lane are delivered until each has an outcome: after a loss again, to the replacement or another worker.
 *   An ad hoc query is not repeated: its caller gets `graph.worker-lost`.
 * - All work that ran on a lost worker is suspect. Suspects of one type run one at a time, so that the next loss
 *   identifies the culprit; items first all together, then in parts, then one by one. Work that completes is cleared.
 *   Other work continues beside it, and becomes suspect at the next loss.
 * - A suspect that was alone at one of its losses is set aside after three, so one bad record costs three losses and
 *   all other records run once. A suspect that always had company is set aside after twelve.
 * - A loss while only the graph's own work runs (recovery, registration, import) makes nothing suspect.
 */
import { SerialQueue } from '@weir/platform';
import type { LaneService } from '../contract/lane-service.js';
import type { QueryRequest, QueryService } from '../contract/query-service.js';
import type { Workers } from '../contract/workers.js';
import { isWorkerLost } from './supervision/loss-errors.js';
import type { WorkerSupervisor } from './supervision/worker-supervisor.js';
import { QueryWork, Work, type WorkKind } from './work.js';

const PART = 64;
/** Maximum number of suspect queries to remember; beyond it the oldest is forgotten. */
const SUSPECT_QUERIES = 1000;

/** The state of a lane that decides when and where its items run. */
export interface DeliveryLane {
  readonly kind: WorkKind;
  /** Calls in flight, for each worker that the lane uses. */
  readonly inFlight: number[];
  /** Set while items are held. Awaited before a suspect's turn begins, so that other suspects get their turns. */
  readonly onHold: Promise<void> | undefined;
  /** Whether no caller waits for outcomes any longer. */
  readonly isLeft: boolean;
}

/** Items that run in one call, in parts or one by one. */
export interface ItemTask<T> {
  readonly items: number;
  /** Runs some items. @param hasTurn whether the items are suspect and have their turn. */
  run(worker: LaneService, from: number, to: number, hasTurn: boolean): Promise<T>;
  /** The outcome of an item that is not run again. */
  setAside(work: Work, index: number): T;
  /** Whether the items after this outcome are not run. */
  isLast(outcome: T): boolean;
}

/** Methods of the supervisor that delivery needs. */
export type Availability = Pick<
  WorkerSupervisor,
  'up' | 'whole' | 'isMissing' | 'isAvoided' | 'gapClosed' | 'checkGap'
>;

export class Delivery {
  /** Running work that is not suspect. */
  private readonly running = new Set<Work>();
  private readonly runningSuspects = new Set<Work>();
  /** One queue per type: otherwise a held record would wait forever for a value queued behind it. */
  private readonly turns: Readonly<Record<WorkKind, SerialQueue>> = {
    record: new SerialQueue(),
    value: new SerialQueue(),
    query: new SerialQueue(),
  };
  private readonly openQueries = new Set<QueryDelivery>();
  private readonly suspectQueries = new Map<string, QueryWork>();
  private idleWaiters: (() => void)[] = [];

  constructor(
    private readonly workers: Workers,
    private readonly availability: Availability,
  ) {}

  /** Resolves when nothing runs on a worker, and the rows of all queries are read. */
  async idle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>(resolve => this.idleWaiters.push(resolve));
  }

  private get isIdle(): boolean {
    return this.openQueries.size === 0 && this.onWorkers().length === 0;
  }

  private checkIdle(): void {
    if (this.idleWaiters.length > 0 && this.isIdle) for (const resume of this.idleWaiters.splice(0)) resume();
  }

  /** A worker is lost through a fault. To be called before any call on that worker rejects. */
  lost(worker: number, reason: string): void {
    const all = this.onWorkers();
    const there = all.filter(work => work.worker === worker);
    // Work of one worker can also end another worker that hosts a neighbor.
    const blamed = there.length > 0 ? there : all;
    for (const work of blamed) {
      work.blame(reason, blamed.length === 1);
      if (work instanceof QueryWork) this.remember(work);
    }
  }

  /**
   * Runs the items of a lane.
   * @returns outcomes in the order of the items, usually one for all of them. Rejects with errors other than a loss; with a
   * loss only once the lane is left.
   */
  items<T>(lane: DeliveryLane, task: ItemTask<T>): Promise<readonly T[]> {
    return this.range(lane, task, 0, task.items, 0);
  }

  private async range<T>(
    lane: DeliveryLane,
    task: ItemTask<T>,
    from: number,
    to: number,
    losses: number,
  ): Promise<readonly T[]> {
    const work = new Work(lane.kind, losses);
    for (;;) {
      const before = work.losses;
      if (before > 0) await lane.onHold;
      try {
        return [await this.onIdlest(lane, work, worker => task.run(worker, from, to, before > 0))];
      } catch (error) {
        if (!isWorkerLost(error) || lane.isLeft) throw error;
      }
      if (work.losses === before) continue;
      if (to - from <= 1) {
        if (work.isSetAside) return [task.setAside(work, from)];
        continue;
      }
      const size = to - from > PART ? PART : 1;
      const outcomes: T[] = [];
      for (let start = from; start < to; start += size) {
        outcomes.push(...(await this.range(lane, task, start, Math.min(to, start + size), work.losses)));
        if (task.isLast(outcomes.at(-1)!)) break;
      }
      return outcomes;
    }
  }

  /**
   * Runs records that only some workers hold: again after a loss that affects them, but never elsewhere or in parts.
   * @param holders returns these workers; called before each run. @throws to end the delivery.
   */
  async kept<T>(
    lane: DeliveryLane,
    run: (worker: LaneService) => Promise<T>,
    holders: (isSuspect: boolean) => readonly number[],
  ): Promise<T> {
    const work = new Work('record');
    const among = (): readonly number[] => holders(work.losses > 0);
    for (;;) {
      try {
        return await this.onIdlest(lane, work, run, among);
      } catch (error) {
        if (!isWorkerLost(error) || lane.isLeft) throw error;
        among();
      }
    }
  }

  /**
   * Admits an ad hoc query.
   * @param choose selects its worker.
   * Rejects with `graph.set-aside`; a suspect also with `graph.worker-lost` while a worker is being replaced.
   */
  async query(request: QueryRequest, choose: () => number): Promise<QueryDelivery> {
    const work = this.queryWork(request);
    if (work.losses > 0) {
      // The query could end a second worker, which would replace all workers.
      await this.availability.gapClosed();
      this.availability.checkGap();
    }
    work.worker = choose();
    const query = new QueryDelivery(this, work, this.workers.all[work.worker]!.queries);
    this.openQueries.add(query);
    return query;
  }

  /** One call of a query. Waits for its turn if the query is suspect. @param isOver whether the query has completed. */
  async queryCall<T>(work: QueryWork, call: () => Promise<T>, isOver: (answer: T) => boolean): Promise<T> {
    try {
      const answer = await this.attempt(work, call);
      if (isOver(answer)) this.clear(work);
      return answer;
    } catch (error) {
      if (!isWorkerLost(error)) this.clear(work);
      throw error;
    }
  }

  /** The query has completed, or its rows are not read any further. */
  endQuery(query: QueryDelivery): void {
    this.openQueries.delete(query);
    this.checkIdle();
  }

  private queryWork(request: QueryRequest): QueryWork {
    const work = new QueryWork(request);
    const known = this.suspectQueries.size === 0 ? undefined : this.suspectQueries.get(work.key);
    if (known?.isSetAside) throw known.refusal('This query, with these parameters,');
    return known ?? work;
  }

  private remember(work: QueryWork): void {
    const { suspectQueries } = this;
    suspectQueries.set(work.key, work);
    if (suspectQueries.size > SUSPECT_QUERIES) suspectQueries.delete(suspectQueries.keys().next().value!);
  }

  private clear(work: QueryWork): void {
    if (work.losses > 0 && !work.isSetAside) this.suspectQueries.delete(work.key);
  }

  private attempt<T>(work: Work, run: () => Promise<T>): Promise<T> {
    if (work.losses === 0) return this.whileIn(this.running, work, run);
    return this.turns[work.kind].run(() => this.whileIn(this.runningSuspects, work, run));
  }

  private async whileIn<T>(set: Set<Work>, work: Work, run: () => Promise<T>): Promise<T> {
    set.add(work);
    try {
      return await run();
    } finally {
      set.delete(work);
      this.checkIdle();
    }
  }

  private onWorkers(): readonly Work[] {
    return [...this.runningSuspects, ...this.running].filter(({ worker }) => worker !== undefined);
  }

  /** @param among the workers to choose from, if not all of the lane's. */
  private onIdlest<T>(
    lane: DeliveryLane,
    work: Work,
    run: (worker: LaneService) => Promise<T>,
    among?: () => readonly number[],
  ): Promise<T> {
    return this.attempt(work, async () => {
      const { availability, workers } = this;
      const isLeft = (): boolean => lane.isLeft;
      // Suspect work could end a second worker, which would replace all workers.
      if (work.losses > 0) await availability.whole(isLeft);
      else await availability.up(isLeft);
      let idlest = this.idlest(lane, among?.());
      while (availability.isMissing(idlest)) {
        await availability.whole(isLeft);
        idlest = this.idlest(lane, among?.());
      }
      const { inFlight } = lane;
      work.worker = idlest;
      inFlight[idlest]!++;
      try {
        return await run(workers.all[idlest]!.lanes);
      } finally {
        work.worker = undefined;
        inFlight[idlest]!--;
      }
    });
  }

  /** The worker with the fewest calls in flight. Prefers workers that are not avoided. */
  private idlest({ inFlight }: DeliveryLane, among: Iterable<number> = inFlight.keys()): number {
    const candidates = [...among];
    const fit = candidates.filter(worker => !this.availability.isAvoided(worker));
    return (fit.length > 0 ? fit : candidates).reduce((a, b) => (inFlight[b]! < inFlight[a]! ? b : a));
  }
}

/** An ad hoc query on its worker. */
export class QueryDelivery {
  constructor(
    private readonly delivery: Delivery,
    private readonly work: QueryWork,
    readonly worker: QueryService,
  ) {}

  /** Makes a call to the worker. @param isOver whether the query has completed with this answer. */
  call<T>(call: () => Promise<T>, isOver: (answer: T) => boolean): Promise<T> {
    return this.delivery.queryCall(this.work, call, isOver);
  }

  /** The query has completed, or its rows are not read any further. */
  end(): void {
    this.delivery.endQuery(this);
  }
}
