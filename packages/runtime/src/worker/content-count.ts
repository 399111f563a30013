/** Counts the contents of a worker's shards in the background, if the store has no counts of them. */
import type { GraphWorker } from '@weir/graph';
import { type Environment, pause, WeirError } from '@weir/platform';

const RETRY_MILLIS = 1_000;

export class ContentCount {
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly graph: GraphWorker,
    private readonly environment: Environment,
  ) {}

  start(): void {
    this.running = this.count();
  }

  /** Resolves when no count is in progress. */
  stop(): Promise<void> {
    this.isStopped = true;
    return this.running;
  }

  private async count(): Promise<void> {
    while (!this.isStopped) {
      try {
        return await this.graph.countContents(() => this.isStopped);
      } catch (error) {
        this.environment.logger.log('warn', 'the contents of the graph could not be counted; retrying', {
          error: WeirError.from(error).message,
        });
      }
      await pause(this.environment.scheduler, RETRY_MILLIS);
    }
  }
}
