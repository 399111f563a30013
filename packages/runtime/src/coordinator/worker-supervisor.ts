/**
 * Keeps the workers of a graph alive (docs/adr/0016-lost-workers.md). When one ends by itself or is stuck, all of them
 * are ended and others begin, on what is in the stores, as after a crash of the process. What goes on meanwhile is the
 * coordinator: logs of results, their cursors, sources, gateway.
 *
 * Workers of another process that is lost are replaced alone, while the others go on, if nothing speaks against it
 * (docs/adr/0026-a-lost-lender-is-replaced-alone.md); whatever happens then leads to all being replaced.
 *
 * From the loss until the graph is taken up again, `outage` says why nothing can be asked of it. Calls that were under
 * way reject with the same error.
 */
import { pause, WeirError } from '@weir/model';
import { Workers } from '../contract/workers.js';
import type { LostAlone } from '../threads/lost-alone.js';
import type { LossListener, WorkerPool } from '../threads/pool-contract.js';
import type { WorkerPlace, WorkerPlacement } from '@weir/contract';
import { lostSome, lostWorker, movedShards } from './loss-errors.js';
import { MoveLog } from './move-log.js';
import type { SupervisedGraph } from './supervised-graph.js';
import type { SupervisorOptions } from './supervisor-options.js';

/** Workers that last shorter than this are begun again after a pause that grows. */
const SHORT_LIFE_MILLIS = 2_000;
const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 10_000;
/** Tries to open the stores again before the graph is given up. */
const OPEN_TRIES = 5;
/** So long a query waits for shards that move. */
const MOVE_PATIENCE_MILLIS = 10_000;

const NONE: ReadonlySet<number> = new Set();

export class WorkerSupervisor {
  readonly workers: Workers;
  /** Resolves, with the reason, when the graph can't be taken up again. */
  readonly lost: Promise<WeirError>;
  private tellLost!: (reason: WeirError) => void;
  private pool: WorkerPool | undefined = undefined;
  /** Who had which shards, in the last pool that began. */
  private before: readonly WorkerPlace[] = [];
  private generation = 0;
  private trouble: WeirError | undefined = undefined;
  /** Some workers are being replaced, and all others go on. */
  private gap: WeirError | undefined = undefined;
  private missing = NONE;
  /** What comes waits, although nothing is lost: shards are about to move, in order. */
  private isHeld = false;
  private replacingSome: Promise<void> | undefined = undefined;
  /** Something that ran may be why there is trouble. */
  private isFault = true;
  private isGone = false;
  private isClosing = false;
  private readonly ending = new AbortController();
  /** Aborted when no workers begin any more: the graph closes, or is given up. */
  readonly over: AbortSignal = this.ending.signal;
  private replacing: Promise<void> | undefined = undefined;
  private graph: SupervisedGraph | undefined = undefined;
  private losses = 0;
  private shortLives = 0;
  private upSince = 0;
  private waiting: (() => void)[] = [];
  private readonly moves: MoveLog;

  constructor(private readonly options: SupervisorOptions) {
    this.moves = new MoveLog(options.environment.clock);
    this.workers = new Workers([], new Array<number>(options.shards).fill(0));
    this.lost = new Promise(resolve => (this.tellLost = resolve));
  }

  /** Starts the first workers. Rejects with why they can't be; then none runs. */
  async open(): Promise<void> {
    await this.start();
  }

  /** From here on lost workers are replaced. */
  watch(graph: SupervisedGraph): void {
    this.graph = graph;
    this.upSince = this.options.environment.clock.now();
    if (this.trouble !== undefined) this.replaceLater();
  }

  get placement(): WorkerPlacement {
    return { order: this.pool?.order ?? 0, places: this.pool?.places ?? [], moves: this.moves.all };
  }

  /** `undefined` as long as all workers are there. */
  get outage(): WeirError | undefined {
    return this.trouble ?? this.gap;
  }

  /**
   * New work is better given to others, of which there is one: it is lost, and nobody has its place as yet, while others
   * go on; or its process stands still, as far as one knows.
   */
  isAvoided(worker: number): boolean {
    return this.missing.has(worker) || this.pool?.isStill(worker) === true;
  }

  /** Nothing will replace them. */
  get hasGivenUp(): boolean {
    return this.isGone;
  }

  /** @throws WeirError `graph.worker-lost` while workers are replaced. */
  check(): void {
    if (this.outage !== undefined) throw this.outage;
  }

  /** @throws the same while all are replaced. */
  checkSome(): void {
    if (this.trouble !== undefined) throw this.trouble;
  }

  /** @throws the same while some are replaced. */
  checkGap(): void {
    if (this.gap !== undefined) throw this.gap;
  }

  /** The same as `up`, when none is being replaced. */
  async whole(isLeaving: () => boolean): Promise<void> {
    for (;;) {
      await this.up(isLeaving);
      if (this.gap === undefined) return;
      if (this.isClosing) throw new WeirError('graph.closed', 'The graph was closed.');
      await new Promise<void>(resolve => this.waiting.push(resolve));
    }
  }

