/** What whoever keeps the workers of a graph alive needs to be given. */
import type { WorkerPlace } from '@weir/contract';
import type { Environment } from '@weir/model';
import type { LossListener, WorkerPool } from '../../threads/pool-contract.js';

export interface SupervisorOptions {
  /** @param before who had which shards. @param over nobody wants them any more: it rejects soon, and none runs. */
  readonly start: (
    onLost: LossListener,
    before: readonly WorkerPlace[],
    over: AbortSignal,
  ) => Promise<WorkerPool>;
  readonly shards: number;
  /** What was acknowledged outlives a worker. */
  readonly isDurable: boolean;
  readonly environment: Environment;
}
