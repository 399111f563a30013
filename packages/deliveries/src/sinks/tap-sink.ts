import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import { BaseSink, type DeliveryReport, type ResultSink, type SinkSupports } from '@weir/plugins';
import type { OutputTaps, TapStage } from './output-taps.js';

/** Reports results to taps, and passes them on. */
export class TapSink extends BaseSink {
  readonly supports: SinkSupports;

  /** @param next opened and closed with this one. */
  constructor(
    private readonly next: ResultSink,
    private readonly taps: OutputTaps,
    private readonly stages: readonly TapStage[],
    private readonly structure: OutputStructure,
  ) {
    super();
    this.supports = next.supports;
  }

  protected openSink(): Promise<void> {
    return this.next.open();
  }

  protected deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    for (const stage of this.stages) this.taps.passed(stage, results, this.structure);
    return this.next.deliver(results);
  }

  protected closeSink(): Promise<void> {
    return this.next.close();
  }
}
