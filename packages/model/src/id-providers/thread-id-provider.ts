/**
 * The provider that creates, writes and reads the ids of this thread. One per thread, not one per graph: ids are
 * written and read in a hundred places that know no graph. Graphs with different types of ids need separate processes.
 */
import { WeirError } from '@weir/platform/errors';
import type { IdProvider } from './id-provider.js';

let current: IdProvider | undefined;
let users = 0;

/** `undefined` for UUIDs, the default, which take their own fast path. */
export function threadIdProvider(): IdProvider | undefined {
  return current;
}

export function idProviderName(): string {
  return current?.name ?? 'uuid';
}

/**
 * @param provider `undefined` for the default.
 * @returns a function that releases the provider. @throws WeirError `config.invalid` while a graph of this thread uses
 * another one.
 */
export function useIdProvider(provider: IdProvider | undefined): () => void {
  if (users > 0 && provider?.name !== current?.name) {
    throw new WeirError(
      'config.invalid',
      `This process has an open graph with ids of type ${current?.name ?? 'uuid'}; a graph with ids of ` +
        `type ${provider?.name ?? 'uuid'} needs its own process.`,
    );
  }
  current = provider;
  users++;
  let isUsed = true;
  return () => {
    if (!isUsed) return;
    isUsed = false;
    if (--users === 0) current = undefined;
  };
}
