/**
 * Posts messages to an HTTP endpoint, several requests concurrently: one message each, or the pending messages of a
 * batch. With batches, the first message never waits for others, and the slower an endpoint answers, the larger the
 * requests.
 *
 * A batch that is rejected for its contents is posted again in halves, recursively, until the rejected messages are
 * isolated. If the endpoint itself fails, halves would fail too.
 */
import type { Destination, DestinationContext, Message, Unwritten } from '@weir/plugins';
import type { HttpDeadLetters, HttpDestination } from '../definition/http-destination.js';
import { HttpPoster, type PostProblem } from './http-poster.js';
import { PostBatches } from './post-batches.js';
import { batchPostId, postId, type PostSignature, postSignature } from './post-signature.js';

/** Bad request, too large, unprocessable: the status of one message need not apply to the others. */
const OF_THE_CONTENT: ReadonlySet<number> = new Set([400, 413, 422]);

export class HttpEndpoint implements Destination {
  private readonly parallelism: number;
  private readonly batches: PostBatches | undefined;
  private readonly poster: HttpPoster;
  private readonly signature: PostSignature | undefined;

  /** @throws WeirError `output.invalid`. */
  constructor(
    definition: HttpDestination | HttpDeadLetters,
    private readonly context: DestinationContext,
  ) {
    const { url, headers, parallelism } = definition;
    const { batch, signingSecret } = 'outputFormat' in definition ? NO_OPTIONS : definition;
    const { environment, outgoing } = context;
    this.parallelism = parallelism;
    this.batches = batch === undefined ? undefined : new PostBatches(batch);
    const contentType = this.batches?.contentType;
    const { scheduler } = environment;
    this.poster = new HttpPoster({ url, headers, parallelism, contentType, scheduler, outgoing });
    this.signature = signingSecret === undefined ? undefined : postSignature(signingSecret);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    const requests = this.batches?.divide(messages) ?? messages.map(message => [message]);
    const problems = new Map<Message, PostProblem>();
    let next = 0;
    const postInTurn = async (): Promise<void> => {
      while (next < requests.length) {
        const request = requests[next++]!;
        const problem = await this.post(request, problems);
        if (problem?.mayPass !== true || this.parallelism > 1) continue;
        // In order: later messages must not overtake a message that is retried.
        for (const later of requests.slice(next).flat()) problems.set(later, problem);
        next = requests.length;
      }
    };
    const lines = Math.min(this.parallelism, requests.length);
    await Promise.all(Array.from({ length: lines }, postInTurn));
    return [...problems].map(([message, { reason, mayPass }]) => ({ message, reason, mayPass }));
  }

  close(): Promise<void> {
    return this.poster.close();
  }

  /** @param problems receives the messages that did not arrive. @returns the error of the last of them. */
  private async post(
    messages: readonly Message[],
    problems: Map<Message, PostProblem>,
  ): Promise<PostProblem | undefined> {
    const body = this.batches?.bodyOf(messages) ?? messages[0]!.data;
    const problem = await this.poster.postOnce(body, this.signed(messages, body));
    if (problem === undefined) return undefined;
    const { status } = problem;
    if (messages.length > 1 && status !== undefined && OF_THE_CONTENT.has(status)) {
      const middle = messages.length >>> 1;
      const [former, latter] = [messages.slice(0, middle), messages.slice(middle)];
      const first = await this.post(former, problems);
      if (first?.mayPass !== true) return this.post(latter, problems);
      for (const message of latter) problems.set(message, first);
      return first;
    }
    for (const message of messages) problems.set(message, problem);
    return problem;
  }

  /** Each attempt has its own timestamp: receivers reject old ones. */
  private signed(messages: readonly Message[], body: Uint8Array): Record<string, string> {
    if (this.signature === undefined) return {};
    const id = this.batches === undefined ? postId(messages[0]!) : batchPostId(body, messages);
    return this.signature.headers(id, body, Math.floor(this.context.environment.clock.now() / 1000));
  }
}

/** Unreadable records are posted one by one, unsigned. */
const NO_OPTIONS = { batch: undefined, signingSecret: undefined };
