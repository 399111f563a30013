/** One HTTP POST per result, several at once. */
import type { StandingOutput } from '@weir/runtime';
import type { OutputStructure, PostToEndpointOutput } from '../definition/output-definition.js';
import { BaseSink } from './base-sink.js';
import { HttpPoster } from './http-poster.js';
import { LossLog } from './loss-log.js';
import { resultText } from './result-json.js';
import type { DeliveryReport, SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class PostSink extends BaseSink {
  readonly supports: SinkSupports;
  private readonly poster: HttpPoster;
  private readonly losses: LossLog;
  private readonly structure: OutputStructure;

  constructor(
    private readonly definition: PostToEndpointOutput,
    context: SinkContext,
  ) {
    super();
    const { url, headers, parallelism, onlyPositiveMatchData, structure } = definition;
    const { clock, logger, scheduler } = context.environment;
    this.supports = { order: parallelism === 1, retry: true, batch: 2 * parallelism };
    this.poster = new HttpPoster({ url, headers, parallelism, scheduler });
    this.losses = new LossLog(context.outputName, clock, logger);
    this.structure = onlyPositiveMatchData ? { type: 'Bare' } : structure;
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    let next = 0;
    let failed = 0;
    const postInTurn = async (): Promise<void> => {
      while (next < results.length) {
        const problem = await this.poster.post(resultText(results[next++]!, this.structure));
        if (problem === undefined) continue;
        failed++;
        this.losses.add(`${this.definition.url}: ${problem}`);
      }
    };
    const lines = Math.min(this.definition.parallelism, results.length);
    await Promise.all(Array.from({ length: lines }, postInTurn));
    return { delivered: results.length - failed, failed, dropped: 0 };
  }

  protected async closeSink(): Promise<void> {
    await this.poster.close();
    this.losses.finish();
  }
}
