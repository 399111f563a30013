/**
 * Keeps the workers of a graph alive. A worker that ends unexpectedly or is stuck is replaced alone, while the others
 * keep running (docs/adr/0029-a-lost-thread-is-replaced-alone.md); so are the workers of a lost process
 * (docs/adr/0026-a-lost-lender-is-replaced-alone.md).
 *
 * If that is impossible, or fails, all workers are ended and new ones start from the stores, as after a crash of the
 * process (docs/adr/0016-lost-workers.md). The coordinator keeps running: logs of results, cursors, sources, gateway.
 *
 * From the loss until the graph resumes, `outage` gives the reason why it cannot accept requests. Calls that were in
 * flight reject with the same error.
 */
import { messageOf, pause, WeirError } from '@weir/platform';
import { Workers } from '../../contract/workers.js';
import type { LostAlone } from '../../pool/lost-alone.js';
import type { WorkerChange } from '../../lending/borrowed-workers.js';
import type { LossListener, WorkerPool } from '../../pool/pool-contract.js';
import type { WorkerLocation, WorkerPlacement } from '@weir/contract';
import { isTakenOver, lostMemory, lostMessage, lostSome, lostWorker, movedShards } from './loss-errors.js';
import { MoveLog } from './move-log.js';
import { ShortLives } from './short-lives.js';
import { Waiters } from './waiters.js';
import type { SupervisedGraph } from './supervised-graph.js';
import type { SupervisorOptions } from './supervisor-options.js';

/** Number of attempts to open the stores again before the graph is given up. */
const OPEN_TRIES = 5;
const OPEN_PAUSE_MILLIS = 100;
/** How long a query waits for moving shards or lost workers. */
const PATIENCE_MILLIS = 10_000;
const NONE: ReadonlySet<number> = new Set();

