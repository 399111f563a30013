/**
 * Sends one HTTP POST for several results, several requests concurrently. A request contains all pending results at the
 * time it may be sent: the first result never waits for others, and the slower an endpoint answers, the larger the
 * requests.
 *
 * A request that is rejected for its contents is retried in halves, recursively, until the rejected results are
 * isolated. If the endpoint itself fails, halves would fail too.
 */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import type { PostBatch } from '../definition/post-batch.js';
import type { HttpDestination } from '../definition/http-destination.js';
import { type Clock, shownUrl } from '@weir/platform';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import { HttpPoster } from './http-poster.js';
import { type PostItem, PostBatches } from './post-batches.js';
import { batchPostId, type PostSignature, postSignature } from './post-signature.js';
import { resultText } from '@weir/formats/encoders';
import type { SinkContext } from '@weir/formats/kinds';

/** Bad request, too large, unprocessable: the status of one result need not apply to the others. */
const OF_THE_CONTENT: ReadonlySet<number> = new Set([400, 413, 422]);

export class BatchPostSink extends BaseSink {
  readonly supports: SinkSupports;
  private readonly batches: PostBatches;
  private readonly poster: HttpPoster;
  private readonly signature: PostSignature | undefined;
  private readonly clock: Clock;

  constructor(
    private readonly definition: HttpDestination,
    batch: PostBatch,
    private readonly structure: OutputStructure,
    context: SinkContext,
  ) {
    super();
    const { url, headers, parallelism, signingSecret } = definition;
    const { environment, outgoing } = context;
    this.supports = { order: parallelism === 1, retry: true, batch: parallelism * batch.maxResults };
    this.batches = new PostBatches(batch);
    const { contentType } = this.batches;
    const { clock, scheduler } = environment;
    this.poster = new HttpPoster({ url, headers, parallelism, contentType, scheduler, outgoing });
    this.signature = signingSecret === undefined ? undefined : postSignature(signingSecret);
    this.clock = clock;
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const items = results.map((result, index) => ({
      result,
      text: resultText(result, this.structure),
      index,
    }));
    const requests = this.batches.divide(items);
    const failed = new Map<number, DeliveryFailure>();
    let next = 0;
    const postInTurn = async (): Promise<void> => {
      while (next < requests.length) await this.post(requests[next++]!, failed);
    };
    const lines = Math.min(this.definition.parallelism, requests.length);
    await Promise.all(Array.from({ length: lines }, postInTurn));
    const inOrder = [...failed].sort(([one], [other]) => one - other).map(([, failure]) => failure);
    return reportOf(results.length, inOrder);
  }

  protected closeSink(): Promise<void> {
    return this.poster.close();
  }

  /** @param failed receives the results that did not arrive, keyed by index. */
  private async post(items: readonly PostItem[], failed: Map<number, DeliveryFailure>): Promise<void> {
    const text = this.batches.bodyOf(items);
    const problem = await this.poster.post(text, this.signing(items, text));
    if (problem === undefined) return;
    const { status, mayPass } = problem;
    if (items.length > 1 && status !== undefined && OF_THE_CONTENT.has(status)) {
      const middle = items.length >>> 1;
      await this.post(items.slice(0, middle), failed);
      await this.post(items.slice(middle), failed);
      return;
    }
    const reason = `${shownUrl(this.definition.url)}: ${problem.reason}`;
    for (const { result, index } of items) failed.set(index, { result, reason, mayPass });
  }

  /** Each attempt has its own timestamp: receivers reject old ones. */
  private signing(items: readonly PostItem[], text: string): (() => Record<string, string>) | undefined {
    const { signature, clock } = this;
    if (signature === undefined) return undefined;
    const ids = items.map(({ result }) => result.resultId);
    const id = batchPostId(text, ids);
    return () => signature.headers(id, text, Math.floor(clock.now() / 1000));
  }
}
