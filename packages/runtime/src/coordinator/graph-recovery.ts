/**
 * Runs the recovery of all workers after a crash and reports its progress. If the store fails, the recovery is retried
 * and resumes from the point of failure.
 */
import { type Environment, every, pause, WeirError } from '@weir/platform';
import type { Workers } from '../contract/workers.js';
import { isWorkerLost } from './supervision/loss-errors.js';

/** Number of nodes checked at the same time. */
const PARALLELISM = 256;
const REPORT_MILLIS = 500;
const RETRY_MILLIS = 1_000;

export class GraphRecovery {
  isUnderWay = false;
  private left: number | undefined = undefined;
  private failure: string | undefined = undefined;

  constructor(
    private readonly workers: Workers,
    private readonly environment: Environment,
    private readonly isClosing: () => boolean,
  ) {}

  /** Why the graph is not ready yet. */
  get state(): string | undefined {
    if (this.failure !== undefined) {
      return `The last run did not end cleanly, and recovery of its last writes failed: ${this.failure}`;
    }
    if (!this.isUnderWay) return undefined;
    const left = this.left === undefined ? '' : `: ${this.left} nodes left`;
    return `The last run did not end cleanly, and its last writes are being recovered${left}`;
  }

  /** @returns whether everything is up to date. */
  async run(): Promise<boolean> {
    const { logger, clock } = this.environment;
    logger.log('info', 'the last run did not end cleanly: recovering its last writes');
    const began = clock.now();
    this.isUnderWay = true;
    const end = every(this.environment.scheduler, REPORT_MILLIS, () => this.reportLeft());
    try {
      const nodes = await this.recoverAndResume();
      const millis = clock.now() - began;
      logger.log('info', 'recovery finished: edges and standing queries are up to date', { nodes, millis });
      return true;
    } catch (error) {
      this.failure = WeirError.from(error).message;
      // The replacement workers start the recovery again.
      if (isWorkerLost(error)) logger.log('info', 'workers are replaced: recovery restarts');
      else
        logger.log('error', 'recovery of edges and standing queries failed', {
          error: String(error),
        });
      return false;
    } finally {
      this.isUnderWay = false;
      end();
    }
  }

  private async recoverAndResume(): Promise<number> {
    try {
      return await this.recover();
    } finally {
      await this.workers.each(worker => worker.shards.endRecovery());
    }
  }

  private async recover(): Promise<number> {
    for (;;) {
      try {
        const nodes = await this.workers.each(worker => worker.shards.recover(PARALLELISM));
        return nodes.reduce((sum, each) => sum + each, 0);
      } catch (error) {
        if (WeirError.from(error).code !== 'store.failed' || this.isClosing()) throw error;
        this.environment.logger.log('warn', 'the store fails: recovery waits', { error: String(error) });
      }
      await pause(this.environment.scheduler, RETRY_MILLIS);
    }
  }

  private async reportLeft(): Promise<void> {
    try {
      const statuses = await this.workers.each(worker => worker.shards.status());
      if (!this.isUnderWay) return;
      this.left = statuses.flat().reduce((sum, each) => sum + each.unsettledNodes, 0);
      this.environment.logger.log('info', 'recovering the last writes', { left: this.left });
    } catch {
      // A lost worker is reported elsewhere.
    }
  }
}
