/**
 * Posts JSON to one address. Trouble that may pass is tried again, a few times with growing pauses; meanwhile
 * the caller waits, which holds the stream behind it back. Then the text is given up.
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
} from '@weir/model';

export interface PostProblem {
  readonly reason: string;
  /** Another time it may work. */
  readonly mayPass: boolean;
  /** Of the answer, if there was one. */
  readonly status?: number;
}

export interface PosterOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: JSON. */
  readonly contentType?: string;
  /** Connections at once. */
  readonly parallelism: number;
  readonly scheduler: Scheduler;
  readonly outgoing: OutgoingPolicy;
}

const FIRST_PAUSE_MILLIS = 250;
/** With the pauses between them, some eight seconds. */
const TRIES = 6;
const ANSWER_MILLIS = 30_000;

/** Neither the request nor the endpoint is wrong; the moment is. */
const MAY_PASS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export class HttpPoster {
  private agent: Agent | undefined;
  private readonly closing = new AbortController();
  private readonly headers: Record<string, string>;
  /** Without the login, which is a header. */
  private readonly url: URL;

  /** @throws WeirError `output.invalid` for an address that can't be posted to. */
  constructor(private readonly options: PosterOptions) {
    const protocol = URL.canParse(options.url) ? new URL(options.url).protocol : '';
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new WeirError(
        'output.invalid',
        `Invalid url: '${shownUrl(options.url)}' is no http or https address.`,
      );
    }
    const { url, authorization } = urlLogin(options.url);
    this.url = url;
    const refusal = options.outgoing.refusal(url.hostname, portOf(url));
    if (refusal !== undefined) throw new WeirError('output.invalid', `Invalid url: ${refusal}.`);
    // The body is what it is, whatever the definition's headers say of it.
    const given = Object.entries(options.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const { contentType = 'application/json' } = options;
    const isGiven = given.some(([name]) => name.toLowerCase() === 'authorization');
    const login = authorization === undefined || isGiven ? {} : { authorization };
    this.headers = { ...Object.fromEntries(given), ...login, 'content-type': contentType };
    expectWaiters(this.closing.signal, options.parallelism);
  }

  /** @param headersOfTry beside those of all posts. @returns `undefined` when it arrived, else why it did not. */
  async post(
    text: string,
    headersOfTry: () => Record<string, string> = none,
  ): Promise<PostProblem | undefined> {
    let problem: PostProblem = { reason: 'closed before it was sent', mayPass: true };
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.options.scheduler, signal);
    for (let tries = 1; !signal.aborted; tries++) {
      const outcome = await this.tryOnce(text, headersOfTry());
      if (outcome === undefined) return undefined;
      problem = outcome;
      if (!outcome.mayPass || tries === TRIES) break;
      await backoff.pause();
    }
    return problem;
  }

  /** Whoever posts learns at once that it did not arrive. */
  async close(): Promise<void> {
    this.closing.abort();
    if (this.agent?.destroyed === false) await this.agent.destroy();
  }

  private async tryOnce(text: string, further: Record<string, string>): Promise<PostProblem | undefined> {
    try {
      // Loaded with the first post: who posts nothing starts faster without it.
      const { Agent, buildConnector, request } = await import('undici');
      this.agent ??= new Agent({
        connect: policedConnector(buildConnector, this.options.outgoing),
        connections: this.options.parallelism,
        headersTimeout: ANSWER_MILLIS,
        bodyTimeout: ANSWER_MILLIS,
      });
      const { statusCode, body } = await request(this.url, {
        method: 'POST',
        headers: { ...this.headers, ...further },
        body: text,
        dispatcher: this.agent,
        signal: this.closing.signal,
      });
      await this.passOver(body);
      if (statusCode >= 200 && statusCode < 300) return undefined;
      return { reason: `status ${statusCode}`, mayPass: MAY_PASS.has(statusCode), status: statusCode };
    } catch (error) {
      return { reason: reasonOf(error), mayPass: true };
    }
  }

  /** What the status says holds, whatever becomes of the rest, which may never end. */
  private async passOver(body: Body): Promise<void> {
    const patience = new AbortController();
    const read = body.dump().catch(() => undefined);
    const late = pause(this.options.scheduler, ANSWER_MILLIS, patience.signal);
    await Promise.race([read, late]);
    patience.abort();
    body.destroy();
  }
}

/** Of an answer. */
type Body = Dispatcher.ResponseData['body'];

function none(): Record<string, string> {
  return {};
}
