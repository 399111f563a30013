/**
 * Labeled metrics in the Prometheus text format, collected for each scrape. Counters restart with the process, except
 * counters of ingest streams, which continue.
 */
import type { StreamingGraph } from '@weir/contract';
import { addedTimings } from '@weir/platform';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Services } from '../services.js';
import { LatencyHistogram } from './latency-histogram.js';

type Sources = Pick<
  Services,
  'graph' | 'ingest' | 'outputs' | 'boltConnections' | 'unreadiness' | 'membership'
>;

const NO_CONNECTIONS = { open: 0, accepted: 0, refused: 0 };

export class PrometheusMetrics {
  private readonly registry = new Registry();
  private readonly perStream = this.family('ingest', ['stream']);
  private readonly perQuery = this.family('standing', ['query']);
  private readonly perOutput = this.family('output', ['query', 'output']);
  private readonly perShard = this.family('shard', ['shard']);
  private readonly bolt = this.family('bolt', []);
  private readonly ready = this.gauge('ready', 'Whether the server accepts requests: 1 or 0', []);
  private readonly status = this.gauge('ingest_status', '1 for the current status of the stream', [
    'stream',
    'status',
  ]);
  private readonly nodes = this.gauge('shard_nodes', 'Nodes of a shard', ['shard', 'state']);
  private readonly members = this.gauge(
    'cluster_members',
    'Processes that share the graph; measured by its owner',
    ['state'],
  );
  private readonly standbys = this.gauge(
    'cluster_standby_members',
    'Processes that can take over the graph at once, without its owner; measured by the owner',
    [],
  );
  private readonly takeover = this.gauge(
    'cluster_takeover_seconds',
    'Time from the decision that this owner takes over the graph until it answered requests',
    [],
  );
  private readonly epoch = this.gauge(
    'cluster_epoch',
    'Number of times that a process took over the graph, with this one; measured by its owner',
    [],
  );
  private readonly behind = this.gauge(
    'cluster_rows_behind',
    'Rows in the log of the graph that the copies of a process lacked at its last check; measured by that process',
    ['member'],
  );
  private readonly lag = this.gauge(
    'cluster_worker_lag_seconds',
    'Time since the last heartbeat of the process that lends the worker; measured by the owner',
    ['worker', 'member'],
  );
  private readonly recordToResult = this.latency(
    'record_to_result',
    'Time from reading a record until a result that it caused is durable and available to outputs, in steps of a ' +
      'millisecond. Counts results; measured per chunk of records that a source returned together',
    ['query'],
  );
  private readonly resultToDelivery = this.latency(
    'result_to_delivery',
    'Time from writing a result until an output has delivered it or given it up, in steps of a millisecond. Counts ' +
      'results; measured per batch of results',
    ['query', 'output'],
  );
  private readonly queryDuration = this.latency(
    'query_duration',
    'Duration of an ad hoc query, including the time that its client takes to read the rows',
    ['outcome'],
  );
  private readonly wakeDuration = this.latency(
    'wake_duration',
    'Time from the first read of a sleeping node from the store until the node is awake',
    [],
  );
  private readonly writeDuration = this.latency(
    'write_duration',
    'Time until the store, and the log if there is one, has a group of changes',
    [],
  );

  readonly contentType = this.registry.contentType;

  constructor(private readonly sources: Sources) {
    collectDefaultMetrics({ register: this.registry });
  }

  async text(): Promise<string> {
    const { graph, unreadiness } = this.sources;
    this.registry.getMetricsAsArray().forEach(metric => {
      if (metric.name.startsWith('weir_')) this.registry.getSingleMetric(metric.name)!.reset();
    });
    this.ready.set(unreadiness() === undefined ? 1 : 0);
    this.readCluster(graph);
    this.readStreams();
    this.readQueries(graph);
    this.readAdHocQueries(graph);
    this.readBolt();
    await this.readShards(graph);
    return this.registry.metrics();
  }

  private readCluster(graph: StreamingGraph): void {
    const { membership } = this.sources;
    if (membership === undefined) return;
    const members = [...membership.members.values()];
    const leaving = members.filter(({ capacity }) => capacity === 0).length;
    this.members.set({ state: 'present' }, members.length - leaving);
    this.members.set({ state: 'leaving' }, leaving);
    this.standbys.set(membership.standbys);
    this.epoch.set(membership.epoch);
    if (membership.takeoverMillis !== undefined) this.takeover.set(membership.takeoverMillis / 1000);
    for (const [member, { rowsBehind }] of membership.members)
      if (rowsBehind !== undefined) this.behind.set({ member }, rowsBehind);
    for (const { worker, process, lag } of graph.admin.workers.placement.locations)
      if (process !== undefined && lag !== undefined)
        this.lag.set({ worker: String(worker), member: process }, lag.silentMillis / 1000);
  }

  private readStreams(): void {
    const times = new Map(this.sources.ingest.queryTimes().map(each => [each.name, each.times]));
    for (const { name, status, stats } of this.sources.ingest.list()) {
      this.status.set({ stream: name, status }, 1);
      this.perStream.count('records', 'Records processed by the stream', [name], stats.ingestedCount);
      this.perStream.count('read', 'Records read by the stream', [name], stats.readCount);
      this.perStream.count('rejected', 'Bad records that were skipped', [name], stats.rejectedCount);
      this.perStream.count('chunks', 'Runs of the query', [name], times.get(name)?.count ?? 0);
      this.perStream.count(
        'query_seconds',
        'Total time of these runs',
        [name],
        (times.get(name)?.sum ?? 0) / 1000,
      );
      this.perStream.count(
        'bytes',
        'Bytes of records read since the server started',
        [name],
        stats.byteRates.count,
      );
    }
  }

