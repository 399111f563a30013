import { readBackup } from '@weir/persistor';

/**
 * Reads a backup to its end and checks that it is intact.
 * @throws WeirError `store.damaged`, `store.incompatible`.
 */
export async function checkBackup(source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of readBackup(source));
}
