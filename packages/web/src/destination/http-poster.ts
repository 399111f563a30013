/**
 * Posts to one address, once or with retries.
 */
import type { Agent, Dispatcher } from 'undici';
import {
  Backoff,
  expectWaiters,
  type OutgoingPolicy,
  pause,
  policedConnector,
  portOf,
  reasonOf,
  shownUrl,
  urlLogin,
  WeirError,
  type Scheduler,
} from '@weir/platform';

export interface PostProblem {
  readonly reason: string;
  /** The error is transient. */
  readonly mayPass: boolean;
  /** Status of the response, if there was one. */
  readonly status?: number;
}

/** Differences from a post to the URL itself. */
export interface PostTarget {
  readonly method?: 'POST' | 'PUT' | 'PATCH';
  readonly path?: string;
}

export interface PosterOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: JSON. */
  readonly contentType?: string | undefined;
  /** Returns the error in the body of a response whose status is that of a success. */
  readonly problemIn?: ((body: string) => PostProblem | undefined) | undefined;
  /** Number of connections. */
  readonly parallelism: number;
  readonly scheduler: Scheduler;
  readonly outgoing: OutgoingPolicy;
}

const FIRST_PAUSE_MILLIS = 250;
/** Attempts; with the pauses between them, about eight seconds. */
const TRIES = 6;
const ANSWER_MILLIS = 30_000;

/** Transient statuses: neither the request nor the endpoint is wrong. */
const MAY_PASS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export class HttpPoster {
  private agent: Agent | undefined;
  private readonly closing = new AbortController();
  private readonly headers: Record<string, string>;
  /** Without credentials, which are sent in a header. */
  private readonly url: URL;

  /** @throws WeirError `output.invalid` for an address that cannot be posted to. */
  constructor(private readonly options: PosterOptions) {
    const protocol = URL.canParse(options.url) ? new URL(options.url).protocol : '';
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new WeirError(
        'output.invalid',
        `Invalid url: '${shownUrl(options.url)}' is not an http or https URL.`,
      );
    }
    const { url, authorization } = urlLogin(options.url);
    this.url = url;
    const refusal = options.outgoing.refusal(url.hostname, portOf(url));
    if (refusal !== undefined) throw new WeirError('output.invalid', `Invalid url: ${refusal}.`);
    // The sink determines the content type, whatever the definition's headers say.
    const given = Object.entries(options.headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== 'content-type');
    const { contentType = 'application/json' } = options;
    const isGiven = given.some(([name]) => name === 'authorization');
    const login = authorization === undefined || isGiven ? {} : { authorization };
    this.headers = { ...Object.fromEntries(given), ...login, 'content-type': contentType };
    expectWaiters(this.closing.signal, options.parallelism);
  }

  /**
   * Retries transient errors a few times with increasing pauses. @returns `undefined` when the post arrived, else the
   * reason why it did not.
   */
  async post(text: string): Promise<PostProblem | undefined> {
    let problem: PostProblem = { reason: 'closed before it was sent', mayPass: true };
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.options.scheduler, signal);
    for (let tries = 1; !signal.aborted; tries++) {
      const outcome = await this.postOnce(text);
      if (outcome === undefined) return undefined;
      problem = outcome;
      if (!outcome.mayPass || tries === TRIES) break;
      await backoff.pause();
    }
    return problem;
  }

  /** @param further headers of this attempt, in lower case. @returns as `post` does. */
  async postOnce(
    body: string | Uint8Array,
    further: Record<string, string> = {},
    { method = 'POST', path = '' }: PostTarget = {},
  ): Promise<PostProblem | undefined> {
    try {
      // Loaded with the first post: a process that posts nothing starts faster without it.
      const { Agent, buildConnector, request } = await import('undici');
      this.agent ??= new Agent({
        connect: policedConnector(buildConnector, this.options.outgoing),
        connections: this.options.parallelism,
        headersTimeout: ANSWER_MILLIS,
        bodyTimeout: ANSWER_MILLIS,
      });
      const { statusCode, body: answer } = await request(this.urlOf(path), {
        method,
        headers: { ...this.headers, ...further },
        body,
        dispatcher: this.agent,
        signal: this.closing.signal,
      });
      const isSuccess = statusCode >= 200 && statusCode < 300;
      if (isSuccess && this.options.problemIn !== undefined)
        return this.options.problemIn(await textOf(answer));
      await this.passOver(answer);
      if (isSuccess) return undefined;
      return { reason: `status ${statusCode}`, mayPass: MAY_PASS.has(statusCode), status: statusCode };
    } catch (error) {
      return { reason: reasonOf(error), mayPass: true };
    }
  }

  /** Pending posts immediately report that they did not arrive. */
  async close(): Promise<void> {
    this.closing.abort();
    if (this.agent?.destroyed === false) await this.agent.destroy();
  }

  /** @param path with or without a query, which is added to that of the URL. */
  private urlOf(path: string): URL {
    if (path === '') return this.url;
    const url = new URL(this.url);
    const [pathname = '', query] = path.split('?', 2);
    if (pathname !== '') url.pathname = url.pathname.replace(/\/$/, '') + pathname;
    if (query !== undefined) url.search = url.search === '' ? query : `${url.search}&${query}`;
    return url;
  }

  /** The status is final, whatever happens to the rest of the response, which may never end. */
  private async passOver(body: Body): Promise<void> {
    const patience = new AbortController();
    const read = body.dump().catch(() => undefined);
    const late = pause(this.options.scheduler, ANSWER_MILLIS, patience.signal);
    await Promise.race([read, late]);
    patience.abort();
    body.destroy();
  }
}

/** Beyond this, a response is not a valid one. */
const LONGEST_RESPONSE = 16 * 1024 * 1024;

async function textOf(body: Body): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > LONGEST_RESPONSE) throw new Error('the response is too long');
  }
  return Buffer.concat(pieces).toString();
}

/** Body of a response. */
type Body = Dispatcher.ResponseData['body'];
