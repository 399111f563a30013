/**
 * `npm run load`: many readers of a standing query's results, and many ad hoc queries, during ingest. Everything runs
 * over HTTP, through `@weir/client`, against its own gateway. An eighth of the readers is slow, and an eighth loses its
 * connection every few seconds. At the end each must have every result exactly once, in the same order as all others.
 *
 *     npm run load -- --seconds 60 --subscribers 200 --clients 50 --rate 50
 *
 * The exit code is 1 when a result is missing, duplicated or out of order, or a query failed. This process is as busy
 * as the gateway, with which it shares the machine: latencies include its share.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataOf, WeirClient } from '@weir/client';
import { startSseServer } from '@weir/samples';
import { cpuSeconds } from '../support/cpu-seconds.js';
import { startGateway } from '../support/gateway.js';
import { LoadSubscriber, rest, unsteadyNetwork, type SubscriberKind } from './load-subscriber.js';
import { percentile } from '../support/measurement.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    subscribers: { type: 'string', default: '200' },
    clients: { type: 'string', default: '50' },
    rate: { type: 'string', default: '50' },
  },
});
const [seconds, subscriberCount, clientCount, rate] = [
  Number(values.seconds),
  Number(values.subscribers),
  Number(values.clients),
  Number(values.rate),
];
const records = Math.round(seconds * rate);
const CLIENT_PAUSE_MILLIS = 100;
const PATIENCE_MILLIS = 180_000;

const STANDING = 'MATCH (n:Load) WHERE exists(n.at) RETURN n.no AS no, n.at AS at';
const INGEST = `MATCH (n), (shelf) WHERE id(n) = idFrom('load', $that.no) AND id(shelf) = idFrom('shelf', $that.no % 50)
  SET n:Load, n.no = $that.no, n.at = $that.at CREATE (n)-[:on]->(shelf)`;
const QUERY = `MATCH (n)-[:on]->(shelf)<-[:on]-(other) WHERE id(n) = idFrom('load', $no)
  RETURN other.no AS no LIMIT 20`;

let sent = 0;
function* lines(): Generator<string> {
  for (let no = 0; no < records; no++) {
    sent = no + 1;
    yield JSON.stringify({ no, at: Date.now() });
  }
}

async function ask(client: WeirClient, isOver: () => boolean, latencies: number[]): Promise<void> {
  while (!isOver()) {
    const started = performance.now();
    await client.query(QUERY, { no: Math.floor(Math.random() * Math.max(1, sent)) }).all();
    latencies.push(performance.now() - started);
    await rest(Math.random() * 2 * CLIENT_PAUSE_MILLIS);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'weir-load-'));
const { url, gateway } = await startGateway(folder);
const client = new WeirClient({ baseUrl: url });
const unsteady = new WeirClient({ baseUrl: url }, unsteadyNetwork);
const feed = await startSseServer({
  lines,
  rate,
  port: 0,
  pace: { now: () => performance.now(), wait: rest },
});
let exitCode = 1;
try {
  await dataOf(
    client.api.v1.POST('/api/v1/query/standing/{name}', {
      params: { path: { name: 'load' } },
      body: { pattern: { type: 'Cypher', query: STANDING, mode: 'MultipleValues' }, outputs: {} },
    }),
  );
  let isOver = false;
  const subscribers = Array.from({ length: subscriberCount }, (_, i) => {
    const kinds: Record<number, SubscriberKind> = { 0: 'slow', 1: 'dropping' };
    return new LoadSubscriber(kinds[i % 8] ?? 'steady');
  });
  let allOpened = (): void => undefined;
  const opened = new Promise<void>(resolve => (allOpened = resolve));
  let waiting = subscriberCount;
  const reading = subscribers.map(each =>
    each.read(
      each.kind === 'dropping' ? unsteady : client,
      () => --waiting === 0 && allOpened(),
      () => records,
    ),
  );
  await Promise.race([opened, Promise.all(reading)]);
  const format = { type: 'CypherJson', query: INGEST } as const;
  await dataOf(
    client.api.v1.POST('/api/v1/ingest/{name}', {
      params: { path: { name: 'load' } },
      body: { type: 'ServerSentEventsIngest', url: feed.url, format },
    }),
  );
  const queryLatencies: number[] = [];
  const asking = Array.from({ length: clientCount }, () => ask(client, () => isOver, queryLatencies));
  const memory: number[] = [];
  const watching = setInterval(() => memory.push(residentBytes(gateway.pid!)), 1000);
  const cpuBefore = cpuSeconds(gateway.pid!);
  await rest(seconds * 1000);
  const cpu = cpuSeconds(gateway.pid!) - cpuBefore;
  isOver = true;
  await Promise.all(asking);
  const readAll = await Promise.race([
    Promise.all(reading).then(() => true),
    rest(PATIENCE_MILLIS).then(() => false),
  ]);
  clearInterval(watching);
  exitCode = report(subscribers, queryLatencies, memory) && readAll ? 0 : 1;
  if (cpu > 0) say(`gateway: ${cpu.toFixed(1)} s of CPU in ${seconds} s`);
} finally {
  await feed.close();
  gateway.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
process.exit(exitCode);

/** Linux only; 0 elsewhere. */
function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** @returns whether all results are as expected. */
function report(
  subscribers: readonly LoadSubscriber[],
  queries: readonly number[],
  memory: number[],
): boolean {
  const order = subscribers.find(({ kind }) => kind === 'steady')!.numbers;
  let isRight = order.length === records;
  for (const kind of ['steady', 'slow', 'dropping'] as const) {
    const some = subscribers.filter(each => each.kind === kind);
    const missing = some.reduce((sum, { numbers }) => sum + records - new Set(numbers).size, 0);
    const doubled = some.reduce((sum, { numbers }) => sum + numbers.length - new Set(numbers).size, 0);
    const misplaced = some.filter(({ numbers }) => numbers.some((no, i) => no !== order[i])).length;
    const reconnects = some.reduce((sum, each) => sum + each.reconnects, 0);
    say(
      `${some.length} ${kind} readers: ${missing} results missing, ${doubled} twice, ${misplaced} readers in another order, ` +
        `${reconnects} new connections; latency ${spread(some.flatMap(({ latencies }) => latencies))}`,
    );
    if (missing + doubled + misplaced > 0) isRight = false;
  }
  say(`${records} records at ${rate}/s, ${subscriberCount * records} results read`);
  say(`${queries.length} queries by ${clientCount} clients: latency ${spread(queries)}`);
  if (memory.length > 0)
    say(`gateway: ${mib(memory[0]!)} MiB at first, ${mib(Math.max(...memory))} MiB at most`);
  return isRight;
}

function spread(latencies: readonly number[]): string {
  const sorted = Float64Array.from(latencies).sort();
  return `p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms`;
}

function mib(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