export class WorkerSupervisor {
  readonly workers: Workers;
  /** Resolves, with the reason, if the graph cannot resume. */
  readonly lost: Promise<WeirError>;
  private reportLost!: (reason: WeirError) => void;
  private pool: WorkerPool | undefined = undefined;
  /** Assignment of shards in the last pool that started. */
  private before: readonly WorkerLocation[] = [];
  private generation = 0;
  private trouble: WeirError | undefined = undefined;
  /** Set while some workers are being replaced and all others keep running. */
  private gap: WeirError | undefined = undefined;
  private missing = NONE;
  /** New work waits although no worker is lost, because shards are about to move in order. */
  private isHeld = false;
  private replacingSome: Promise<void> | undefined = undefined;
  /** Whether running work may have caused the outage. */
  private isFault = true;
  /** Whether lost workers will not be replaced. */
  hasGivenUp = false;
  private isClosing = false;
  private readonly ending = new AbortController();
  /** Aborted when no further workers are started, because the graph closes or is given up. */
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
    this.lost = new Promise(resolve => (this.reportLost = resolve));
  }

  /** Starts the first workers. If it rejects, no worker is running. */
  open(): Promise<void> {
    return this.start();
  }

  /** Replaces lost workers from now on. */
  watch(graph: SupervisedGraph): void {
    this.graph = graph;
    this.shortLives.began();
    if (this.trouble !== undefined) this.replaceLater();
  }

  get placement(): WorkerPlacement {
    return { order: this.pool?.order ?? 0, locations: this.pool?.locations ?? [], moves: this.moves.all };
  }

  /** `undefined` while all workers are running. */
  get outage(): WeirError | undefined {
    return this.trouble ?? this.gap;
  }

  /** Prefer other workers (at least one is healthy): it is lost and not yet replaced, or its process appears stalled. */
  isAvoided(worker: number): boolean {
    return this.isMissing(worker) || this.pool?.isStill(worker) === true;
  }

  /** Whether the worker is lost and not yet replaced. */
  isMissing(worker: number): boolean {
    return this.missing.has(worker);
  }

  /** @throws WeirError `graph.worker-lost` while workers are replaced. */
  check(): void {
    if (this.outage !== undefined) throw this.outage;
  }

  /** @throws `graph.worker-lost` while all workers are replaced. */
  checkSome(): void {
    if (this.trouble !== undefined) throw this.trouble;
  }

  /** @throws `graph.worker-lost` while some workers are replaced. */
  checkGap(): void {
    if (this.gap !== undefined) throw this.gap;
  }

  /** Like `up`, but also waits until no worker is being replaced. */
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
   * Resolves as soon as workers are running, though some may be missing.
   * @param isLeaving whether the caller wants to stop waiting; checked again after `recheck`.
   * Rejects with `graph.closed`, or with `graph.worker-lost` if the caller is leaving.
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

  /** Whether new work should wait for `moved`. */
  get isMoving(): boolean {
    return this.isHeld || this.outage !== undefined;
  }

  /** Resolves when shards have moved, or after a timeout; immediately if work may have caused the loss of a worker. */
  moved(): Promise<void> {
    return this.waiters.atMost(PATIENCE_MILLIS, isLate =>
      this.up(() => isLate() || this.isFault || this.hasGivenUp),
    );
  }

  /** Resolves when no worker is being replaced alone, or after a timeout. */
  gapClosed(): Promise<void> {
    return this.waiters.atMost(PATIENCE_MILLIS, isLate =>
      this.whole(() => isLate() || this.trouble !== undefined),
    );
  }

  /** Something that an `isLeaving` depends on has changed. */
  recheck(): void {
    this.waiters.wake();
  }

  /** The graph closes: lost workers are not replaced any longer. @returns when no replacement is in progress. */
  async beginClose(): Promise<void> {
    this.isClosing = true;
    this.ending.abort();
    this.recheck();
    if (this.gap !== undefined) this.pool?.abandon(this.gap).catch(() => undefined);
    await this.replacingSome;
    await this.replacing;
  }

  /** Ends the threads after all workers were closed; if one is lost, without waiting for them. */
  async close(): Promise<void> {
    if (this.outage === undefined) await this.pool?.stop();
    else await this.pool?.abandon(this.outage);
  }

  /** Called when opening the graph fails. */
  async abandon(reason: WeirError): Promise<void> {
    this.isClosing = true;
    this.ending.abort();
    await this.pool?.abandon(reason);
  }

  /** Other processes own the stores, so workers here are useless. */
  leave(reason: WeirError): void {
    if (this.hasGivenUp || this.isClosing) return;
    this.giveUp(reason);
    this.pool?.abandon(this.trouble!).catch(() => undefined);
    this.recheck();
  }

  private async start(): Promise<void> {
    const generation = ++this.generation;
    this.before = this.pool?.locations ?? this.before;
    this.pool = undefined;
    const lost: LossListener = (worker, reason, isFault, alone) => {
      if (generation === this.generation) this.lose(worker, reason, isFault, alone);
    };
    this.pool = await this.options.start(lost, this.before, this.over);
    this.workers.replaceBy(this.pool.workers, this.pool.workerOfShard);
  }

  /**
   * Moves shards because other processes offer workers for them, or want their workers back. Not a fault: new work
   * waits, and work in flight gets some time to complete. If possible, only the workers of one process are replaced,
   * otherwise all.
   */
  async move(change: WorkerChange): Promise<void> {
    const { why, joining } = change;
    // Recovery would start again. Only a process that leaves cannot wait for its end; the others ask again.
    const waits = this.graph?.isRecovering === true && change.leaving === undefined;
    if (waits || this.isMoving || this.isClosing || this.graph === undefined) return joining?.wire.close();
    [this.isHeld, this.isFault] = [true, false];
    await this.graph.settled();
    const isStill = this.outage === undefined && !this.isClosing;
    const alone = isStill && this.canReplaceSome ? this.pool?.aloneFor(change) : undefined;
    // New work waits until all workers know the new ones; requests to the old ones would fail.
    if (alone !== undefined) return this.loseSome(alone, why, false, true);
    joining?.wire.close();
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
    const { indexes } = alone;
    const shards = indexes.flatMap(index => this.workers.shardsOf(index));
    this.losses++;
    const fields = { workers: indexes.join(), shards: shards.join(), reason };
    const message = isOrderly ? 'the workers of one process move' : lostMessage(indexes.length);
    this.options.environment.logger.log(isOrderly ? 'info' : 'error', message, fields);
    this.moves.began(reason);
    this.gap = lostSome(indexes, shards, reason);
    this.missing = new Set(indexes);
    this.isFault = isFault;
    // Calls in flight reject now; their callers run after `lostSome`.
    alone.cutOff(this.gap);
    this.graph!.lostSome(indexes, reason, isFault);
    this.replacingSome = this.replaceSome(alone, isFault)
      .catch((error: unknown) => this.replaceAllInstead(indexes[0]!, WeirError.from(error)))
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
    this.workers.put(alone.indexes, workers);
    await this.graph!.takeUpSome(alone.indexes);
    this.checkSome();
    alone.introduce();
    this.missing = NONE;
    this.isHeld = false;
    this.recheck();
    logger.log('info', 'new workers host the shards of the lost ones', { millis: clock.now() - lostAt });
    await this.graph!.resynchronized();
    this.checkSome();
    // The running workers were abandoned.
    if (this.isClosing) return;
    this.gap = undefined;
    if (isFault) this.shortLives.began();
    this.moves.ended(clock.now() - lostAt);
  }

  /** Retries, because the store may not answer, or the lost worker may not have released it yet. */
  private async beginSome(alone: LostAlone): ReturnType<LostAlone['begin']> {
    const { scheduler, logger } = this.options.environment;
    for (let tries = 1; ; tries++) {
      try {
        return await alone.begin();
      } catch (error) {
        const isFinal = tries === OPEN_TRIES || isTakenOver(WeirError.from(error));
        if (isFinal || this.trouble !== undefined || this.isClosing) throw error;
        logger.log('warn', 'new workers do not start; retrying', { error: messageOf(error) });
      }
      await pause(scheduler, OPEN_PAUSE_MILLIS * 2 ** tries);
    }
  }

  /** Called if another worker was lost meanwhile, or the new ones cannot continue. */
  private replaceAllInstead(worker: number, error: WeirError): void {
    // A remaining problem is reported to the caller that waits for the graph to close.
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
    // Immediate, so that pending requests fail now.
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
        // Another worker may have been lost in the meantime.
        if (this.trouble !== undefined && !this.hasGivenUp) this.replaceLater();
        this.recheck();
      });
  }

  private giveUp({ message }: WeirError): void {
    this.hasGivenUp = true;
    this.ending.abort();
    this.trouble = new WeirError('graph.worker-lost', `The graph cannot continue: ${message}`, {
      cause: this.trouble,
    });
    this.options.environment.logger.log('error', this.trouble.message);
    this.reportLost(this.trouble);
  }

  private async replace(): Promise<void> {
    const { clock, logger } = this.options.environment;
    const lostAt = clock.now();
    // Ends soon, because its workers were abandoned with the others.
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
        logger.log('error', 'new workers could not take over the graph', { error: error.message });
        if (error.code === 'graph.worker-lost') this.shortLives.endedAtOnce();
        else if (isTakenOver(error) || ++failures === OPEN_TRIES) throw error;
        continue;
      }
      if (this.hasGivenUp) return;
      // A worker lost since then has ended the pool.
      if (this.losses > losses) {
        this.shortLives.endedAtOnce();
        continue;
      }
      this.trouble = undefined;
      this.shortLives.began();
      const millis = clock.now() - lostAt;
      logger.log('warn', 'new workers have taken over the graph', { millis });
      this.moves.ended(millis);
      return;
    }
  }
}
