/** Where the graph of this run is kept, and whether it stays. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StoreOptions } from '@weir/runtime';
import type { Config } from '../config/settings.js';
import type { RunOptions } from './options.js';

export interface DataDirectory {
  readonly store: StoreOptions;
  /** To be said at the start. */
  readonly announcement: string | undefined;
  /** Removes a directory that was only for this run. May be called more than once. */
  dispose(): void;
}

export function chooseDataDirectory(
  options: Pick<RunOptions, 'recipe' | 'data' | 'forceConfig' | 'noDelete'>,
  config: Pick<
    Config,
    | 'store.type'
    | 'store.filepath'
    | 'store.sync-all-writes'
    | 'store.check-files'
    | 'store.open-files'
    | 'store.known-ids-maximum-size'
  >,
): DataDirectory {
  const embedded = (path: string): StoreOptions => ({
    type: 'embedded',
    path,
    sync: config['store.sync-all-writes'],
    checkFiles: config['store.check-files'],
    openFiles: config['store.open-files'],
    filterBytes: config['store.known-ids-maximum-size'],
  });
  const keep = (path: string): DataDirectory => ({
    store: embedded(resolve(path)),
    announcement: undefined,
    dispose: () => undefined,
  });
  if (options.data !== undefined) return keep(options.data);
  const type = config['store.type'];
  if (type !== 'embedded') {
    return { store: { type }, announcement: undefined, dispose: () => undefined };
  }
  if (options.recipe === undefined || options.forceConfig) return keep(config['store.filepath']);
  const path = mkdtempSync(join(tmpdir(), 'weir-'));
  if (options.noDelete) return { ...keep(path), announcement: `Using data path ${path}` };
  return {
    store: embedded(path),
    announcement: undefined,
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}
