/**
 * External text for queries (LOAD CSV, loadJsonLines): files under the same rules as file ingests, and web pages.
 * UTF-8, read in chunks as the query needs them; invalid UTF-8 is an error.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { OPEN_RULES, OutgoingPolicy, reasonOf, shownUrl, WeirError } from '@weir/platform';
import type { TextOpenerFactory } from '@weir/contract';
import { PageFetcher } from '../http/fetch-page.js';
import { FileAccessPolicy } from './file-access-policy.js';
import type { TextOpenerOptions } from './text-opener-options.js';

const SCHEME = /^([a-z][a-z0-9+.-]+):/i;
/** Number of bytes per read of a file. */
const PIECE_BYTES = 64 * 1024;

export const textOpener: TextOpenerFactory = async options => {
  const { web, outgoing = OPEN_RULES, ...fileOptions } = options as unknown as TextOpenerOptions;
  const pages = new PageFetcher(new OutgoingPolicy(outgoing));
  const files = await FileAccessPolicy.create(fileOptions);
  return (url, signal) => {
    const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
    if (scheme === undefined) return textOfFile(files, url);
    if (scheme === 'file') return textOfFile(files, pathOf(url));
    if (scheme !== 'http' && scheme !== 'https') {
      throw failure(`Cannot open ${shownUrl(url)}: use a path, or a file, http or https URL`);
    }
    if (!web) {
      throw failure(
        `Cannot open ${shownUrl(url)}: queries must not open URLs unless cypher.load-from-web is true`,
      );
    }
    return textOfPage(pages, url, signal);
  };
};

async function* textOfFile(files: FileAccessPolicy, path: string): AsyncGenerator<string> {
  const allowed = await files.check(path);
  // Without this flag, opening a pipe without a writer would block.
  const file = await open(allowed, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw failure(`Cannot open ${path}: ${reasonOf(cause)}`, cause);
  });
  try {
    if (!(await file.stat()).isFile()) throw failure(`Cannot open ${path}: it is not a regular file`);
    const decoder = new Utf8Pieces(path);
    const buffer = new Uint8Array(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES);
      if (bytesRead === 0) break;
      yield decoder.next(buffer.subarray(0, bytesRead));
    }
    yield decoder.end();
  } finally {
    await file.close();
  }
}

async function* textOfPage(
  pages: PageFetcher,
  url: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new Utf8Pieces(shownUrl(url));
  try {
    const { ok, status, statusText, body } = await pages.fetch(url, signal);
    if (!ok) {
      await body?.cancel();
      throw failure(`Cannot read ${shownUrl(url)}: the server responded with ${status} ${statusText}`);
    }
    for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
      yield decoder.next(bytes);
    }
  } catch (cause) {
    if (cause instanceof WeirError) throw cause;
    throw failure(`Cannot read ${shownUrl(url)}: ${reasonOf(cause)}`, cause);
  }
  yield decoder.end();
}

/** Decodes UTF-8 without its byte order mark. */
class Utf8Pieces {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(private readonly source: string) {}

  next(bytes: Uint8Array): string {
    return this.decode(bytes, true);
  }

  end(): string {
    return this.decode(undefined, false);
  }

  private decode(bytes: Uint8Array | undefined, stream: boolean): string {
    try {
      return this.decoder.decode(bytes, { stream });
    } catch (cause) {
      throw failure(`Cannot read ${this.source}: it is not valid UTF-8. Convert it to UTF-8 first.`, cause);
    }
  }
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw failure(`Cannot open ${url}: ${reasonOf(cause)}`, cause);
  }
}

function failure(message: string, cause?: unknown): WeirError {
  return new WeirError('cypher.runtime', `RuntimeError ${message}`, { cause });
}
