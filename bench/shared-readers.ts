/**
 * What the owner's main thread does for a record of Kafka, when it reads all of them itself and when every gateway that lends
 * workers reads some: CPU of each process per record, its main thread's part. WEIR_BENCH_CASSANDRA, WEIR_BENCH_NATS and
 * WEIR_BENCH_KAFKA say where these are; with WEIR_BENCH_CASSANDRA_PID what that took is told too. On one machine the processes share its cores: only the CPU tells.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Admin, Producer } from '@platformatic/kafka';
import { postTo } from './gateway.js';
import { type Cluster, cpuOf, get, type Member, place, spread, start, until } from './members.js';
import { setting } from './settings.js';
import { printTable } from './table.js';

/** Between two questions, which cost the owner something. */
const ASK_MILLIS = 250;
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);
const PARTITIONS = 6;
const PER_SEND = 2_000;
/** Beside the number, so that a record has some two hundred bytes. */
const TEXT = 'x'.repeat(180);
const MEMBERS = (process.env['WEIR_BENCH_MEMBERS'] ?? '1,2,3').split(',').map(Number);
const QUERIES = [
  {
    name: 'nothing',
    records: setting('WEIR_BENCH_RECORDS', 200_000),
    query: 'WITH $that AS r WHERE r.n < 0 CREATE (x {n: r.n})',
  },
  {
    name: 'an edge',
    records: setting('WEIR_BENCH_RECORDS', 200_000) / 10,
    query: `MATCH (a), (b) WHERE id(a) = idFrom('a', $that.n) AND id(b) = idFrom('b', $that.n % 5000)
      SET a.on = true, a.n = $that.n CREATE (a)-[:to]->(b)`,
  },
];
type Query = (typeof QUERIES)[number];
/** A machine that does much else is no reason to move. */
const LEASE = { 'cluster.lease': '20s' };

/** If it runs on this machine. */
const CASSANDRA_PID = setting('WEIR_BENCH_CASSANDRA_PID', 0);
let written = 0;
const base = { clientId: 'bench', bootstrapBrokers: [place('WEIR_BENCH_KAFKA')] };

async function write(topic: string, from: number, count: number): Promise<void> {
  const producer = new Producer(base);
  for (let first = 0; first < count; first += PER_SEND)
    await producer.send({
      messages: Array.from({ length: PER_SEND }, (_, i) => ({
        topic,
        partition: (first + i) % PARTITIONS,
        value: Buffer.from(JSON.stringify({ n: from + first + i, text: TEXT })),
      })),
      acks: -1,
    });
  await producer.close();
}

/** Resolves when so many read, and each knows its partitions. */
async function grouped(group: string, readers: number): Promise<void> {
  const admin = new Admin(base);
  await until(async () => {
    const found = (await admin.describeGroups({ groups: [group] })).get(group);
    return found?.members.size === readers && found.state === 'STABLE' ? true : undefined;
  });
  await admin.close();
}

/** Resolves when so many are in, and the topic has no more. */
async function allRead(owner: string, stream: string, count: number): Promise<void> {
  await until(async () => {
    await new Promise(resolve => setTimeout(resolve, ASK_MILLIS));
    const { stats } = await get<{ stats: { ingestedCount: number; lag?: number } }>(
      `${owner}/api/v1/ingest/${stream}`,
    );
    return stats.ingestedCount >= count && stats.lag === 0 ? true : undefined;
  });
}

