/**
 * Delivers each result to several sinks concurrently. It is delivered when all of them have it; a retry after a failure
 * goes only to the sinks that failed. (A redelivered dead letter goes to all.)
 */
import type { StandingOutput } from '@weir/contract';
import {
  BaseSink,
  bothArrived,
  type DeliveryFailure,
  type DeliveryReport,
  reportOf,
  type ResultSink,
  type SinkSupports,
} from '@weir/plugins';

export class FanOutSink extends BaseSink {
  readonly supports: SinkSupports;
  /** For results that some sink did not accept: the sinks that still have to. */
  private readonly missing = new WeakMap<StandingOutput, ReadonlySet<ResultSink>>();

  /** @param sinks at least one; opened and closed with this one. */
  constructor(private readonly sinks: readonly ResultSink[]) {
    super();
    this.supports = {
      order: sinks.every(({ supports }) => supports.order),
      retry: sinks.every(({ supports }) => supports.retry),
      batch: Math.min(...sinks.map(({ supports }) => supports.batch)),
    };
  }

  protected async openSink(): Promise<void> {
    for (const sink of this.sinks) await sink.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const reports = await Promise.all(
      this.sinks.map(sink =>
        sink.deliver(results.filter(result => this.missing.get(result)?.has(sink) ?? true)),
      ),
    );
    const failures = new Map<StandingOutput, DeliveryFailure>();
    const unlucky = new Map<StandingOutput, Set<ResultSink>>();
    let arrived: DeliveryReport['arrived'];
    reports.forEach((report, i) => {
      arrived = bothArrived(arrived, report.arrived);
      for (const failure of report.failures ?? []) {
        const { result } = failure;
        unlucky.set(result, (unlucky.get(result) ?? new Set()).add(this.sinks[i]!));
        failures.set(result, worse(failures.get(result), failure));
      }
    });
    for (const [result, sinks] of unlucky) this.missing.set(result, sinks);
    const dropped = Math.min(results.length - failures.size, ...reports.map(report => report.dropped));
    return { ...reportOf(results.length, [...failures.values()], dropped), arrived };
  }

  protected async closeSink(): Promise<void> {
    await Promise.all(this.sinks.map(sink => sink.close()));
  }
}

/** A result that one sink can never accept is not retried. */
function worse(one: DeliveryFailure | undefined, other: DeliveryFailure): DeliveryFailure {
  return one === undefined || (one.mayPass && !other.mayPass) ? other : one;
}
