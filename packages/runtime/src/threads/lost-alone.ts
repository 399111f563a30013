/** Workers of a process that is lost while all others are well: others can take their places alone. */
import type { WeirError } from '@weir/model';
import type { WorkerServices } from '../contract/worker-services.js';

export interface LostAlone {
  /** Of the workers, among all. */
  readonly places: readonly number[];
  /** First of all: calls under way reject with `reason`, and so do later ones; nothing comes from them any more. */
  cutOff(reason: WeirError): void;
  /**
   * Threads of this process open their shards, under a greater order. Only who calls this can ask them something; what they
   * send to others waits. May be called again after it rejected.
   */
  begin(): Promise<readonly WorkerServices[]>;
  /** All others learn of the new ones, and look again at what they have written; see `ShardService.resynchronised`. */
  introduce(): void;
}
