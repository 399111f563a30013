/**
 * Requests to a sharing server and to the stores of its files, which are not trusted: responses are limited in time and
 * size, redirects are not followed, and connections obey a policy.
 */
import { isRefusal, type OutgoingPolicy, policedConnector, reasonOf, withEitherSignal } from '@weir/platform';
import type { Agent, Dispatcher } from 'undici';
import { SharingProblem } from './sharing-problem.js';

export interface LimitedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time limit of the whole request. */
  readonly millis: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Maximum size of an error response, in bytes. */
const LARGEST_REASON_BYTES = 64 * 1024;
const SHOWN_REASON = 300;
const LONGEST_RETRY_AFTER_MILLIS = 10 * 60_000;

export class LimitedRequests {
  private agent: Agent | undefined;

  /** @param closing cancels all requests. */
  constructor(
    private readonly outgoing: OutgoingPolicy,
    private readonly connections: number,
    private readonly closing: AbortSignal,
  ) {}

  /** @throws SharingProblem `passing` without a response in time, `refused` by the policy; errors of `read`. */
  async make<T>(url: URL, request: LimitedRequest, read: (answer: Answer) => Promise<T>): Promise<T> {
    const { millis, body, ...more } = request;
    const late = AbortSignal.timeout(millis);
    try {
      const [{ request: send }, dispatcher] = await Promise.all([import('undici'), this.dispatcher()]);
      return await withEitherSignal(this.closing, late, async signal => {
        const response = await send(url, { ...more, body: body ?? null, dispatcher, signal });
        try {
          const { statusCode: status, headers } = response;
          return await read({ status, headers, body: response.body });
        } finally {
          // Discards the unread rest of the response together with its connection.
          response.body.on('error', () => undefined).destroy();
        }
      });
    } catch (error) {
      if (error instanceof SharingProblem) throw error;
      if (late.aborted)
        throw new SharingProblem('passing', `no complete response within ${millis} ms`, { cause: error });
      const reason = reasonOf(error);
      throw new SharingProblem(isRefusal(error) ? 'refused' : 'passing', reason, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.agent?.destroy();
  }

  private async dispatcher(): Promise<Dispatcher> {
    if (this.agent === undefined) {
      const { Agent, buildConnector } = await import('undici');
      this.agent ??= new Agent({
        connections: this.connections,
        // The time of the whole request is limited instead.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: policedConnector(buildConnector, this.outgoing),
      });
    }
    return this.agent;
  }
}

/** @returns the available bytes, in their own memory. @throws SharingProblem `unreadable` beyond the limit. */
export async function bytesOf({ body }: Answer, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > limit) throw new SharingProblem('unreadable', `a response of more than ${limit} bytes`);
    pieces.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Yields lines of text without empty ones. @throws SharingProblem `refused` beyond the limits. */
export async function* linesOf(
  { body }: Answer,
  { largestAnswer, longestLine }: { readonly largestAnswer: number; readonly longestLine: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let size = 0;
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > largestAnswer)
      throw new SharingProblem('refused', `a response of more than ${largestAnswer} bytes`);
    const parts = decoder.decode(piece, { stream: true }).split('\n');
    for (const [i, part] of parts.entries()) {
      if (i > 0) {
        if (length > 0) yield pieces.join('');
        pieces = [];
        length = 0;
      }
      length += part.length;
      if (length > longestLine)
        throw new SharingProblem('refused', `a line of more than ${longestLine} characters`);
      if (part !== '') pieces.push(part);
    }
  }
  const rest = pieces.join('') + decoder.decode();
  if (rest !== '') yield rest;
}

/** Returns the safe part of the server's error message. */
export async function saidBy(answer: Answer): Promise<string> {
  let text: string;
  try {
    text = new TextDecoder().decode(await bytesOf(answer, LARGEST_REASON_BYTES));
  } catch {
    return '';
  }
  try {
    const { message, errorCode } = JSON.parse(text) as Record<string, unknown>;
    const said = [errorCode, message].filter(each => typeof each === 'string' && each !== '');
    return said.length === 0 ? '' : `: ${said.join(': ').slice(0, SHOWN_REASON)}`;
  } catch {
    return '';
  }
}

/** @returns milliseconds from now, from a header in seconds or with a date. */
export function retryAfterMillis({ headers }: Answer, now: number): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const millis = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(millis) ? Math.min(LONGEST_RETRY_AFTER_MILLIS, Math.max(0, millis)) : undefined;
}

export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
