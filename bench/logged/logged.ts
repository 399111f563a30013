/**
 * Records of an edge between two nodes, from creating the stream until everything is durable, in one store.
 *
 *     node logged.js RECORDS embedded
 *     node logged.js RECORDS logged SERVER,... REPLICAS PID,... [FOLLOWER-PID]
 *
 * The processes are those of the servers, whose processor time is measured too.
 */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import { openGraph, systemEnvironment } from '@weir/runtime';
import { type IngestInfo, IngestStreams } from '@weir/streams';
import { cpuSeconds } from '../support/cpu-seconds.js';
import { answer } from '../support/measurement.js';

const QUERY = `MATCH (a), (b) WHERE id(a) = idFrom('a', $that) AND id(b) = idFrom('b', $that % 1000)
  SET a.n = $that CREATE (a)-[:to]->(b)`;

export interface LoggedMeasurement {
  readonly recordsPerSecond: number;
  /** Microseconds of processor time per record: this process, all servers, the follower. */
  readonly own: number;
  readonly servers: number;
  readonly follower: number;
}

const [, , count = '', store, servers = '', replicas = '1', pids = '', followerPid = ''] = process.argv;
const records = Number(count);
const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
const environment = systemEnvironment({
  log: (level, message) => void process.stderr.write(`${level}: ${message}\n`),
});
const path = join(folder, 'data');
const log = { servers: servers.split(','), graph: 'bench', replicas: Number(replicas) };
const graph = await openGraph(
  { store: store === 'logged' ? { type: 'logged', path, log } : { type: 'embedded', path }, workers: 1 },
  environment,
);
const cpuOf = (list: string): number =>
  list === '' ? 0 : list.split(',').reduce((sum, pid) => sum + cpuSeconds(Number(pid)), 0);
try {
  const [serversBefore, followerBefore] = [cpuOf(pids), cpuOf(followerPid)];
  const before = process.cpuUsage();
  const started = performance.now();
  await ingest();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const perRecord = (cpu: number): number => (cpu * 1e6) / records;
  answer({
    recordsPerSecond: records / seconds,
    own: (user + system) / records,
    servers: perRecord(cpuOf(pids) - serversBefore),
    follower: perRecord(cpuOf(followerPid) - followerBefore),
  } satisfies LoggedMeasurement);
} finally {
  await graph.close();
  await rm(folder, { recursive: true, force: true });
}

async function ingest(): Promise<void> {
  const files = await FileAccessPolicy.create({ workingDirectory: folder, allowedDirectories: [folder] });
  const events = new EventEmitter<{ ended: [IngestInfo] }>();
  const onEnded = (info: IngestInfo): void => void events.emit('ended', info);
  const streams = new IngestStreams({ graph, environment, files, onEnded });
  const definition = parseIngestDefinition({
    type: 'NumberIteratorIngest',
    ingestLimit: records,
    format: { type: 'CypherJson', query: QUERY },
  });
  const [[{ status, message, stats }]] = await Promise.all([
    once(events, 'ended') as Promise<[IngestInfo]>,
    streams.create('bench', definition),
  ]);
  if (status !== 'Completed' || stats.rejectedCount > 0) throw new Error(`${status}: ${message ?? ''}`);
}
