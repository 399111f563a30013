/** Creates and replaces streams, standing queries and outputs over the API. */
import { ApiError, request } from './http.js';

export const GRAPH = 'api/v2/graph/quine';
export const INGESTS = `${GRAPH}/ingests`;
export const STANDING = `${GRAPH}/standingQueries`;

export function addressOf(collection: string, name: string): string {
  return `${collection}/${encodeURIComponent(name)}`;
}

/**
 * Replaces a resource by another one with the same name. The server has no operation for that: the old one is removed
 * first. After a failure between the two, the next attempt only creates.
 */
export async function replaceResource(collection: string, name: string, definition: object): Promise<void> {
  try {
    await request('DELETE', addressOf(collection, name));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  await request('POST', collection, definition);
}

/** As `replaceResource`, after a trial: an ingest stream whose definition is invalid is not removed. */
export async function replaceIngest(name: string, definition: object): Promise<void> {
  try {
    await request('POST', `${INGESTS}:dryRun?limit=1&timeout=3s`, definition);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ingest.no-dry-run')) throw error;
  }
  await replaceResource(INGESTS, name, definition);
}