  /**
   * Resolves as soon as workers are there, though some may be missing.
   * @param isLeaving whether nobody waits any more; asked again after `recheck`.
   * Rejects with `graph.closed`, or with `graph.worker-lost` for who is leaving.
   */
  async up(isLeaving: () => boolean): Promise<void> {
    while (this.trouble !== undefined || this.isHeld) {
      if (this.isClosing) throw new WeirError('graph.closed', 'The graph was closed.');
      if (isLeaving()) {
        if (this.trouble === undefined) return;
        throw this.trouble;
      }
      await new Promise<void>(resolve => this.waiting.push(resolve));
    }
  }

  /** What comes should wait for `moved`. */
  get isMoving(): boolean {
    return this.isHeld || this.outage !== undefined;
  }

  /** Resolves when shards have moved, or after a while; at once when a worker is lost for what it did. */
  async moved(): Promise<void> {
    let isLate = false;
    const cancel = this.options.environment.scheduler.after(MOVE_PATIENCE_MILLIS, () => {
      isLate = true;
      this.recheck();
    });
    // Whoever asked hears of what is wrong still when it asks on.
    await this.up(() => isLate || this.isFault || this.isGone).catch(() => undefined);
    cancel();
  }

  /** Something that an `isLeaving` depends on has changed. */
  recheck(): void {
    for (const go of this.waiting.splice(0)) go();
  }

  /** The graph closes: no worker is replaced any more. @returns when none is being replaced. */
  async beginClose(): Promise<void> {
    this.isClosing = true;
    this.ending.abort();
    this.recheck();
    if (this.gap !== undefined) this.pool?.abandon(this.gap).catch(() => undefined);
    await this.replacingSome;
    await this.replacing;
  }

  /** Ends the threads, after all workers were closed, or, when one is lost, as they are. */
  async close(): Promise<void> {
    if (this.outage === undefined) await this.pool?.stop();
    else await this.pool?.abandon(this.outage);
  }

  /** The graph can't be opened after all. */
  async abandon(reason: WeirError): Promise<void> {
    this.isClosing = true;
    this.ending.abort();
    await this.pool?.abandon(reason);
  }

  /** Others have the stores: nothing that runs here is of any use. */
  leave(reason: WeirError): void {
    if (this.isGone || this.isClosing) return;
    this.giveUp(reason);
    this.pool?.abandon(this.trouble!).catch(() => undefined);
    this.recheck();
  }

  private async start(): Promise<void> {
    const generation = ++this.generation;
    this.before = this.pool?.places ?? this.before;
    this.pool = undefined;
    const lost: LossListener = (worker, reason, isFault, alone) => {
      if (generation === this.generation) this.lose(worker, reason, isFault, alone);
    };
    this.pool = await this.options.start(lost, this.before, this.over);
    this.workers.replaceBy(this.pool.workers, this.pool.workerOfShard);
  }

  /**
   * Other processes have workers for some shards, or want theirs back, which is nobody's fault: what comes waits, what is
   * under way gets some time for its end, and then all begin anew.
   * @param leaving the one that wants them back, if it is only one: its workers are replaced alone, if they can be.
   */
  async move(why: string, leaving?: string): Promise<void> {
    if (this.isMoving || this.isClosing || this.graph === undefined) return;
    [this.isHeld, this.isFault] = [true, false];
    await this.graph.settled();
    const isStill = this.outage === undefined && !this.isClosing;
    const alone =
      isStill && leaving !== undefined && this.canReplaceSome ? this.pool?.giveBack(leaving) : undefined;
    // Until the new ones are known to all: what asks something of the old ones would fail.
    if (alone !== undefined) return this.loseSome(alone, why, true);
    this.isHeld = false;
    if (isStill) this.moveAll(why);
    this.recheck();
  }

  private moveAll(why: string): void {
    this.options.environment.logger.log('info', 'shards move to other workers', { why });
    this.trouble = movedShards(why);
    this.moves.began(why);
    // No worker is to blame that it did not last.
    this.upSince = Number.NEGATIVE_INFINITY;
    this.pool?.abandon(this.trouble).catch(() => undefined);
    this.graph!.lostOne(0, why, false);
    this.replaceLater();
  }

  private lose(worker: number, reason: string, isFault: boolean, alone: LostAlone | undefined): void {
    if (alone !== undefined && this.canReplaceSome) this.loseSome(alone, reason);
    else this.loseAll(worker, reason, isFault);
  }

  private get canReplaceSome(): boolean {
    const { options, graph, isClosing, outage } = this;
    return options.isDurable && !isClosing && outage === undefined && graph?.canSpareSome === true;
  }

