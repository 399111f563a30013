/**
 * Takes checkpoints while data is written, so that a crash leaves little to check: one after the other under heavy
 * writes, otherwise every half second. The work of a recovery thus depends on the duration of a checkpoint and the rate
 * of records.
 */
import type { CheckpointStep } from '@weir/graph';
import { type Environment, TroubleLog, WeirError } from '@weir/platform';
import type { Workers } from '../contract/workers.js';
import { isWorkerLost } from './supervision/loss-errors.js';

/** Interval at which the amount of writes is polled. */
const POLL_MILLIS = 50;
/** Number of entries and snapshots at which a checkpoint is taken immediately. */
const MANY_WRITES = 2_048;
/** Interval after a failed checkpoint, to keep the load on a failing store low. */
const RETRY_MILLIS = 1_000;
/** Number of polls after which any write leads to a checkpoint. */
const PATIENCE = 10;

const FAILURE_WORDS = {
  level: 'warn',
  trouble: 'a checkpoint failed; retrying',
  over: 'checkpoints succeed again',
} as const;

export class CheckpointLoop {
  private cancelTimer: (() => void) | undefined = undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isHeld = false;
  /** Polls since the last checkpoint. */
  private polls = 0;
  /** Whether the last checkpoint failed. */
  private hasFailed = false;
  private readonly trouble: TroubleLog;

  constructor(
    private readonly workers: Workers,
    private readonly environment: Environment,
  ) {
    this.trouble = new TroubleLog(FAILURE_WORDS, environment);
  }

  start(): void {
    this.isHeld = this.hasFailed = false;
    this.scheduleNext();
  }

  /** Starts no checkpoint until the next `start`. */
  hold(): void {
    this.isHeld = true;
    this.cancelTimer?.();
  }

  private scheduleNext(): void {
    if (this.isStopped || this.isHeld) return;
    this.cancelTimer?.();
    this.cancelTimer = this.environment.scheduler.after(this.hasFailed ? RETRY_MILLIS : POLL_MILLIS, () => {
      this.running = this.poll().finally(() => this.scheduleNext());
    });
  }

  private poll(): Promise<void> {
    this.polls++;
    return this.takeFrom(this.polls < PATIENCE ? MANY_WRITES : 1);
  }

  /** Resolves when no checkpoint is in progress. */
  stop(): Promise<void> {
    this.isStopped = true;
    this.cancelTimer?.();
    return this.running;
  }

  /** Never rejects: anything that a checkpoint did not forget is left to the next one. */
  take(): Promise<void> {
    return this.takeFrom(1);
  }

  /**
   * Takes checkpoints until few writes were made meanwhile. @param least number of writes required for the first
   * checkpoint.
   */
  private async takeFrom(least: number): Promise<void> {
    let forgotten = Promise.resolve();
    try {
      if ((await this.step('mark')) < least) return;
      let written: number;
      do {
        this.polls = 0;
        written = await this.step('settle');
        await forgotten;
        forgotten = this.forget();
      } while (written >= MANY_WRITES && !this.isStopped && !this.isHeld);
    } catch (error) {
      this.failed(error);
    }
    await forgotten;
  }

  private async forget(): Promise<void> {
    try {
      await this.step('forget');
      this.hasFailed = false;
      this.trouble.passed();
    } catch (error) {
      this.failed(error);
    }
  }

  /** @returns the number of writes, summed over all workers. */
  private async step(step: CheckpointStep): Promise<number> {
    const written = await this.workers.each(worker => worker.shards.checkpoint(step));
    return written.reduce((sum, each) => sum + each, 0);
  }

  private failed(error: unknown): void {
    const reason = WeirError.from(error).message;
    if (isWorkerLost(error)) {
      // The loss is reported elsewhere.
      this.environment.logger.log('debug', 'a checkpoint failed', { error: reason });
      return;
    }
    this.hasFailed = true;
    this.trouble.happened({ error: reason });
  }
}
