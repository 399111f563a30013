/**
 * Reads a file that a sharing server names. A small file is fetched whole, a larger one by requested ranges. The
 * address is not trusted: it may point to this machine only if the sharing server itself has exactly that address.
 */
import { isIP } from 'node:net';
import { type Clock, expectWaiters, type OutgoingPolicy, shownOrigin } from '@weir/platform';
import type { RandomAccessBytes } from '@weir/formats/cutting';
import { type Answer, bytesOf, isPassing, LimitedRequests, retryAfterMillis } from './limited-requests.js';
import { SharingProblem } from './sharing-problem.js';
import type { Tries } from './tries.js';

export interface SharedFileAccessOptions {
  readonly endpoint: string;
  /** Time limit of one request. */
  readonly millis: number;
  /** Maximum concurrent requests per store. */
  readonly connections: number;
  readonly clock: Clock;
  readonly outgoing: OutgoingPolicy;
  readonly tries: Tries;
  readonly closing: AbortSignal;
}

/** Current location of a file. */
export interface SharedFile {
  /** Description for messages. */
  readonly name: string;
  /** Size in bytes, if known. */
  readonly size: number | undefined;
  /** Returns an address, and another one if `ended` has expired. */
  address(ended?: string): Promise<string>;
}

/** Files up to this size are fetched whole. */
export const LARGEST_WHOLE_BYTES = 16 * 1024 * 1024;

export class SharedFileAccess {
  private readonly near: LimitedRequests;
  private readonly far: LimitedRequests;
  /** Host of the sharing server, if it is an address; a name might resolve to something else next time. */
  private readonly nearHost: string | undefined;

  constructor(private readonly options: SharedFileAccessOptions) {
    const { endpoint, outgoing, connections, closing } = options;
    const { hostname } = new URL(endpoint);
    const isFixed = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost';
    this.nearHost = isFixed ? hostname : undefined;
    expectWaiters(closing, connections);
    this.near = new LimitedRequests(outgoing, connections, closing);
    this.far = new LimitedRequests(outgoing.offMachine, connections, closing);
  }

  /** Fetches the file if it is small enough. @throws SharingProblem; `TransientSourceError` */
  async open(file: SharedFile): Promise<RandomAccessBytes> {
    if (file.size === undefined || file.size <= LARGEST_WHOLE_BYTES) {
      const whole = await this.whole(file);
      if (typeof whole !== 'number') return inMemory(whole);
      return { size: () => Promise.resolve(whole), bytesAt: this.piecesOf(file) };
    }
    const { size } = file;
    return { size: () => Promise.resolve(size), bytesAt: this.piecesOf(file) };
  }

  async close(): Promise<void> {
    await Promise.all([this.near.close(), this.far.close()]);
  }

  private piecesOf(file: SharedFile) {
    return (offset: number, length: number): Promise<Uint8Array> => {
      const range = `bytes=${offset}-${offset + length - 1}`;
      if (length === 0) return Promise.resolve(new Uint8Array(0));
      return this.read(file, { range }, async answer => {
        if (answer.status !== 206)
          throw new SharingProblem(
            'unreadable',
            'its store does not support range requests, and it is too large to be read in one request',
          );
        const bytes = await bytesOf(answer, length);
        if (bytes.length === length) return bytes;
        throw new SharingProblem('passing', `${bytes.length} of ${length} bytes were received`);
      });
    };
  }

  /** @returns the size of the file if it is too large. */
  private whole(file: SharedFile): Promise<Uint8Array | number> {
    return this.read<Uint8Array | number>(file, {}, async answer => {
      const { status, headers } = answer;
      if (status !== 200)
        throw new SharingProblem('unreadable', `status ${status} for a request of the whole file`);
      const length = Number(headers['content-length']);
      if (length > LARGEST_WHOLE_BYTES && file.size === undefined) return length;
      const bytes = await bytesOf(answer, LARGEST_WHOLE_BYTES);
      if (!Number.isSafeInteger(length) || bytes.length === length) return bytes;
      throw new SharingProblem('passing', `${bytes.length} of ${length} bytes were received`);
    });
  }

  private read<T>(
    file: SharedFile,
    headers: Readonly<Record<string, string>>,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    const { tries, millis } = this.options;
    let address: string | undefined;
    return tries.until(file.name, async before => {
      address = await file.address(before?.kind === 'expired' ? address : undefined);
      const url = urlOf(address);
      const requests = url.hostname === this.nearHost ? this.near : this.far;
      return requests.make(url, { method: 'GET', headers, millis }, async answer => {
        if (answer.status === 200 || answer.status === 206) return read(answer);
        throw this.problem(answer, url);
      });
    });
  }

  private problem(answer: Answer, url: URL): SharingProblem {
    const { status } = answer;
    const reason = `${url.origin} responded with status ${status}`;
    // Statuses of S3, Azure and Google for an expired signature.
    if (status === 400 || status === 401 || status === 403) return new SharingProblem('expired', reason);
    if (isPassing(status)) {
      const wait = retryAfterMillis(answer, this.options.clock.now());
      return new SharingProblem('passing', reason, { retryAfterMillis: wait });
    }
    const isRedirect = status >= 300 && status < 400;
    return new SharingProblem('unreadable', isRedirect ? `${reason}: redirects are not followed` : reason);
  }
}

function inMemory(bytes: Uint8Array): RandomAccessBytes {
  return {
    size: () => Promise.resolve(bytes.length),
    bytesAt: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

function urlOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new SharingProblem(
    'refused',
    `the server names the address ${shownOrigin(address)} for a file, which is not an http or https URL`,
  );
}
