/** Public base class of every sink, which enforces the order of calls. Subclasses implement the hooks. */
import { WeirError } from '@weir/model/extension';
import type { StandingOutput } from '@weir/contract';
import type { DeliveryReport, ResultSink, SinkSupports } from './result-sink.js';

const NOTHING: DeliveryReport = { delivered: 0, failed: 0, dropped: 0 };

export abstract class BaseSink implements ResultSink {
  abstract readonly supports: SinkSupports;

  private state: 'new' | 'open' | 'closed' = 'new';
  private isDelivering = false;

  async open(): Promise<void> {
    if (this.state !== 'new') throw new WeirError('internal', 'A result sink can be opened only once.');
    this.state = 'open';
    await this.openSink();
  }

  async deliver(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    if (this.state !== 'open')
      throw new WeirError('internal', `A result sink that is ${this.state} accepts no results.`);
    if (this.isDelivering) throw new WeirError('internal', 'A result sink accepts one batch at a time.');
    if (results.length === 0) return NOTHING;
    this.isDelivering = true;
    try {
      return await this.deliverBatch(results);
    } finally {
      this.isDelivering = false;
    }
  }

  async close(): Promise<void> {
    if (this.state === 'closed') return;
    this.state = 'closed';
    await this.closeSink();
  }

  protected get isClosed(): boolean {
    return this.state === 'closed';
  }

  protected abstract openSink(): Promise<void>;
  /** At least one result. */
  protected abstract deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport>;
  /** Also called if `openSink` failed; makes a pending delivery end soon. */
  protected abstract closeSink(): Promise<void>;
}
