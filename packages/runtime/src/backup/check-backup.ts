import { readBackup } from '@weir/persistor';

/**
 * Reads a backup to its end and makes sure that it is whole.
 * @throws WeirError `store.damaged`, `store.incompatible`.
 */
export async function checkBackup(source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of readBackup(source));
}
