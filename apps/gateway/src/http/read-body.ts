/** Reads request bodies with limits: on the size and time of each, and on the total size of those being read. */
import { RequestError } from '@weir/api';
import { WeirError, type Scheduler } from '@weir/platform';
import type { IncomingMessage } from 'node:http';

/** Multiple of the limit that is still read and discarded, so that the client gets to read the error. */
const DISCARDED_TIMES_LIMIT = 8;

export interface BodyLimit {
  readonly bytes: number;
  /** Name that a person would search for. */
  readonly name: string;
}

export interface RequestBodiesOptions {
  /** Maximum total size of incomplete bodies, in bytes. */
  readonly totalBytes: number;
  /** Maximum time to receive a body. */
  readonly timeLimitMillis: number;
  readonly scheduler: Scheduler;
}

export class RequestBodies {
  private held = 0;

  constructor(private readonly options: RequestBodiesOptions) {}

  /**
   * Rejects with `request.too-large`, `request.invalid`, `request.timeout` or `gateway.busy`; the rest of the body may
   * still arrive then.
   */
  async read(request: IncomingMessage, limit: BodyLimit): Promise<string> {
    return textOf(await this.readBytes(request, limit));
  }

  /** Like `read`, for a body of any type. */
  async readBytes(request: IncomingMessage, limit: BodyLimit): Promise<Uint8Array> {
    const { timeLimitMillis, scheduler } = this.options;
    let cancel = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = scheduler.after(timeLimitMillis, () => reject(tooSlow(timeLimitMillis)));
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let kept = 0;
    const source = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
    try {
      for (;;) {
        const { done, value } = await Promise.race([source.next(), late]);
        if (done === true) break;
        size += value.byteLength;
        if (size > limit.bytes * DISCARDED_TIMES_LIMIT) break;
        if (size > limit.bytes) continue;
        this.hold(value.byteLength);
        kept += value.byteLength;
        chunks.push(value);
      }
    } finally {
      cancel();
      this.held -= kept;
    }
    if (size > limit.bytes) throw tooLarge(limit);
    return Buffer.concat(chunks);
  }

  private hold(bytes: number): void {
    const { totalBytes } = this.options;
    if (this.held + bytes > totalBytes) throw tooMany(totalBytes);
    this.held += bytes;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new RequestError(['The body is not valid UTF-8'], { cause });
  }
}

function tooLarge({ bytes, name }: BodyLimit): WeirError {
  return new WeirError('request.too-large', `The request body is larger than ${bytes} bytes, ${name}`);
}

function tooSlow(millis: number): WeirError {
  return new WeirError(
    'request.timeout',
    `The request body was not received within ${millis} ms, the limit set by webserver.body-timeout`,
  );
}

function tooMany(bytes: number): WeirError {
  return new WeirError(
    'gateway.busy',
    `Too many requests are being read: their bodies have reached ${bytes} bytes, the limit set by ` +
      'webserver.maximum-bodies-size. Try again in a moment.',
  );
}

/**
 * Returns the media type of a body in lower case, without parameters.
 * @throws WeirError `request.unsupported-media-type` when it is not among the accepted ones.
 */
export function mediaTypeOf(header: string | undefined, accepted: readonly string[]): string {
  const [type = '', ...parameters] = (header ?? '').split(';').map(part => part.trim().toLowerCase());
  const charset = parameters.find(parameter => parameter.startsWith('charset='))?.slice('charset='.length);
  const isUtf8 = charset === undefined || /^"?(utf-?8|us-ascii)"?$/.test(charset);
  if (accepted.includes(type) && isUtf8) return type;
  const found = header === undefined ? 'A request without Content-Type' : `Content-Type '${header}'`;
  throw new WeirError(
    'request.unsupported-media-type',
    `${found} is not supported; send the body as ${accepted.join(' or ')} in UTF-8`,
  );
}
