/** Hands each result to the listeners of an emitter, in the program that the graph runs in. */
import type { EventEmitter } from 'node:events';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import type { StandingOutput } from '@weir/runtime';

export class EmitterSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };

  constructor(private readonly emitter: EventEmitter) {
    super();
  }

  protected async openSink(): Promise<void> {
    return;
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const failures: DeliveryFailure[] = [];
    for (const result of results) {
      try {
        this.emitter.emit('result', result);
      } catch (error) {
        failures.push({ result, reason: String(error), mayPass: false });
      }
    }
    return reportOf(results.length, failures);
  }

  protected async closeSink(): Promise<void> {
    return;
  }
}
