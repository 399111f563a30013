/**
 * Takes checkpoints while something is written, so that a crash has little to look at again: each time that much was
 * written, and every half second else. How much a recovery has to do depends so on how long a checkpoint takes, and
 * hardly on how fast records come.
 */
import { CHECKPOINT_STEPS } from '@weir/graph';
import { type Environment, WeirError } from '@weir/model';
import type { Workers } from '../contract/workers.js';

/** Between two looks at how much was written. */
const LOOK_MILLIS = 50;
/** Entries and snapshots that are enough for a checkpoint. */
const MANY_WRITES = 2_048;
/** Looks after which anything is. */
const PATIENCE = 10;

export class CheckpointLoop {
  private cancelTimer: (() => void) | undefined = undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isHeld = false;
  /** Since the last checkpoint. */
  private looks = 0;

  constructor(
    private readonly workers: Workers,
    private readonly environment: Environment,
  ) {}

  start(): void {
    this.isHeld = false;
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
    this.cancelTimer = this.environment.scheduler.after(LOOK_MILLIS, () => {
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

  /** @param least writes that it is worth. */
  private async takeFrom(least: number): Promise<void> {
    try {
      for (const step of CHECKPOINT_STEPS) {
        const written = await this.workers.each(worker => worker.shards.checkpoint(step));
        if (step === 'mark' && written.reduce((sum, each) => sum + each, 0) < least) return;
        this.looks = 0;
      }
    } catch (error) {
      this.environment.logger.log('warn', 'a checkpoint could not be taken', {
        error: WeirError.from(error).message,
      });
    }
  }
}
