/**
 * Sends messages to an HTTP endpoint, several requests concurrently: one message each, or the pending messages of a
 * batch. With batches, the first message never waits for others, and the slower an endpoint answers, the larger the
 * requests. A retraction is never sent before its match has arrived.
 *
 * A batch that is rejected for its contents is posted again in halves, recursively, until the rejected messages are
 * isolated. If the endpoint itself fails, halves would fail too.
 */
import type { Destination, DestinationContext, Message, Unwritten } from '@weir/plugins';
import type { HttpDeadLetters, HttpDestination } from '../definition/http-destination.js';
import { bulkProblem } from './bulk-response.js';
import { TemplatedRequests } from '../templates/templated-requests.js';
import { HttpPoster, type PostProblem } from './http-poster.js';
import { PostBatches } from './post-batches.js';
import type { PostItem } from './post-item.js';
import { batchPostId, postId, type PostSignature, postSignature } from './post-signature.js';

/** Bad request, too large, unprocessable: the status of one message need not apply to the others. */
const OF_THE_CONTENT: ReadonlySet<number> = new Set([400, 413, 422]);

type Outcome = PostProblem | undefined;

export class HttpEndpoint implements Destination {
  private readonly parallelism: number;
  private readonly batches: PostBatches | undefined;
  private readonly poster: HttpPoster;
  private readonly signature: PostSignature | undefined;

  private constructor(
    definition: HttpDestination | HttpDeadLetters,
    private readonly templates: TemplatedRequests | undefined,
    private readonly context: DestinationContext,
  ) {
    const { url, headers, parallelism } = definition;
    const { batch, signingSecret } = 'outputFormat' in definition ? NO_OPTIONS : definition;
    const { environment, outgoing } = context;
    this.parallelism = parallelism;
    this.batches = batch === undefined ? undefined : new PostBatches(batch);
    const contentType = this.batches?.contentType;
    const { scheduler } = environment;
    const problemIn = templates?.response === 'ElasticBulk' ? bulkProblem : undefined;
    this.poster = new HttpPoster({ url, headers, parallelism, contentType, problemIn, scheduler, outgoing });
    this.signature = signingSecret === undefined ? undefined : postSignature(signingSecret);
  }

  /** @throws WeirError `output.invalid`. */
  static async open(
    definition: HttpDestination | HttpDeadLetters,
    context: DestinationContext,
  ): Promise<HttpEndpoint> {
    const { origin, environment } = context;
    const templates =
      'outputFormat' in definition
        ? undefined
        : await TemplatedRequests.of(definition, origin, environment.clock);
    return new HttpEndpoint(definition, templates, context);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    const unwritten: Unwritten[] = [];
    const items: PostItem[] = [];
    for (const message of messages) {
      const request = this.templates?.requestOf(message);
      if (this.templates !== undefined && request === undefined) {
        const reason = 'the template has no request for retractions';
        unwritten.push({ message, reason, mayPass: false, isDropped: true });
      } else items.push({ message, body: request?.body ?? message.data, request });
    }
    const requests = this.batches?.divide(items) ?? items.map(item => [item]);
    for (const [message, { reason, mayPass }] of await this.postAll(requests))
      unwritten.push({ message, reason, mayPass });
    return unwritten;
  }

  close(): Promise<void> {
    return this.poster.close();
  }

  /** @returns the errors of the messages that did not arrive. */
  private async postAll(requests: readonly PostItem[][]): Promise<Map<Message, PostProblem>> {
    const problems = new Map<Message, PostProblem>();
    /** Outcome of the latest request with a message of each id. */
    const latest = new Map<string, Promise<Outcome>>();
    let last: Promise<Outcome> = Promise.resolve(undefined);
    let next = 0;
    const postNext = async (
      items: readonly PostItem[],
      before: readonly Promise<Outcome>[],
    ): Promise<Outcome> => {
      // A message must not overtake an earlier one that is retried.
      const earlier = (await Promise.all(before)).find(problem => problem?.mayPass === true);
      if (earlier === undefined) return this.post(items, problems);
      for (const { message } of items) problems.set(message, earlier);
      return earlier;
    };
    const postInTurn = async (): Promise<void> => {
      while (next < requests.length) {
        const items = requests[next++]!;
        const ids = items.map(({ message }) => message.id);
        const before = this.parallelism === 1 ? [last] : ids.flatMap(id => latest.get(id) ?? []);
        last = postNext(items, before);
        for (const id of ids) latest.set(id, last);
        await last;
      }
    };
    const lines = Math.min(this.parallelism, requests.length);
    await Promise.all(Array.from({ length: lines }, postInTurn));
    return problems;
  }

  /** @param problems receives the messages that did not arrive. @returns an error of one of them. */
  private async post(items: readonly PostItem[], problems: Map<Message, PostProblem>): Promise<Outcome> {
    const [first] = items as [PostItem];
    const body = this.batches?.bodyOf(items) ?? first.body;
    const problem = await this.poster.postOnce(body, this.headersOf(items, body), first.request);
    if (problem === undefined) return undefined;
    const { status } = problem;
    if (items.length > 1 && status !== undefined && OF_THE_CONTENT.has(status)) {
      const middle = items.length >>> 1;
      const former = await this.post(items.slice(0, middle), problems);
      if (former?.mayPass !== true) return this.post(items.slice(middle), problems);
      for (const { message } of items.slice(middle)) problems.set(message, former);
      return former;
    }
    for (const { message } of items) problems.set(message, problem);
    return problem;
  }

  /** Each attempt is signed with its own timestamp: receivers reject old ones. */
  private headersOf(items: readonly PostItem[], body: Uint8Array): Record<string, string> {
    const { request, message } = items[0]!;
    const ofRequest = {
      ...(request?.hasLines === true ? { 'content-type': 'application/x-ndjson' } : {}),
      ...request?.headers,
    };
    if (this.signature === undefined) return ofRequest;
    const messages = items.map(item => item.message);
    const id = this.batches === undefined ? postId(message) : batchPostId(body, messages);
    const seconds = Math.floor(this.context.environment.clock.now() / 1000);
    return { ...ofRequest, ...this.signature.headers(id, body, seconds) };
  }
}

/** Unreadable records are posted one by one, unsigned. */
const NO_OPTIONS = { batch: undefined, signingSecret: undefined };
