/** The metrics as the admin endpoint lists them, each type sorted by name. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import type { IngestStreams } from '@weir/streams';
import { addedTimings, type Clock } from '@weir/platform';
import type { StandingOutputs } from '@weir/deliveries';
import type { NodeCensus, ShardStatus, StandingHandle, StreamingGraph } from '@weir/contract';
import type { Counters } from './counters.js';
import { GarbageCollections } from './garbage-collections.js';
import { type Gauge, memoryGauges } from './memory-gauges.js';
import { ingestMetricName, timerEntry, type TimerEntry } from './metric-timers.js';

interface Counter {
  readonly name: string;
  readonly count: number;
}

export interface MetricsReport {
  /** ISO 8601, UTC. */
  readonly atTime: string;
  readonly counters: readonly Counter[];
  readonly timers: readonly TimerEntry[];
  readonly gauges: readonly Gauge[];
}

/** The graph's name: prefix of metrics that other services of this API also have. */
const GRAPH = 'quine';
/** Prefix of metrics that only Weir has. */
const OWN = 'weir';
const NANOS_PER_MILLI = 1e6;
/** Interval at which the event loop delay is sampled. */
const RESOLUTION_MILLIS = 20;

export interface MetricsSources {
  readonly graph: StreamingGraph;
  readonly ingest: Pick<IngestStreams, 'queryTimes'>;
  readonly outputs: StandingOutputs;
  readonly counters: Counters;
  readonly clock: Clock;
}