async function put(url: string): Promise<void> {
  const response = await fetch(url, { method: 'PUT' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}

async function storeCpu(): Promise<number> {
  return CASSANDRA_PID === 0 ? 0 : (await cpuOf({ process: { pid: CASSANDRA_PID } })).whole;
}

interface Opened {
  readonly members: readonly Member[];
  readonly owner: string;
  readonly graph: string;
}

async function round(
  { members, owner, graph }: Opened,
  { name, query, records }: Query,
  isShared: boolean,
  number: number,
): Promise<string[]> {
  const topic = `${graph}-${name.replaceAll(' ', '-')}-${isShared ? 'all' : 'owner'}-${number}`;
  const admin = new Admin(base);
  await admin.createTopics({ topics: [topic], partitions: PARTITIONS, replicas: 1 });
  await admin.close();
  await postTo(`${owner}/api/v1/ingest/${topic}`, {
    type: 'KafkaIngest',
    topics: [topic],
    bootstrapServers: place('WEIR_BENCH_KAFKA'),
    autoOffsetReset: 'earliest',
    // Without it nobody else knows where to go on.
    ...(isShared ? { offsetCommitting: { type: 'ExplicitCommit' } } : {}),
    format: { type: 'CypherJson', query },
  });
  await grouped(topic, isShared ? members.length : 1);
  // Another edge each time.
  const first = written;
  written += 2 * records;
  await write(topic, first, records);
  await allRead(owner, topic, records);
  const cluster = (): Promise<Cluster> => get<Cluster>(`${owner}/api/v2/system/cluster`);
  const sharesNow = async (): Promise<number[]> =>
    (await cluster()).readers.filter(({ stream }) => stream === topic).map(each => each.records);
  const [{ order }, sharesBefore] = [await cluster(), await sharesNow()];
  // What is measured is waiting already: else everybody would wait for who writes it.
  await put(`${owner}/api/v1/ingest/${topic}/pause`);
  await write(topic, first + records, records);
  const storeBefore = await storeCpu();
  const before = await Promise.all(members.map(cpuOf));
  const begin = performance.now();
  await put(`${owner}/api/v1/ingest/${topic}/start`);
  await allRead(owner, topic, 2 * records);
  const millis = performance.now() - begin;
  const after = await Promise.all(members.map(cpuOf));
  const store = (await storeCpu()) - storeBefore;
  const shares = (await sharesNow()).map((share, i) => share - (sharesBefore[i] ?? 0));
  const isMoved = (await cluster()).order !== order;
  await fetch(`${owner}/api/v1/ingest/${topic}`, { method: 'DELETE' });
  // Some may have been read twice, where the group changed.
  const done = shares.reduce((sum, share) => sum + share, 0);
  const perRecord = (spent: number): string => ((spent * 1000) / done).toFixed(1);
  const used = members.map(({ url }, i) => {
    const whole = after[i]!.whole - before[i]!.whole;
    const main = after[i]!.main - before[i]!.main;
    return { isOwner: url === owner, whole, main };
  });
  const lenders = used.filter(({ isOwner }) => !isOwner);
  return [
    name,
    String(members.length),
    isShared ? 'all' : 'the owner',
    perRecord(used.reduce((sum, { whole }) => sum + whole, 0)),
    perRecord(used.find(({ isOwner }) => isOwner)!.main),
    lenders.length === 0 ? '' : lenders.map(({ main }) => perRecord(main)).join(', '),
    CASSANDRA_PID === 0 ? '' : perRecord(store),
    Math.round((done / millis) * 1000).toLocaleString('en'),
    shares.map(share => `${Math.round((share / done) * 100)} %`).join(', ') + (isMoved ? ' (MOVED)' : ''),
  ];
}

async function measure(count: number): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const members: Member[] = [];
  try {
    const graph = `bench${Date.now()}`;
    for (let i = 0; i < count; i++) members.push(await start(graph, folder, `member-${i}`, 1, LEASE));
    const owner = await spread(members);
    const rows: string[][] = [];
    for (const query of QUERIES)
      for (let number = 1; number <= ROUNDS; number++)
        for (const isShared of count === 1 ? [false] : [false, true])
          rows.push(await round({ members, owner, graph }, query, isShared, number));
    return rows;
  } finally {
    for (const member of members) member.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const rows: string[][] = [];
for (const count of MEMBERS) rows.push(...(await measure(count)));
printTable(
  [
    'a record makes',
    'processes',
    'read by',
    'µs CPU, all',
    "owner's main thread",
    "lenders' main threads",
    'Cassandra',
    'records/s',
    'read by each',
  ],
  rows,
);
