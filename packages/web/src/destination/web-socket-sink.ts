/** Sends one message per result over a WebSocket that it opens. */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import type { WebSocketDestination } from '../definition/web-socket-destination.js';
import { BaseSink, type DeliveryReport, failuresOf, reportOf, type SinkSupports } from '@weir/plugins';
import { resultText } from '@weir/formats/encoders';
import type { SinkContext } from '@weir/formats/kinds';
import { WebSocketWriter } from './web-socket-writer.js';

export class WebSocketSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private readonly writer: WebSocketWriter;

  /** @throws WeirError `output.invalid`. */
  constructor(
    definition: WebSocketDestination,
    private readonly structure: OutputStructure,
    { environment: { scheduler }, outgoing }: SinkContext,
  ) {
    super();
    this.writer = new WebSocketWriter(definition, { scheduler, outgoing });
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const texts = results.map(result => resultText(result, this.structure));
    const { arrived, problem } = await this.writer.write(texts);
    if (problem === undefined) return reportOf(results.length, []);
    return reportOf(results.length, failuresOf(results.slice(arrived), problem.reason, problem.mayPass));
  }

  protected closeSink(): Promise<void> {
    this.writer.close();
    return Promise.resolve();
  }
}