export class Metrics {
  private readonly eventLoop: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS });
  private readonly collections = new GarbageCollections();

  constructor(private readonly sources: MetricsSources) {
    this.eventLoop.enable();
  }

  stop(): void {
    this.eventLoop.disable();
    this.collections.stop();
  }

  async report(): Promise<MetricsReport> {
    const { graph, clock } = this.sources;
    const counters: Counter[] = this.sources.counters
      .entries()
      .map(([name, count]) => ({ name: `${OWN}.${name}`, count }));
    const gauges: Gauge[] = [...memoryGauges(), ...this.collections.gauges()];
    const timers: TimerEntry[] = [this.eventLoopTimer()];
    const shards = await graph.admin.shards.status();
    for (const status of shards) addShard(status, counters, gauges, timers);
    addStore(shards, timers);
    addCensus(await graph.admin.shards.census(), counters);
    for (const handle of graph.listStanding()) this.addStanding(handle, counters, gauges, timers);
    for (const { name, source, times } of this.sources.ingest.queryTimes()) {
      timers.push(timerEntry(`${GRAPH}.ingest.${ingestMetricName(name, source)}.query`, times));
    }
    const holding = await graph.admin.standingThatHoldIngest();
    gauges.push({ name: 'shared.valve.ingest', value: holding.length });
    return {
      atTime: new Date(clock.now()).toISOString(),
      counters: counters.sort(byName),
      timers: timers.sort((a, b) => (String(a.get('name')) < String(b.get('name')) ? -1 : 1)),
      gauges: gauges.sort(byName),
    };
  }

  private addStanding(
    handle: StandingHandle,
    counters: Counter[],
    gauges: Gauge[],
    timers: TimerEntry[],
  ): void {
    const { name } = handle;
    const { matches, cancellations, expressionFailures, bufferSize, queueTimes } = handle.stats();
    timers.push(timerEntry(`${GRAPH}.standing-queries.queue-time.${name}`, queueTimes));
    // Results wait without limit, so none are dropped.
    counters.push({ name: `${GRAPH}.standing-queries.dropped.${name}`, count: 0 });
    counters.push({ name: `${OWN}.standing-queries.results.${name}`, count: matches });
    counters.push({ name: `${OWN}.standing-queries.cancellations.${name}`, count: cancellations });
    counters.push({ name: `${OWN}.standing-queries.expression-failures.${name}`, count: expressionFailures });
    gauges.push({ name: `${OWN}.standing-queries.buffer.${name}`, value: bufferSize });
    for (const [output, stats] of Object.entries(this.sources.outputs.stats(name))) {
      const prefix = `${OWN}.standing-queries.output.${name}.${output}`;
      counters.push({ name: `${prefix}.delivered`, count: stats.delivered });
      counters.push({ name: `${prefix}.failed`, count: stats.failed });
      counters.push({ name: `${prefix}.dropped`, count: stats.dropped });
      gauges.push({ name: `${prefix}.queued`, value: stats.queued });
    }
  }

  private eventLoopTimer(): TimerEntry {
    const at = (percentile: number): number => this.eventLoop.percentile(percentile) / NANOS_PER_MILLI;
    // Without samples the bounds of the histogram are meaningless.
    const hasSamples = this.eventLoop.count > 0;
    return new Map<string, string | number>([
      ['name', `${OWN}.gateway.event-loop-delay`],
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

/** Aggregated over all shards. A group commit is one write; reading a node is one read of its snapshot and journal. */
function addStore(shards: readonly ShardStatus[], timers: TimerEntry[]): void {
  const written = addedTimings(shards.map(({ timings }) => timings.written));
  const woken = addedTimings(shards.map(({ timings }) => timings.woken));
  timers.push(timerEntry('persistor.persist-event', written), timerEntry('persistor.get-journal', woken));
}

/** Bucket boundaries of a census. */
const BUCKETS = ['1-7', '8-127', '128-2047', '2048-16383', '16384-infinity'] as const;

function addCensus(census: NodeCensus, counters: Counter[]): void {
  const add = (prefix: string, counts: readonly number[]): void => {
    BUCKETS.forEach((bucket, i) => counters.push({ name: `${prefix}.${bucket}`, count: counts[i]! }));
  };
  add(`${GRAPH}.node.property-counts`, census.properties);
  add(`${GRAPH}.node.edge-counts`, census.edges);
  add('node.mailbox-sizes', census.mailboxes);
}

function addShard(status: ShardStatus, counters: Counter[], gauges: Gauge[], timers: TimerEntry[]): void {
  const { shard, awakeNodes, wakingNodes, asleepNodes, unsettledNodes, counters: counts } = status;
  const { woken = 0, slept = 0, wakeFailures = 0, writeFailures = 0, waitedForRoom = 0, ...others } = counts;
  const shared = `${GRAPH}.shard.shard-${shard}`;
  // Nodes awake = woken - slept-success - slept-failure - removed; new nodes count as woken.
  counters.push({ name: `${shared}.sleep-counters.woken`, count: awakeNodes + slept });
  counters.push({ name: `${shared}.sleep-counters.slept-success`, count: slept });
  counters.push({ name: `${shared}.sleep-counters.slept-failure`, count: 0 });
  counters.push({ name: `${shared}.sleep-counters.removed`, count: 0 });
  counters.push({ name: `${shared}.unlikely.hard-limit-reached`, count: waitedForRoom });
  counters.push({ name: `${shared}.unlikely.wake-up-error`, count: wakeFailures });
  timers.push(timerEntry(`${shared}.sleep-timers.woken`, status.timings.woken));
  const own = `${OWN}.shard.shard-${shard}`;
  gauges.push({ name: `${own}.awake-nodes`, value: awakeNodes });
  gauges.push({ name: `${own}.waking-nodes`, value: wakingNodes });
  if (asleepNodes !== undefined) gauges.push({ name: `${own}.asleep-nodes`, value: asleepNodes });
  gauges.push({ name: `${own}.unsettled-nodes`, value: unsettledNodes });
  counters.push({ name: `${own}.read-from-store`, count: woken });
  counters.push({ name: `${own}.write-failures`, count: writeFailures });
  for (const [name, count] of Object.entries(others)) counters.push({ name: `${own}.${name}`, count });
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
