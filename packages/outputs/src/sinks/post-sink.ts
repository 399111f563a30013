/** One HTTP POST per result, several at once. */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure, PostToEndpointOutput } from '@weir/definitions';
import { shownUrl } from '@weir/model';
import { BaseSink } from './base-sink.js';
import { HttpPoster } from './http-poster.js';
import { resultText } from './result-json.js';
import { type DeliveryFailure, type DeliveryReport, reportOf, type SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class PostSink extends BaseSink {
  readonly supports: SinkSupports;
  private readonly poster: HttpPoster;
  private readonly structure: OutputStructure;

  constructor(
    private readonly definition: PostToEndpointOutput,
    context: SinkContext,
  ) {
    super();
    const { url, headers, parallelism, onlyPositiveMatchData, structure } = definition;
    const { environment, outgoing } = context;
    this.supports = { order: parallelism === 1, retry: true, batch: 2 * parallelism };
    this.poster = new HttpPoster({ url, headers, parallelism, scheduler: environment.scheduler, outgoing });
    this.structure = onlyPositiveMatchData ? { type: 'Bare' } : structure;
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
        const problem = await this.poster.post(resultText(result, this.structure));
        if (problem === undefined) continue;
        failures.push({ ...problem, result, reason: `${shownUrl(this.definition.url)}: ${problem.reason}` });
      }
    };
    const lines = Math.min(this.definition.parallelism, results.length);
    await Promise.all(Array.from({ length: lines }, postInTurn));
    return reportOf(results.length, failures);
  }

  protected closeSink(): Promise<void> {
    return this.poster.close();
  }
}
