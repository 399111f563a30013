import { readdir } from 'node:fs/promises';

/** Names of the partitions that a data directory has; none if it is missing. */
export async function partitionsIn(path: string): Promise<readonly string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter(name => name === 'meta' || /^shard-\d+$/.test(name));
}
