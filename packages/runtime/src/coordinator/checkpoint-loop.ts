/**
 * Takes checkpoints while something is written, so that a crash has little to look at again: one after the other where
 * much is, and every half second else. How much a recovery has to do depends so on how long a checkpoint takes and how
 * fast records come.
 */
import type { CheckpointStep } from '@weir/graph';
import { type Environment, TroubleLog, WeirError } from '@weir/model';
import type { Workers } from '../contract/workers.js';
import { isWorkerLost } from './supervision/loss-errors.js';

/** Between two looks at how much was written. */
const LOOK_MILLIS = 50;
/** Entries and snapshots that are enough for a checkpoint. */
const MANY_WRITES = 2_048;
/** Between two looks after a checkpoint that failed: a store that fails is asked for little. */
const RETRY_MILLIS = 1_000;
/** Looks after which anything is. */
const PATIENCE = 10;

const FAILURE_WORDS = {
  level: 'warn',
  trouble: 'a checkpoint could not be taken; trying again',
  over: 'checkpoints can be taken again',
} as const;

export class CheckpointLoop {
  private cancelTimer: (() => void) | undefined = undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isHeld = false;
  /** Since the last checkpoint. */
  private looks = 0;
  /** The last one did. */
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
    this.goOn();
  }

  /** None is begun until the next `start`. */
  hold(): void {
    this.isHeld = true;
    this.cancelTimer?.();
  }

  private goOn(): void {
    if (this.isStopped || this.isHeld) return;
    this.cancelTimer?.();
    this.cancelTimer = this.environment.scheduler.after(this.hasFailed ? RETRY_MILLIS : LOOK_MILLIS, () => {
      this.running = this.look().finally(() => this.goOn());
    });
  }

  private look(): Promise<void> {
    this.looks++;
    return this.takeFrom(this.looks < PATIENCE ? MANY_WRITES : 1);
  }

  /** Resolves when none is under way. */
  stop(): Promise<void> {
    this.isStopped = true;
    this.cancelTimer?.();
    return this.running;
  }

  /** Never rejects: what a checkpoint did not forget, the next one does. */
  take(): Promise<void> {
    return this.takeFrom(1);
  }

  /** Goes on with the next one where much was written meanwhile. @param least writes that the first one is worth. */
  private async takeFrom(least: number): Promise<void> {
    let forgotten = Promise.resolve();
    try {
      if ((await this.step('mark')) < least) return;
      let written: number;
      do {
        this.looks = 0;
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

  /** @returns how much all workers say was written. */
  private async step(step: CheckpointStep): Promise<number> {
    const written = await this.workers.each(worker => worker.shards.checkpoint(step));
    return written.reduce((sum, each) => sum + each, 0);
  }

  private failed(error: unknown): void {
    const reason = WeirError.from(error).message;
    if (isWorkerLost(error)) {
      // Somebody else tells.
      this.environment.logger.log('debug', 'a checkpoint could not be taken', { error: reason });
      return;
    }
    this.hasFailed = true;
    this.trouble.happened({ error: reason });
  }
}
