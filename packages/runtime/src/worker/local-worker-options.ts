/** What a host needs from where it runs: a worker, or the embedding program's own thread. */
import type { PersistenceOptions } from '@weir/graph';
import type { Environment } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { HostExtensions } from './worker-extensions.js';
import type { HostReports } from '../contract/worker-service.js';
import type { TextOpener } from '../contract/module-reference.js';

export interface LocalHostOptions {
  /** Of the host among all hosts. */
  readonly index: number;
  /** By shard, the index of its host. */
  readonly hostOfShard: readonly number[];
  /** By shard, for those of this host. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly persistence: PersistenceOptions;
  readonly environment: Environment;
  readonly extensions: HostExtensions;
  readonly openText: TextOpener | undefined;
  readonly reports: HostReports;
  send(host: number, frame: Uint8Array<ArrayBuffer>): void;
}
