/**
 * Keeps the workers of a graph alive (docs/adr/0016-lost-workers.md). When one ends by itself or is stuck, all of them
 * are ended and others begin, on what is in the stores, as after a crash of the process. What goes on meanwhile is the
 * coordinator: logs of results, their cursors, sources, gateway.
 *
 * From the loss until the graph is taken up again, `outage` says why nothing can be asked of it. Calls that were under
 * way reject with the same error.
 */
import { type Environment, pause, WeirError } from '@weir/model';
import { Workers } from '../contract/workers.js';
import type { LossListener, WorkerPool } from '../threads/worker-pool.js';
import type { WorkerMove, WorkerPlacement } from '@weir/contract';

/** Workers that last shorter than this are begun again after a pause that grows. */
const SHORT_LIFE_MILLIS = 2_000;
const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 10_000;
/** Tries to open the stores again before the graph is given up. */
const OPEN_TRIES = 5;
const MOVES_TOLD = 20;
/** So long a query waits for shards that move. */
const MOVE_PATIENCE_MILLIS = 10_000;

export interface SupervisorOptions {
  readonly start: (onLost: LossListener) => Promise<WorkerPool>;
  readonly shards: number;
  /** What was acknowledged outlives a worker. */
  readonly isDurable: boolean;
  readonly environment: Environment;
}

export class WorkerSupervisor {
  readonly workers: Workers;
  /** Resolves, with the reason, when the graph can't be taken up again. */
  readonly lost: Promise<WeirError>;
  private tellLost!: (reason: WeirError) => void;
  private pool: WorkerPool | undefined = undefined;
  private generation = 0;
  private trouble: WeirError | undefined = undefined;
  /** Something that ran may be why there is trouble. */
  private isFault = true;
  private isGone = false;
  private isClosing = false;
  private replacing: Promise<void> | undefined = undefined;
  private takeUp: (() => Promise<void>) | undefined = undefined;
  private lostOne: LossListener = () => undefined;
  private losses = 0;
  private shortLives = 0;
  private upSince = 0;
  private waiting: (() => void)[] = [];
  private moves: readonly WorkerMove[] = [];

  constructor(private readonly options: SupervisorOptions) {
    this.workers = new Workers([], new Array<number>(options.shards).fill(0));
    this.lost = new Promise(resolve => (this.tellLost = resolve));
  }

  /** Starts the first workers. Rejects with why they can't be; then none runs. */
  async open(): Promise<void> {
    await this.start();
  }

  /**
   * From here on lost workers are replaced.
   * @param lostOne called whenever a worker is lost, before those hear of it whose calls were under way.
   * @param takeUp brings to new workers what the graph had on the lost ones.
   */
  watch(lostOne: LossListener, takeUp: () => Promise<void>): void {
    this.lostOne = lostOne;
    this.takeUp = takeUp;
    this.upSince = this.options.environment.clock.now();
    if (this.trouble !== undefined) this.replaceLater();
  }

  get placement(): WorkerPlacement {
    return { order: this.pool?.order ?? 0, places: this.pool?.places ?? [], moves: this.moves };
  }

  /** `undefined` as long as all workers are there. */
  get outage(): WeirError | undefined {
    return this.trouble;
  }

  /** Nothing will replace them. */
  get hasGivenUp(): boolean {
    return this.isGone;
  }

  /** @throws WeirError `graph.worker-lost` while workers are replaced. */
  check(): void {
    if (this.trouble !== undefined) throw this.trouble;
  }

  /**
   * Resolves as soon as workers are there.
   * @param isLeaving whether nobody waits any more; asked again after `recheck`.
   * Rejects with `graph.closed`, or with `graph.worker-lost` for who is leaving.
   */
  async up(isLeaving: () => boolean): Promise<void> {
    while (this.trouble !== undefined) {
      if (this.isClosing) throw new WeirError('graph.closed', 'The graph was closed.');
      if (isLeaving()) throw this.trouble;
      await new Promise<void>(resolve => this.waiting.push(resolve));
    }
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
    this.recheck();
    await this.replacing;
  }

