/** Reads schemas, from files that ingest may read and from the web. */
import { readFile } from 'node:fs/promises';
import { messageOf, type OutgoingPolicy, shownUrl, WeirError } from '@weir/platform';
import type { FileAccessPolicy } from '../files/file-access-policy.js';
import { PageFetcher } from '../http/fetch-page.js';

const LARGEST_BYTES = 16 * 1024 * 1024;
const PATIENCE_MILLIS = 10_000;

export interface SchemaAccess {
  readonly files: FileAccessPolicy;
  readonly outgoing: OutgoingPolicy;
}

/** @throws WeirError `ingest.invalid`, `ingest.file-not-found`, `ingest.file-not-allowed`. */
export async function readSchema(where: string, { files, outgoing }: SchemaAccess): Promise<Uint8Array> {
  if (!/^https?:/i.test(where)) return readFile(await files.check(where.replace(/^file:(?:\/\/)?/i, '')));
  try {
    const response = await new PageFetcher(outgoing).fetch(where, AbortSignal.timeout(PATIENCE_MILLIS));
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body ?? []) {
      size += (piece as Uint8Array).length;
      if (size > LARGEST_BYTES) throw new Error(`it has more than ${LARGEST_BYTES} bytes`);
      pieces.push(piece as Uint8Array);
    }
    return Buffer.concat(pieces);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WeirError('ingest.invalid', `The schema at ${shownUrl(where)} cannot be read: ${reason}`, {
      cause,
    });
  }
}
