/** Sends one HTTP POST per result, several concurrently. */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
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
import { postId, type PostSignature, postSignature } from './post-signature.js';
import { resultText } from '@weir/formats/encoders';
import type { SinkContext } from '@weir/formats/kinds';

export class PostSink extends BaseSink {
  readonly supports: SinkSupports;
  private readonly poster: HttpPoster;
  private readonly signature: PostSignature | undefined;
  private readonly clock: Clock;

  constructor(
    private readonly definition: HttpDestination,
    private readonly structure: OutputStructure,
    context: SinkContext,
  ) {
    super();
    const { url, headers, parallelism, signingSecret } = definition;
    const { environment, outgoing } = context;
    this.supports = { order: parallelism === 1, retry: true, batch: 2 * parallelism };
    this.poster = new HttpPoster({ url, headers, parallelism, scheduler: environment.scheduler, outgoing });
    this.signature = signingSecret === undefined ? undefined : postSignature(signingSecret);
    this.clock = environment.clock;
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    let next = 0;
    const failures: DeliveryFailure[] = [];
    const postInTurn = async (): Promise<void> => {
      while (next < results.length) {
        const result = results[next++]!;
        const text = resultText(result, this.structure);
        const problem = await this.poster.post(text, this.signing(result, text));
        if (problem === undefined) continue;
        const reason = `${shownUrl(this.definition.url)}: ${problem.reason}`;
        failures.push({ result, reason, mayPass: problem.mayPass });
      }
    };
    const lines = Math.min(this.definition.parallelism, results.length);
    await Promise.all(Array.from({ length: lines }, postInTurn));
    return reportOf(results.length, failures);
  }

  /** Each attempt has its own timestamp: receivers reject old ones. */
  private signing(result: StandingOutput, text: string): (() => Record<string, string>) | undefined {
    const { signature, clock } = this;
    if (signature === undefined) return undefined;
    const id = postId(result, text);
    return () => signature.headers(id, text, Math.floor(clock.now() / 1000));
  }

  protected closeSink(): Promise<void> {
    return this.poster.close();
  }
}
