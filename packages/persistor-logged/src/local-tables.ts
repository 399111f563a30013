/** The data of a graph's partitions on this machine. It can be made again from the logs and their snapshots. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Persistor, PersistorFactory } from '@weir/persistor';

export interface LocalTables {
  open(partition: string): Promise<Persistor>;
  /** Deletes the data of a partition, which must be closed. */
  discard(partition: string): Promise<void>;
}

/** A directory with a subdirectory for each partition, as the embedded store writes it. */
export class DirectoryTables implements LocalTables {
  constructor(
    private readonly path: string,
    private readonly factory: PersistorFactory,
  ) {}

  open(partition: string): Promise<Persistor> {
    return this.factory.open(partition);
  }

  async discard(partition: string): Promise<void> {
    // At once: a store with some of its files would be refused as damaged.
    const discarded = join(this.path, `discarded-${partition}`);
    await rm(discarded, { recursive: true, force: true });
    await rename(join(this.path, partition), discarded);
    await rm(discarded, { recursive: true, force: true });
  }
}
