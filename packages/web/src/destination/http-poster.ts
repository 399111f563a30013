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

export interface PosterOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: JSON. */
  readonly contentType?: string | undefined;
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
    const given = Object.entries(options.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const { contentType = 'application/json' } = options;
    const isGiven = given.some(([name]) => name.toLowerCase() === 'authorization');
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

  /** @param further headers of this attempt. @returns as `post` does. */
  async postOnce(
    body: string | Uint8Array,
    further: Record<string, string> = {},
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
      const { statusCode, body: answer } = await request(this.url, {
        method: 'POST',
        headers: { ...this.headers, ...further },
        body,
        dispatcher: this.agent,
        signal: this.closing.signal,
      });
      await this.passOver(answer);
      if (statusCode >= 200 && statusCode < 300) return undefined;
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

/** Body of a response. */
type Body = Dispatcher.ResponseData['body'];
