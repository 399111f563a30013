/** Declaration of a kind of store. Built-in kinds and kinds from extensions use the same declaration. */
import type { PersistorFactory } from '@weir/persistor';
import type { Environment } from '@weir/platform';
import type { StoreOptions } from '../contract/graph-options.js';
import type { PartitionCopies } from '../contract/partition-copies.js';

export interface StoreDeclaration<O extends StoreOptions = StoreOptions> {
  readonly type: O['type'];
  /** Whether acknowledged data survives the end of the process, or of one of its threads. */
  readonly durable: boolean;
  /** Whether every process that shares the graph can reach it. Opening a shard then waits for other machines. */
  readonly remote?: boolean;
  /** Loads the code that `open` would load on first use. */
  load?(): Promise<unknown>;
  /**
   * Loads the code of the store.
   * @param copies of this process, which end while a partition is open. Default: the caller sees to it.
   */
  open(options: O, environment: Environment, copies?: PartitionCopies): Promise<PersistorFactory>;
}
