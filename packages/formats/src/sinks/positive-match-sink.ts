import type { StandingOutput } from '@weir/contract';
import { BaseSink, type DeliveryReport, type ResultSink, type SinkSupports } from '@weir/plugins';

/** Drops cancellations. */
export class PositiveMatchSink extends BaseSink {
  readonly supports: SinkSupports;

  /** @param next opened and closed with this one. */
  constructor(private readonly next: ResultSink) {
    super();
    this.supports = next.supports;
  }

  protected openSink(): Promise<void> {
    return this.next.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const matches = results.filter(({ isPositiveMatch }) => isPositiveMatch);
    const report = await this.next.deliver(matches);
    return { ...report, dropped: report.dropped + results.length - matches.length };
  }

  protected closeSink(): Promise<void> {
    return this.next.close();
  }
}
