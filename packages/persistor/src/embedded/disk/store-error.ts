/** Converts LevelDB's errors to `WeirError`, each with advice on how to fix it. */
import { WeirError } from '@weir/platform';

/** @param location the partition's directory. */
export function toStoreError(thrown: unknown, what: string, location: string): WeirError {
  if (thrown instanceof WeirError) return thrown;
  const options = { cause: thrown };
  switch (levelCode(thrown)) {
    case 'LEVEL_LOCKED':
      return new WeirError(
        'store.locked',
        `The data in ${location} is in use by another process. Stop that process, or choose another data directory.`,
        options,
      );
    case 'LEVEL_CORRUPTION':
      return damaged(location, reason(thrown), options);
    default:
      return new WeirError(
        'store.failed',
        `The store failed while ${what} ${location}: ${reason(thrown)}`,
        options,
      );
  }
}

export function damaged(location: string, why: string, options: { cause?: unknown } = {}): WeirError {
  return new WeirError(
    'store.damaged',
    `The data in ${location} is damaged (${why}). Nothing was changed. Restore the data directory from a copy, or move ` +
      'it away and run the ingest streams again.',
    options,
  );
}

/** Returns the code of LevelDB's original error, which is the cause of a general one when opening. */
function levelCode(thrown: unknown): string | undefined {
  const error = thrown as { code?: string; cause?: { code?: string } };
  return error.cause?.code ?? error.code;
}

function reason(thrown: unknown): string {
  const error = thrown as { message?: string; cause?: { message?: string } };
  return error.cause?.message ?? error.message ?? String(thrown);
}
