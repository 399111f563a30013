/** Folders for records and results that could not be processed. They belong to the stored data. */
import { join } from 'node:path';
import { isLasting, type StoreOptions } from '@weir/runtime';
import type { Config } from './settings.js';

export interface DeadLetterDirectories {
  /** For results that could not be delivered. `undefined`: nothing is persistent. */
  readonly results: string | undefined;
  /** For records that were set aside. `undefined`: nothing is persistent. */
  readonly records: string | undefined;
}

export function deadLetterDirectories(store: StoreOptions, config: Config): DeadLetterDirectories {
  const parent = dataDirectory(store, config);
  if (parent === undefined) return { results: undefined, records: undefined };
  const results = join(parent, 'dead-letters');
  return { results, records: join(results, 'ingest') };
}

/** Returns the directory on this machine for the graph and what belongs to it. `undefined`: nothing is persistent. */
export function dataDirectory(store: StoreOptions, config: Config): string | undefined {
  if ('path' in store) return store.path;
  return isLasting(store) ? config['store.filepath'] : undefined;
}
