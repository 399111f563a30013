/** Options of the supervisor of a graph's workers. */
import type { WorkerLocation } from '@weir/contract';
import type { Environment } from '@weir/platform';
import type { LossListener, WorkerPool } from '../../pool/pool-contract.js';

export interface SupervisorOptions {
  /**
   * @param before earlier assignment of shards. @param over when aborted, the start rejects soon and leaves no worker
   * running.
   */
  readonly start: (
    onLost: LossListener,
    before: readonly WorkerLocation[],
    over: AbortSignal,
  ) => Promise<WorkerPool>;
  readonly shards: number;
  /** Whether acknowledged writes survive the loss of a worker. */
  readonly isDurable: boolean;
  readonly environment: Environment;
}
