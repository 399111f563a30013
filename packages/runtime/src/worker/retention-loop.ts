/** Repeatedly folds history that is older than the retention, on one worker. */
import type { GraphWorker } from '@weir/graph';
import { type Environment, every, WeirError } from '@weir/platform';

const LEAST_PAUSE_MILLIS = 1_000;
const LONGEST_PAUSE_MILLIS = 3_600_000;
/** Number of passes within the retention time, so the store holds slightly more history than requested. */
const PASSES = 8;

export class RetentionLoop {
  private end: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private readonly pause: number;

  constructor(
    private readonly graph: GraphWorker,
    private readonly environment: Environment,
    retention: number,
  ) {
    this.pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(LEAST_PAUSE_MILLIS, retention / PASSES));
  }

  start(): void {
    if (this.isStopped) return;
    this.end = every(this.environment.scheduler, this.pause, () => (this.running = this.fold()));
  }

  /** Resolves when no pass is in progress. */
  stop(): Promise<void> {
    this.isStopped = true;
    this.end();
    return this.running;
  }

  private async fold(): Promise<void> {
    try {
      const nodes = await this.graph.foldHistory(() => this.isStopped);
      if (nodes > 0) this.environment.logger.log('debug', 'history was folded', { nodes });
    } catch (error) {
      this.environment.logger.log('warn', 'history could not be folded; retrying', {
        error: WeirError.from(error).message,
      });
    }
  }
}
