/** The text of a request's body, bounded. */
import { WeirError } from '@weir/model';
import { RequestError } from '@weir/api';
import type { IncomingMessage } from 'node:http';

/** So much more than the limit is still taken and thrown away, so that the client gets to read why. */
const DISCARDED_TIMES_LIMIT = 8;

export interface BodyLimit {
  readonly bytes: number;
  /** As a person would look for it. */
  readonly name: string;
}

/**
 * @throws WeirError `request.too-large`, `request.invalid`
 */
export async function readBody(request: IncomingMessage, limit: BodyLimit): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size <= limit.bytes) chunks.push(chunk);
    else if (size > limit.bytes * DISCARDED_TIMES_LIMIT) break;
  }
  if (size > limit.bytes) throw tooLarge(limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new RequestError(['The body is not valid UTF-8'], { cause });
  }
}

function tooLarge({ bytes, name }: BodyLimit): WeirError {
  return new WeirError('request.too-large', `The request body is larger than ${bytes} bytes, ${name}`);
}

/**
 * The media type of a body, lower case, without parameters.
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
    `${found} is not read here; send the body as ${accepted.join(' or ')} in UTF-8`,
  );
}
