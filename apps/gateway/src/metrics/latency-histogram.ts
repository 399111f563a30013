/** A histogram in the Prometheus text format, of durations that were measured and counted elsewhere. */
import { LATENCY_BOUNDS, type TimingSummary } from '@weir/platform';
import { Histogram, type MetricValueWithName, type Registry } from 'prom-client';

const BOUNDS_IN_SECONDS = LATENCY_BOUNDS.map(millis => millis / 1000);

export class LatencyHistogram<L extends string> extends Histogram<L> {
  private readonly fullName: string;
  private series: MetricValueWithName<L>[] = [];

  /** @param name without the prefix `weir_` and the unit. */
  constructor(
    registry: Registry,
    metric: string,
    private readonly text: string,
    labelNames: readonly L[],
  ) {
    const name = `weir_${metric}_seconds`;
    super({ name, help: text, labelNames, buckets: BOUNDS_IN_SECONDS, registers: [registry] });
    this.fullName = name;
  }

  /** Adds the series with these labels. */
  report(labels: Readonly<Record<L, string>>, { count, sum, buckets }: TimingSummary): void {
    const { fullName: name } = this;
    const add = (metricName: string, value: number, more: object = {}): void => {
      this.series.push({ metricName, value, labels: { ...more, ...labels } });
    };
    let below = 0;
    BOUNDS_IN_SECONDS.forEach((le, i) => add(`${name}_bucket`, (below += buckets[i]!), { le }));
    add(`${name}_bucket`, count, { le: '+Inf' });
    add(`${name}_sum`, sum / 1000);
    add(`${name}_count`, count);
  }

  override reset(): void {
    super.reset();
    this.series = [];
  }

  /** The registry calls it when it writes text; `get` of the base class calls it too. */
  getForPromString(): Promise<object> {
    const { fullName: name, text: help, series } = this;
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values: series });
  }
}
