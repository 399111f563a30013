/**
 * Weir on the same file, embedded in this process: from creating the stream until everything is durable and every match
 * has been counted.
 *
 *     node --expose-gc weir.js FILE memory|embedded every|values|suspicious|none EXPECTED-MATCHES [NODES-AWAKE]
 */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import { IngestStreams, type IngestInfo } from '@weir/streams';
import type { Environment } from '@weir/platform';
import { openGraph, systemEnvironment, type Lane, type StreamingGraph } from '@weir/runtime';
import { answer, residentBytes, type ThroughputMeasurement } from './support/measurement.js';
import { perRecord, ThreadClock } from './support/thread-cpu.js';
import { EVERY_CHAIN, EVERY_CHAIN_VALUES, INGEST_QUERY, SUSPICIOUS_CHAIN } from './support/workload.js';

const STANDING: Readonly<Record<string, string>> = {
  every: EVERY_CHAIN,
  values: EVERY_CHAIN_VALUES,
  suspicious: SUSPICIOUS_CHAIN,
};
/** Stop waiting for the rest after this time without a new match behind the last record. */
const QUIET_MILLIS = 10_000;

async function run(
  file: string,
  store: string,
  pattern: string,
  expected: number,
  awake: number,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const workers = process.env['WEIR_BENCH_WORKERS'];
  const logger = {
    log: (level: string, message: string) => void process.stderr.write(`${level}: ${message}\n`),
  };
  const environment = systemEnvironment(logger);
  const clock = new ThreadClock();
  const graph = await openGraph(
    {
      store: store === 'memory' ? { type: 'memory' } : { type: 'embedded', path: join(folder, 'data') },
      ...(workers === undefined ? {} : { workers: Number(workers) }),
    },
    environment,
  );
  if (awake > 0) {
    const limits = { softLimit: Math.ceil(awake / graph.admin.shards.count), hardLimit: awake };
    await graph.admin.shards.setLimits(
      new Map(Array.from({ length: graph.admin.shards.count }, (_, i) => [i, limits])),
    );
  }
  try {
    const before = residentBytes();
    const matches = pattern === 'none' ? undefined : await countMatches(graph, pattern);
    const started = performance.now();
    const idle = process.cpuUsage();
    clock.start();
    const records = await ingest(graph, environment, file);
    const durable = performance.now();
    const all = (await matches?.reach(expected)) ?? durable;
    const seconds = (Math.max(durable, all) - started) / 1000;
    const cpu = process.cpuUsage(idle);
    clock.stop();
    const threads = await clock.byKind(() => collectGarbage(graph), graph.admin.workers.count);
    const bytesPerRecord = (residentBytes() - before) / records;
    const cpuMicrosPerRecord = (cpu.user + cpu.system) / records;
    const measured: ThroughputMeasurement = {
      recordsPerSecond: records / seconds,
      bytesPerRecord,
      cpuMicrosPerRecord,
      ...(threads && { threadMicrosPerRecord: perRecord(threads, records) }),
    };
    answer(matches === undefined ? measured : { ...measured, matches: matches.count });
  } finally {
    await graph.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Like a stream of the product: with its own reader and its own saved positions. */
async function ingest(graph: StreamingGraph, environment: Environment, file: string): Promise<number> {
  const files = await FileAccessPolicy.create({
    workingDirectory: dirname(file),
    allowedDirectories: [dirname(file)],
  });
  const events = new EventEmitter<{ ended: [IngestInfo] }>();
  const onEnded = (info: IngestInfo): void => void events.emit('ended', info);
  const streams = new IngestStreams({ graph, environment, files, onEnded });
  const format = { type: 'CypherJson', query: INGEST_QUERY };
  const definition = parseIngestDefinition({ type: 'FileIngest', path: file, format });
  const [[{ status, message, stats }]] = await Promise.all([
    once(events, 'ended') as Promise<[IngestInfo]>,
    streams.create('bench', definition),
  ]);
  if (status !== 'Completed' || stats.rejectedCount > 0)
    throw new Error(`${status}, ${stats.rejectedCount} rejected: ${message ?? ''}`);
  await streams.close();
  return stats.ingestedCount;
}

class MatchCount {
  count = 0;
  private last = performance.now();
  private wanted = Infinity;
  private reached: (() => void) | undefined;

  add(positive: number): void {
    this.count += positive;
    this.last = performance.now();
    if (this.count >= this.wanted) this.reached?.();
  }

  /** @returns when the last missing match has arrived. */
  async reach(wanted: number): Promise<number> {
    this.wanted = wanted;
    while (this.count < wanted && performance.now() - this.last < QUIET_MILLIS) {
      await new Promise<void>(resolve => {
        this.reached = resolve;
        setTimeout(resolve, 100).unref();
      });
    }
    return this.last;
  }
}

async function countMatches(graph: StreamingGraph, pattern: string): Promise<MatchCount> {
  const count = new MatchCount();
  const standing = await graph.registerStanding({
    name: 'chains',
    query: STANDING[pattern]!,
    mode: pattern === 'values' ? 'MultipleValues' : 'DistinctId',
    includeCancellations: true,
    inputBufferSize: 32,
  });
  standing.subscribe(results => {
    let positive = 0;
    for (const result of results) positive += result.isPositiveMatch ? 1 : -1;
    count.add(positive);
    return Promise.resolve();
  });
  return count;
}

/** Runs on every worker: with this many chunks, each gets at least one. */
async function collectGarbage(graph: StreamingGraph): Promise<void> {
  const format = { module: new URL('./collecting-format.js', import.meta.url).href, options: {} };
  const lane: Lane = await graph.openLane({
    name: 'collect garbage',
    query: 'RETURN $that',
    parameter: 'that',
    format,
  });
  const chunks = Array.from({ length: 4 * Math.max(1, graph.admin.workers.count) }, () =>
    lane.runChunk({ bytes: new Uint8Array(1), bounds: Uint32Array.of(0, 1), firstPosition: 0 }),
  );
  await Promise.all(chunks);
  await lane.close();
}

const [file, store, pattern, expected, awake = '0'] = process.argv.slice(2);
await run(file!, store!, pattern!, Number(expected), Number(awake));
