/**
 * Keeps the workers of a graph alive. One that ends by itself or is stuck is replaced alone, while the others keep
 * running (docs/adr/0029-a-lost-thread-is-replaced-alone.md); so are the workers of a lost process
 * (docs/adr/0026-a-lost-lender-is-replaced-alone.md).
 *
 * If that is impossible, or fails, all workers are ended and new ones start from the stores, as after a crash of the
 * process (docs/adr/0016-lost-workers.md). The coordinator keeps running: logs of results, cursors, sources, gateway.
 *
 * From the loss until the graph is taken up again, `outage` says why nothing can be asked of it. Calls that were under
 * way reject with the same error.
 */
import { pause, WeirError } from '@weir/model';
import { Workers } from '../../contract/workers.js';
import type { LostAlone } from '../../threads/lost-alone.js';
import type { LossListener, WorkerPool } from '../../threads/pool-contract.js';
import type { WorkerPlace, WorkerPlacement } from '@weir/contract';
import { lostMemory, lostMessage, lostSome, lostWorker, movedShards } from './loss-errors.js';
import { MoveLog } from './move-log.js';
import { ShortLives } from './short-lives.js';
import { Waiters } from './waiters.js';
import type { SupervisedGraph } from './supervised-graph.js';
import type { SupervisorOptions } from './supervisor-options.js';

/** Tries to open the stores again before the graph is given up. */
const OPEN_TRIES = 5;
const OPEN_PAUSE_MILLIS = 100;
/** How long a query waits for shards that move, or for lost workers. */
const PATIENCE_MILLIS = 10_000;

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
  private readonly shortLives: ShortLives;
  private readonly waiters: Waiters;
  private readonly moves: MoveLog;

  constructor(private readonly options: SupervisorOptions) {
    this.moves = new MoveLog(options.environment.clock);
    this.shortLives = new ShortLives(options.environment);
    this.waiters = new Waiters(options.environment.scheduler);
    this.workers = new Workers([], new Array<number>(options.shards).fill(0));
    this.lost = new Promise(resolve => (this.tellLost = resolve));
  }

  /** Starts the first workers. If it rejects, none runs. */
  open(): Promise<void> {
    return this.start();
  }

  /** From here on lost workers are replaced. */
  watch(graph: SupervisedGraph): void {
    this.graph = graph;
    this.shortLives.began();
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
    return this.isMissing(worker) || this.pool?.isStill(worker) === true;
  }

  /** Whether the worker is lost and not yet replaced. */
  isMissing(worker: number): boolean {
    return this.missing.has(worker);
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
      if (isLeaving()) throw this.gap;
      await this.waiters.next();
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
      await this.waiters.next();
    }
  }

  /** What comes should wait for `moved`. */
  get isMoving(): boolean {
    return this.isHeld || this.outage !== undefined;
  }

  /** Resolves when shards have moved, or after a while; at once when a worker is lost for what it did. */
  moved(): Promise<void> {
    return this.waiters.atMost(PATIENCE_MILLIS, isLate =>
      this.up(() => isLate() || this.isFault || this.isGone),
    );
  }

  /** Resolves when no worker is being replaced alone, or after a while. */
  gapClosed(): Promise<void> {
    return this.waiters.atMost(PATIENCE_MILLIS, isLate =>
      this.whole(() => isLate() || this.trouble !== undefined),
    );
  }

  /** Something that an `isLeaving` depends on has changed. */
  recheck(): void {
    this.waiters.wake();
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
    if (alone !== undefined) return this.loseSome(alone, why, false, true);
    this.isHeld = false;
    if (isStill) this.moveAll(why);
    this.recheck();
  }

  private moveAll(why: string): void {
    this.options.environment.logger.log('info', 'shards move to other workers', { why });
    this.trouble = movedShards(why);
    this.moves.began(why);
    this.shortLives.endInOrder();
    this.pool?.abandon(this.trouble).catch(() => undefined);
    this.graph!.lostOne(0, why, false);
    this.replaceLater();
  }

  private lose(worker: number, reason: string, isFault: boolean, alone: LostAlone | undefined): void {
    if (alone !== undefined && this.canReplaceSome) this.loseSome(alone, reason, isFault);
    else this.loseAll(worker, reason, isFault);
  }

  private get canReplaceSome(): boolean {
    const { options, graph, isClosing, outage } = this;
    return options.isDurable && !isClosing && outage === undefined && graph?.canSpareSome === true;
  }

  private loseSome(alone: LostAlone, reason: string, isFault: boolean, isOrderly = false): void {
    const { places } = alone;
    const shards = places.flatMap(place => this.workers.shardsOf(place));
    this.losses++;
    const fields = { workers: places.join(), shards: shards.join(), reason };
    const message = isOrderly ? 'workers of a process are given back' : lostMessage(places.length);
    this.options.environment.logger.log(isOrderly ? 'info' : 'error', message, fields);
    this.moves.began(reason);
    this.gap = lostSome(places, shards, reason);
    this.missing = new Set(places);
    this.isFault = isFault;
    // Calls in flight reject now; their callers run after `lostSome`.
    alone.cutOff(this.gap);
    this.graph!.lostSome(places, reason, isFault);
    this.replacingSome = this.replaceSome(alone, isFault)
      .catch((error: unknown) => this.replaceAllInstead(places[0]!, WeirError.from(error)))
      .finally(() => {
        this.replacingSome = undefined;
        this.recheck();
      });
  }

  private async replaceSome(alone: LostAlone, isFault: boolean): Promise<void> {
    const { clock, logger } = this.options.environment;
    const lostAt = clock.now();
    if (isFault) {
      this.shortLives.ended();
      await this.shortLives.pause();
      this.checkSome();
    }
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
    if (isFault) this.shortLives.began();
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
      await pause(this.options.environment.scheduler, OPEN_PAUSE_MILLIS * 2 ** tries);
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
    environment.logger.log('error', lostMessage(1), { worker, shards: shards.join(), reason });
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
    const { clock, logger } = this.options.environment;
    const lostAt = clock.now();
    // It ends: its workers were abandoned with the others.
    await this.replacingSome;
    this.shortLives.ended();
    let failures = 0;
    for (;;) {
      await this.pool?.abandon(this.trouble!);
      if (!this.options.isDurable) throw lostMemory(this.trouble!);
      await this.shortLives.pause(failures);
      if (this.over.aborted) return;
      const losses = this.losses;
      try {
        await this.start();
        await this.graph!.takeUp();
      } catch (thrown) {
        if (this.over.aborted) return;
        const error = WeirError.from(thrown);
        logger.log('error', 'new workers could not take up the graph', { error: error.message });
        if (error.code === 'graph.worker-lost') this.shortLives.endedAtOnce();
        else if (++failures === OPEN_TRIES) throw error;
        continue;
      }
      if (this.isGone) return;
      // A worker that was lost since then has ended the pool.
      if (this.losses > losses) {
        this.shortLives.endedAtOnce();
        continue;
      }
      this.trouble = undefined;
      this.shortLives.began();
      const millis = clock.now() - lostAt;
      logger.log('warn', 'new workers have taken up the graph', { millis });
      this.moves.ended(millis);
      return;
    }
  }
}
