/** Workers of one process that can be replaced alone, because all others are healthy: they are lost, or move. */
import type { WeirError } from '@weir/platform';
import type { WorkerServices } from '../contract/worker-services.js';

export interface LostAlone {
  /** Indexes of the workers among all. */
  readonly indexes: readonly number[];
  /**
   * To be called first. Pending and later calls reject with `reason`, and further messages of the workers are ignored.
   */
  cutOff(reason: WeirError): void;
  /**
   * Starts threads that open the shards, with a greater order, in this process or in one that joins. Only the caller can
   * send them requests; their messages to other workers wait. May be called again after it rejected.
   */
  begin(): Promise<readonly WorkerServices[]>;
  /**
   * Makes the new workers known to all others, which then check their recent writes again; see
   * `ShardService.resynchronized`.
   */
  introduce(): void;
}
