/** The metrics as the admin endpoint lists them: each kind sorted by name. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import type { Clock } from '@weir/model';
import type { StandingOutputs } from '@weir/outputs';
import type { StreamingGraph } from '@weir/runtime';
import type { Counters } from './counters.js';

export interface MetricsReport {
  /** ISO 8601, UTC. */
  readonly atTime: string;
  readonly counters: readonly { readonly name: string; readonly count: number }[];
  /** Fields in the order in which they are written. */
  readonly timers: readonly ReadonlyMap<string, string | number>[];
  readonly gauges: readonly { readonly name: string; readonly value: number }[];
}

const PREFIX = 'weir';
const NANOS_PER_MILLI = 1e6;
/** How often the delay of the gateway's event loop is measured. */
const RESOLUTION_MILLIS = 20;

export interface MetricsSources {
  readonly graph: StreamingGraph;
  readonly outputs: StandingOutputs;
  readonly counters: Counters;
  readonly clock: Clock;
}

export class Metrics {
  private readonly eventLoop: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS });

  constructor(private readonly sources: MetricsSources) {
    this.eventLoop.enable();
  }

  stop(): void {
    this.eventLoop.disable();
  }

  async report(): Promise<MetricsReport> {
    const { graph, outputs, clock } = this.sources;
    const counters = this.sources.counters
      .entries()
      .map(([name, count]) => ({ name: `${PREFIX}.${name}`, count }));
    const gauges: { name: string; value: number }[] = [];
    for (const status of await graph.shardStatus()) {
      const { awakeNodes, wakingNodes, asleepNodes, counters: counts } = status;
      const prefix = `${PREFIX}.shard.shard-${status.shard}`;
      gauges.push({ name: `${prefix}.awake-nodes`, value: awakeNodes });
      gauges.push({ name: `${prefix}.waking-nodes`, value: wakingNodes });
      if (asleepNodes !== undefined) gauges.push({ name: `${prefix}.asleep-nodes`, value: asleepNodes });
      for (const [name, count] of Object.entries(counts)) counters.push({ name: `${prefix}.${name}`, count });
    }
    for (const handle of graph.listStanding()) {
      const { matches, cancellations, expressionFailures, bufferSize } = handle.stats();
      counters.push({ name: `${PREFIX}.standing-queries.results.${handle.name}`, count: matches });
      counters.push({
        name: `${PREFIX}.standing-queries.cancellations.${handle.name}`,
        count: cancellations,
      });
      counters.push({
        name: `${PREFIX}.standing-queries.expression-failures.${handle.name}`,
        count: expressionFailures,
      });
      gauges.push({ name: `${PREFIX}.standing-queries.buffer.${handle.name}`, value: bufferSize });
      for (const [output, stats] of Object.entries(outputs.stats(handle.name))) {
        if (stats === undefined) continue;
        const prefix = `${PREFIX}.standing-queries.output.${handle.name}.${output}`;
        counters.push({ name: `${prefix}.delivered`, count: stats.delivered });
        counters.push({ name: `${prefix}.failed`, count: stats.failed });
        counters.push({ name: `${prefix}.dropped`, count: stats.dropped });
        gauges.push({ name: `${prefix}.queued`, value: stats.queued });
      }
    }
    gauges.push(...memoryGauges());
    return {
      atTime: new Date(clock.now()).toISOString(),
      counters: counters.sort(byName),
      timers: [this.eventLoopTimer()],
      gauges: gauges.sort(byName),
    };
  }

  private eventLoopTimer(): ReadonlyMap<string, string | number> {
    const at = (percentile: number): number => this.eventLoop.percentile(percentile) / NANOS_PER_MILLI;
    // Before the first sample the histogram's bounds mean nothing.
    const hasSamples = this.eventLoop.count > 0;
    return new Map<string, string | number>([
      ['name', `${PREFIX}.gateway.event-loop-delay`],
      ['min', hasSamples ? this.eventLoop.min / NANOS_PER_MILLI : 0],
      ['max', this.eventLoop.max / NANOS_PER_MILLI],
      ['median', at(50)],
      ['mean', hasSamples ? this.eventLoop.mean / NANOS_PER_MILLI : 0],
      ['q1', at(25)],
      ['q3', at(75)],
      ['oneMinuteRate', 1000 / RESOLUTION_MILLIS],
      ['90', at(90)],
      ['99', at(99)],
      ['80', at(80)],
      ['20', at(20)],
      ['10', at(10)],
    ]);
  }
}

/** Bytes, under the names that dashboards of the first API version read. */
function memoryGauges(): { name: string; value: number }[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  return [
    { name: 'memory.total.used', value: rss },
    { name: 'memory.total.committed', value: rss },
    { name: 'memory.heap.used', value: heapUsed },
    { name: 'memory.heap.committed', value: heapTotal },
    { name: 'memory.non-heap.used', value: external },
  ];
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