  private readQueries(graph: StreamingGraph): void {
    for (const handle of graph.listStanding()) {
      const { name } = handle;
      const { matches, cancellations, expressionFailures, bufferSize, recordTimes } = handle.stats();
      this.recordToResult.report({ query: name }, recordTimes);
      for (const [output, times] of this.sources.outputs.deliveryTimes(name))
        this.resultToDelivery.report({ query: name, output }, times);
      this.perQuery.count('matches', 'Matches of a standing query', [name], matches);
      this.perQuery.count('cancellations', 'Retractions of matches', [name], cancellations);
      this.perQuery.count(
        'expression_failures',
        'Failed evaluations of expressions',
        [name],
        expressionFailures,
      );
      this.perQuery.level('waiting_results', 'Results waiting for outputs', [name], bufferSize);
      for (const [output, stats] of Object.entries(this.sources.outputs.stats(name))) {
        this.perOutput.count('delivered', 'Results that were delivered', [name, output], stats.delivered);
        this.perOutput.count('failed', 'Results that could not be delivered', [name, output], stats.failed);
        this.perOutput.count(
          'dropped',
          'Results that outputs omitted, as their definitions specify',
          [name, output],
          stats.dropped,
        );
        this.perOutput.level('queued', 'Results waiting for delivery', [name, output], stats.queued);
      }
    }
  }

  private readAdHocQueries(graph: StreamingGraph): void {
    for (const [outcome, times] of Object.entries(graph.admin.queryTimes()))
      this.queryDuration.report({ outcome }, times);
  }

  private readBolt(): void {
    const { open, accepted, refused } = this.sources.boltConnections() ?? NO_CONNECTIONS;
    this.bolt.level('connections', 'Open connections of Bolt', [], open);
    this.bolt.count('connections_accepted', 'Connections of Bolt since the server started', [], accepted);
    this.bolt.count(
      'connections_refused',
      'Connections of Bolt that were closed at once because there were too many',
      [],
      refused,
    );
  }

  private async readShards(graph: StreamingGraph): Promise<void> {
    const shards = await graph.admin.shards.status();
    this.wakeDuration.report({}, addedTimings(shards.map(({ timings }) => timings.woken)));
    this.writeDuration.report({}, addedTimings(shards.map(({ timings }) => timings.written)));
    for (const each of shards) {
      const shard = String(each.shard);
      this.nodes.set({ shard, state: 'awake' }, each.awakeNodes);
      this.nodes.set({ shard, state: 'waking' }, each.wakingNodes);
      if (each.asleepNodes !== undefined) this.nodes.set({ shard, state: 'asleep' }, each.asleepNodes);
      this.nodes.set({ shard, state: 'unsettled' }, each.unsettledNodes);
      for (const [name, count] of Object.entries(each.counters)) {
        this.perShard.count(snakeCase(name), `Events of a shard: ${name}`, [shard], count);
      }
      for (const [name, { count, sum }] of Object.entries(each.timings)) {
        this.perShard.count(`${name}_times`, `Operations of a shard: ${TIMED[name]}`, [shard], count);
        this.perShard.count(
          `${name}_seconds`,
          `Total time of these operations in seconds`,
          [shard],
          sum / 1000,
        );
      }
    }
  }

  private latency<L extends string>(name: string, help: string, labels: readonly L[]): LatencyHistogram<L> {
    return new LatencyHistogram(this.registry, name, help, labels);
  }

  private gauge<L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> {
    return new Gauge({ name: `weir_${name}`, help, labelNames, registers: [this.registry] });
  }

  private family(prefix: string, labelNames: readonly string[]): Family {
    return new Family(this.registry, `weir_${prefix}`, labelNames);
  }
}

const TIMED: Readonly<Record<string, string>> = {
  woken: 'nodes read from the store to wake',
  written: 'groups of changes written to the store',
};

/** Metrics distinguished by the same labels. */
class Family {
  private readonly counters = new Map<string, Counter>();
  private readonly gauges = new Map<string, Gauge>();

  constructor(
    private readonly registry: Registry,
    private readonly prefix: string,
    private readonly labelNames: readonly string[],
  ) {}

  count(name: string, help: string, labels: readonly string[], value: number): void {
    let counter = this.counters.get(name);
    if (counter === undefined) {
      counter = new Counter({ ...this.described(`${name}_total`, help), registers: [this.registry] });
      this.counters.set(name, counter);
    }
    counter.labels(...labels).inc(value);
  }

  level(name: string, help: string, labels: readonly string[], value: number): void {
    let gauge = this.gauges.get(name);
    if (gauge === undefined) {
      gauge = new Gauge({ ...this.described(name, help), registers: [this.registry] });
      this.gauges.set(name, gauge);
    }
    gauge.labels(...labels).set(value);
  }

  private described(name: string, help: string) {
    return { name: `${this.prefix}_${name}`, help, labelNames: this.labelNames };
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replaceAll(/[^a-z0-9_]/g, '_');
}
