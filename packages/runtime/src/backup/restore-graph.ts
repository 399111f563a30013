/** Creates a data directory from a backup. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WeirError } from '@weir/platform';
import { EmbeddedPersistorFactory, restoreBackup, type RestoreSummary } from '@weir/persistor';

/**
 * Restores into `PATH.restoring` and renames it to the path when it is complete.
 * @param source the backup, in chunks of any size.
 * @param path a directory that is empty or does not exist.
 * @throws WeirError `store.damaged`, `store.incompatible`, `store.failed`; then the directory is unchanged.
 */
export async function restoreGraph(source: AsyncIterable<Uint8Array>, path: string): Promise<RestoreSummary> {
  const partial = `${path}.restoring`;
  try {
    await refuseData(path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rm(partial, { recursive: true, force: true });
  } catch (cause) {
    throw asFailure(cause, path);
  }
  try {
    const summary = await restoreBackup(source, new EmbeddedPersistorFactory({ path: partial, sync: false }));
    await rm(path, { recursive: true, force: true });
    await rename(partial, path);
    return summary;
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    throw asFailure(cause, path);
  }
}

async function refuseData(path: string): Promise<void> {
  const files = await readdir(path).catch((thrown: NodeJS.ErrnoException): string[] => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  if (files.length === 0) return;
  throw new WeirError(
    'store.failed',
    `${path} is not empty. Choose a new directory, or move its content away.`,
  );
}

function asFailure(cause: unknown, path: string): WeirError {
  if (cause instanceof WeirError) return cause;
  const { message } = WeirError.from(cause);
  return new WeirError('store.failed', `The backup could not be restored to ${path}: ${message}`, { cause });
}
