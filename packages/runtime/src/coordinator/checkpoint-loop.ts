/** Takes a checkpoint every half second while something is written, so that a crash has little to look at again. */
import { CHECKPOINT_STEPS } from '@weir/graph';
import { type Environment, WeirError } from '@weir/model';
import type { Workers } from '../contract/workers.js';

const CHECKPOINT_MILLIS = 500;

export class CheckpointLoop {
  private cancelTimer: (() => void) | undefined = undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isHeld = false;

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
    this.cancelTimer = this.environment.scheduler.after(CHECKPOINT_MILLIS, () => {
      this.running = this.take().finally(() => this.goOn());
    });
  }

  /** Resolves when none is under way. */
  stop(): Promise<void> {
    this.isStopped = true;
    this.cancelTimer?.();
    return this.running;
  }

  /** Never rejects: what a checkpoint did not forget, the next one does. */
  async take(): Promise<void> {
    try {
      for (const step of CHECKPOINT_STEPS) {
        const answers = await this.workers.each(worker => worker.shards.checkpoint(step));
        if (!answers.includes(true)) return;
      }
    } catch (error) {
      this.environment.logger.log('warn', 'a checkpoint could not be taken', {
        error: WeirError.from(error).message,
      });
    }
  }
}