  /** Ends the threads, after all workers were closed, or, when one is lost, as they are. */
  async close(): Promise<void> {
    if (this.trouble === undefined) await this.pool?.stop();
    else await this.pool?.abandon(this.trouble);
  }

  /** The graph can't be opened after all. */
  async abandon(reason: WeirError): Promise<void> {
    this.isClosing = true;
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
    this.pool = undefined;
    this.pool = await this.options.start((worker, reason, isFault) => {
      if (generation === this.generation) this.lose(worker, reason, isFault);
    });
    this.workers.replaceBy(this.pool.workers, this.pool.workerOfShard);
  }

  /** Other processes have workers for some shards, or want theirs back: all begin anew, which is nobody's fault. */
  move(why: string): void {
    if (this.trouble !== undefined || this.isClosing || this.takeUp === undefined) return;
    const { logger } = this.options.environment;
    logger.log('info', 'shards move to other workers', { why });
    const what = `Shards move to other workers: ${why}.`;
    this.trouble = new WeirError(
      'graph.worker-lost',
      `${what} What was under way failed: try again in a moment.`,
      {
        detail: what,
      },
    );
    this.note(why);
    this.isFault = false;
    // No worker is to blame that it did not last.
    this.upSince = Number.NEGATIVE_INFINITY;
    this.pool?.abandon(this.trouble).catch(() => undefined);
    this.lostOne(0, why, false);
    this.replaceLater();
  }

  private lose(worker: number, reason: string, isFault: boolean): void {
    const { environment } = this.options;
    const shards = this.workers.shardsOf(worker);
    this.losses++;
    this.isFault = isFault;
    environment.logger.log('error', 'a worker was lost', { worker, shards: shards.join(), reason });
    this.note(reason);
    const what = `Worker ${worker} (shards ${shards.join(', ')}) was lost: ${reason}.`;
    this.trouble = new WeirError(
      'graph.worker-lost',
      `${what} What was under way failed. What is stored is taken up by new workers: try again in a moment.`,
      { detail: what },
    );
    // At once: whoever asked something hears of it now.
    this.pool?.abandon(this.trouble).catch(() => undefined);
    this.lostOne(worker, reason, isFault);
    this.replaceLater();
  }

  private note(reason: string): void {
    const move: WorkerMove = { time: this.options.environment.clock.now(), reason, millis: undefined };
    this.moves = [...this.moves, move].slice(-MOVES_TOLD);
  }

  private replaceLater(): void {
    if (this.takeUp === undefined || this.replacing !== undefined || this.isClosing) return;
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
    this.trouble = new WeirError('graph.worker-lost', `The graph can't go on: ${message}`, {
      cause: this.trouble,
    });
    this.options.environment.logger.log('error', this.trouble.message);
    this.tellLost(this.trouble);
  }

  private async replace(): Promise<void> {
    const { clock, logger, scheduler } = this.options.environment;
    const lostAt = clock.now();
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
      if (this.isClosing) return;
      const losses = this.losses;
      try {
        await this.start();
        await this.takeUp!();
      } catch (thrown) {
        const error = WeirError.from(thrown);
        logger.log('error', 'new workers could not take up the graph', { error: error.message });
        if (error.code === 'graph.worker-lost') this.shortLives++;
        else if (++failures === OPEN_TRIES) throw error;
        continue;
      }
      // A worker that was lost since then has ended the pool.
      if (this.losses > losses) {
        this.shortLives++;
        continue;
      }
      this.trouble = undefined;
      this.upSince = clock.now();
      const millis = this.upSince - lostAt;
      logger.log('warn', 'new workers have taken up the graph', { millis });
      this.moves = this.moves.map(move => (move.millis === undefined ? { ...move, millis } : move));
      return;
    }
  }
}
