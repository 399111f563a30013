import type { StandingOutput } from '@weir/contract';
import { BaseSink, type DeliveryReport, type SinkSupports } from '@weir/plugins';

/** Accepts all results and discards them. */
export class DropSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    return Promise.resolve({ delivered: results.length, failed: 0, dropped: 0 });
  }

  protected closeSink(): Promise<void> {
    return Promise.resolve();
  }
}