  private loseSome(alone: LostAlone, reason: string, isOrderly = false): void {
    const { places } = alone;
    const shards = places.flatMap(place => this.workers.shardsOf(place));
    this.losses++;
    const fields = { workers: places.join(), shards: shards.join(', '), reason };
    const { logger } = this.options.environment;
    if (isOrderly) logger.log('info', 'workers of a process are given back', fields);
    else logger.log('error', 'workers of a process were lost', fields);
    this.moves.began(reason);
    this.gap = lostSome(places, shards, reason);
    this.missing = new Set(places);
    this.graph!.lostSome(places);
    // At once: whoever asked something hears of it now.
    alone.cutOff(this.gap);
    this.replacingSome = this.replaceSome(alone)
      .catch((error: unknown) => this.replaceAllInstead(places[0]!, WeirError.from(error)))
      .finally(() => {
        this.replacingSome = undefined;
        this.recheck();
      });
  }

  private async replaceSome(alone: LostAlone): Promise<void> {
    const { clock, logger } = this.options.environment;
    const lostAt = clock.now();
    const workers = await this.beginSome(alone);
    this.workers.put(alone.places, workers);
    await this.graph!.takeUpSome(alone.places);
    this.checkSome();
    alone.introduce();
    this.missing = NONE;
    this.isHeld = false;
    this.recheck();
    logger.log('info', 'new workers have the shards of the lost ones', { millis: clock.now() - lostAt });
    await this.graph!.resynchronised();
    this.checkSome();
    // What runs was abandoned.
    if (this.isClosing) return;
    this.gap = undefined;
    this.moves.ended(clock.now() - lostAt);
  }

  /** The store may not answer, or the lost one may not have let go of it as yet. */
  private async beginSome(alone: LostAlone): ReturnType<LostAlone['begin']> {
    for (let tries = 1; ; tries++) {
      try {
        return await alone.begin();
      } catch (error) {
        if (tries === OPEN_TRIES || this.trouble !== undefined || this.isClosing) throw error;
      }
      await pause(this.options.environment.scheduler, FIRST_PAUSE_MILLIS * 2 ** tries);
    }
  }

  /** Another worker was lost meanwhile, or the new ones can't go on. */
  private replaceAllInstead(worker: number, error: WeirError): void {
    // What is wrong still is told to whoever waits for the end of the graph.
    if (this.trouble !== undefined || this.isClosing) return;
    this.loseAll(worker, `it could not be replaced alone: ${error.message}`, false);
  }

  private loseAll(worker: number, reason: string, isFault: boolean): void {
    const { environment } = this.options;
    const shards = this.workers.shardsOf(worker);
    this.losses++;
    this.isFault = isFault;
    environment.logger.log('error', 'a worker was lost', { worker, shards: shards.join(), reason });
    this.moves.began(reason);
    this.trouble = lostWorker(worker, shards, reason);
    this.gap = undefined;
    this.missing = NONE;
    this.isHeld = false;
    // At once: whoever asked something hears of it now.
    this.pool?.abandon(this.trouble).catch(() => undefined);
    this.graph?.lostOne(worker, reason, isFault);
    this.replaceLater();
  }

  private replaceLater(): void {
    if (this.graph === undefined || this.replacing !== undefined || this.isClosing) return;
    this.replacing = this.replace()
      .catch((error: unknown) => this.giveUp(WeirError.from(error)))
      .finally(() => {
        this.replacing = undefined;
        // One may have been lost just then.
        if (this.trouble !== undefined && !this.isGone) this.replaceLater();
        this.recheck();
      });
  }

  private giveUp({ message }: WeirError): void {
    this.isGone = true;
    this.ending.abort();
    this.trouble = new WeirError('graph.worker-lost', `The graph can't go on: ${message}`, {
      cause: this.trouble,
    });
    this.options.environment.logger.log('error', this.trouble.message);
    this.tellLost(this.trouble);
  }

  private async replace(): Promise<void> {
    const { clock, logger, scheduler } = this.options.environment;
    const lostAt = clock.now();
    // It ends: its workers were abandoned with the others.
    await this.replacingSome;
    this.shortLives = lostAt - this.upSince < SHORT_LIFE_MILLIS ? this.shortLives + 1 : 0;
    let failures = 0;
    for (;;) {
      await this.pool?.abandon(this.trouble!);
      if (!this.options.isDurable) {
        throw new WeirError(
          'graph.worker-lost',
          `${this.trouble!.detail} Its shards were in memory only, so what they held is gone.`,
        );
      }
      const tries = this.shortLives + failures;
      if (tries > 0) {
        await pause(scheduler, Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** tries));
      }
      if (this.over.aborted) return;
      const losses = this.losses;
      try {
        await this.start();
        await this.graph!.takeUp();
      } catch (thrown) {
        if (this.over.aborted) return;
        const error = WeirError.from(thrown);
        logger.log('error', 'new workers could not take up the graph', { error: error.message });
        if (error.code === 'graph.worker-lost') this.shortLives++;
        else if (++failures === OPEN_TRIES) throw error;
        continue;
      }
      if (this.isGone) return;
      // A worker that was lost since then has ended the pool.
      if (this.losses > losses) {
        this.shortLives++;
        continue;
      }
      this.trouble = undefined;
      this.upSince = clock.now();
      const millis = this.upSince - lostAt;
      logger.log('warn', 'new workers have taken up the graph', { millis });
      this.moves.ended(millis);
      return;
    }
  }
}
