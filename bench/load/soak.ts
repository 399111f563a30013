/**
 * `npm run soak`: an endless ingest into a graph with few awake nodes, with a standing query and ad hoc queries, for
 * any duration. It prints a line every ten seconds; the exit code is not 0 if memory grew.
 *
 *     npm run soak -- --minutes 30 --awake 20000
 *
 * Memory counts after the first third of the time, when caches are full: the peak of the last third must not exceed
 * that of the second by more than GROWTH_ALLOWED. Two parts are shown separately, because they grow with the store by
 * design: the filters of known ids, and mapped pages of the store's files, which are the system's cache and shrink when
 * others need memory. Each shard keeps OPEN_FILES files open, so that all of them are mapped: LevelDB maps 1,000 files
 * per process, and keeps the index of any other open file on the heap.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatReference } from '@weir/formats/records';
import { openGraph, systemEnvironment, type Lane, type StreamingGraph } from '@weir/runtime';
import { ExistenceFilter } from '@weir/persistor';
import { sampleLines, type ProcessEvent } from '@weir/samples';
import { feed } from './line-feed.js';
import { mebibytes, memoryNow } from '../support/memory-now.js';
import { percentile } from '../support/measurement.js';
import { EVERY_CHAIN, INGEST_QUERY, SEED } from '../support/workload.js';

const REPORT_MILLIS = 10_000;
const QUERY_PAUSE_MILLIS = 20;
const GROWTH_ALLOWED = 1.15;
const SLACK_BYTES = 32 * 1024 ** 2;
const OPEN_FILES = 250;
/** Lookups concern the latest records, up to this many back: awake and sleeping ones. */
const REMEMBERED = 4096;
const LOOKUP = `
  MATCH (n)-[:parent]->(p) WHERE id(n) = idFrom('process', $customer, $sensor, $pid)
  RETURN n.file, p.file`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    awake: { type: 'string', default: '20000' },
  },
});
const minutes = Number(values.minutes);
const awake = Number(values.awake);
if (!(minutes > 0) || !(awake > 0)) throw new Error('--minutes and --awake must be numbers above 0');

class Soak {
  private readonly started = performance.now();
  private readonly ends = this.started + minutes * 60_000;
  private readonly seen: ProcessEvent[] = [];
  private records = 0;
  private results = 0;
  private latencies: number[] = [];
  private readonly held: { readonly at: number; readonly bytes: number }[] = [];
  private reportedRecords = 0;

  constructor(private readonly graph: StreamingGraph) {}

  async run(): Promise<boolean> {
    const limits = { softLimit: Math.ceil(awake / this.graph.admin.shards.count), hardLimit: awake };
    const shards = Array.from({ length: this.graph.admin.shards.count }, (_, shard) => shard);
    await this.graph.admin.shards.setLimits(new Map(shards.map(shard => [shard, limits])));
    const standing = await this.graph.registerStanding({
      name: 'chains',
      query: EVERY_CHAIN,
      mode: 'DistinctId',
      includeCancellations: true,
      inputBufferSize: 32,
    });
    standing.subscribe(async results => void (this.results += results.length));
    const reporting = setInterval(() => void this.report(), REPORT_MILLIS);
    await Promise.all([this.ingest(), this.ask()]);
    clearInterval(reporting);
    await this.report();
    return this.isFlat();
  }

  private get isOver(): boolean {
    return performance.now() >= this.ends;
  }

  private async ingest(): Promise<void> {
    const format = formatReference({ type: 'Json' });
    const lane: Lane = await this.graph.openLane({
      name: 'soak',
      query: INGEST_QUERY,
      parameter: 'that',
      format,
    });
    await feed(
      lane,
      this.remembered(sampleLines('processes', { seed: SEED })),
      () => this.isOver,
      done => (this.records += done),
    );
  }

  private *remembered(lines: Iterable<string>): Generator<string> {
    let next = 0;
    for (const line of lines) {
      if (next++ % 97 === 0) this.seen[Math.floor(next / 97) % REMEMBERED] = JSON.parse(line) as ProcessEvent;
      yield line;
    }
  }

  private async ask(): Promise<void> {
    while (!this.isOver) {
      await new Promise(resolve => setTimeout(resolve, QUERY_PAUSE_MILLIS));
      const event = this.seen[Math.floor(Math.random() * this.seen.length)];
      if (event === undefined) continue;
      const { customer, sensor, pid } = event;
      const began = performance.now();
      const run = await this.graph.query(LOOKUP, { parameters: { customer, sensor, pid } });
      await run.rows();
      this.latencies.push(performance.now() - began);
    }
  }

  private async report(): Promise<void> {
    const status = await this.graph.admin.shards.status();
    const sum = (of: (one: (typeof status)[number]) => number): number =>
      status.reduce((total, one) => total + of(one), 0);
    const { held, mapped } = memoryNow();
    const known = sum(each => ExistenceFilter.bytesOf(each.awakeNodes + (each.asleepNodes ?? 0)));
    const seconds = (performance.now() - this.started) / 1000;
    this.held.push({ at: performance.now(), bytes: held - known });
    const sorted = Float64Array.from(this.latencies).sort();
    this.latencies = [];
    const rate = (this.records - this.reportedRecords) / (REPORT_MILLIS / 1000);
    this.reportedRecords = this.records;
    const columns = [
      `${seconds.toFixed(0)} s`,
      `held ${mebibytes(held - known)}, known ids ${mebibytes(known)}, files mapped ${mebibytes(mapped)}`,
      `records ${this.records} (${rate.toFixed(0)}/s)`,
      `results ${this.results}`,
      `awake ${sum(one => one.awakeNodes)}`,
      `asleep ${sum(one => one.asleepNodes ?? 0)}`,
      `waking ${sum(one => one.wakingNodes)}`,
      `slept ${sum(one => one.counters['slept'] ?? 0)}`,
      `woken ${sum(one => one.counters['woken'] ?? 0)}`,
      `snapshots ${sum(one => one.counters['snapshots'] ?? 0)}`,
      `lookup p50 ${percentile(sorted, 0.5).toFixed(1)} p99 ${percentile(sorted, 0.99).toFixed(1)} ms`,
    ];
    process.stdout.write(`${columns.join('  ')}\n`);
  }

  private isFlat(): boolean {
    const third = (minutes * 60_000) / 3;
    const highest = (from: number, to: number): number =>
      Math.max(
        ...this.held
          .filter(({ at }) => at >= this.started + from && at < this.started + to)
          .map(({ bytes }) => bytes),
      );
    const before = highest(third, 2 * third);
    const after = highest(2 * third, Number.POSITIVE_INFINITY);
    const isFlat = after <= before * GROWTH_ALLOWED + SLACK_BYTES;
    const shown = `${mebibytes(before)} to ${mebibytes(after)}`;
    process.stdout.write(`${isFlat ? 'flat' : 'FAILED: memory grew'}: peak memory ${shown}\n`);
    return isFlat;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'weir-soak-'));
const graph = await openGraph(
  { store: { type: 'embedded', path: join(folder, 'data'), openFiles: OPEN_FILES } },
  systemEnvironment({
    log: (level, message) => {
      if (level === 'error' || level === 'warn') process.stderr.write(`${level}: ${message}\n`);
    },
  }),
);
try {
  if (!(await new Soak(graph).run())) process.exitCode = 1;
} finally {
  await graph.close();
  await rm(folder, { recursive: true, force: true });
}
