/**
 * What it costs that shards lie on two gateways: CPU of each process per record, its main thread's part, which carries the
 * frames, and records per second, with the graph in Cassandra. WEIR_BENCH_CASSANDRA and WEIR_BENCH_NATS say where these are.
 * On one machine two processes share its cores: only the CPU tells.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { postTo } from './gateway.js';
import { setting } from './settings.js';
import { printTable } from './table.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 10_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);
const LAYOUTS = [
  { members: 1, workers: 1 },
  { members: 1, workers: 2 },
  { members: 2, workers: 1 },
  { members: 3, workers: 1 },
];
const POLL_MILLIS = 100;
/** Of a kernel's tick. */
const TICK_MILLIS = 10;
const QUERY = `MATCH (a), (b) WHERE id(a) = idFrom('a', toInteger($that)) AND id(b) = idFrom('b', toInteger($that) % 5000)
  SET a.on = true, a.n = toInteger($that) CREATE (a)-[:to]->(b)`;

interface Member {
  readonly url: string;
  readonly process: ChildProcess;
}

interface Cluster {
  readonly owner: string;
  readonly members: readonly { readonly address: string; readonly shards: readonly number[] }[];
  readonly moves: readonly { readonly millis: number | null }[];
}

interface Cpu {
  readonly whole: number;
  readonly main: number;
}

function place(variable: string): string {
  const found = process.env[variable];
  if (found === undefined) throw new Error(`${variable} does not say where it is`);
  return found;
}

async function start(graph: string, folder: string, name: string, workers: number): Promise<Member> {
  const settings = {
    'store.endpoints': place('WEIR_BENCH_CASSANDRA'),
    'store.graph': graph,
    'store.filepath': join(folder, name),
    'store.buckets-per-shard': 8,
    'cluster.directory': place('WEIR_BENCH_NATS'),
    'cluster.name': graph,
    'cluster.member': name,
    'cluster.lend-workers': workers,
  };
  const program = fileURLToPath(new URL('../../apps/gateway/bin/weir.mjs', import.meta.url));
  const fixed = ['--port', '0', '--store', 'cassandra', '--shards', '4', '--workers', String(workers)];
  const properties = Object.entries(settings).map(([key, value]) => `-Dweir.${key}=${value}`);
  const child = spawn(process.execPath, [program, ...fixed, ...properties], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const available = /web server available at (http\S+)/.exec(line);
    if (available === null) continue;
    child.stderr.resume();
    return { url: available[1]!, process: child };
  }
  throw new Error('a gateway ended before it was ready');
}

async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
  }
}

async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as T;
}

/** @returns the address of the owner, when all members have shards. */
function spread(members: readonly Member[]): Promise<string> {
  return until(async () => {
    const cluster = await get<Cluster>(`${members[0]!.url}/api/v2/system/cluster`);
    const holders = cluster.members.filter(({ shards }) => shards.length > 0);
    const isAtRest = cluster.moves.every(({ millis }) => millis !== null);
    if (holders.length < members.length || !isAtRest) return undefined;
    return cluster.members.find(member => (member as { isOwner?: boolean }).isOwner)!.address;
  });
}

async function cpuOf({ process: { pid } }: Member): Promise<Cpu> {
  const millis = async (file: string): Promise<number> => {
    const fields = (await readFile(file, 'utf8')).split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS;
  };
  return { whole: await millis(`/proc/${pid}/stat`), main: await millis(`/proc/${pid}/task/${pid}/stat`) };
}

async function ingest(url: string, name: string, from: number, count: number): Promise<number> {
  const begin = performance.now();
  await postTo(`${url}/api/v1/ingest/${name}`, {
    type: 'NumberIteratorIngest',
    startAtOffset: from,
    ingestLimit: count,
    format: { type: 'CypherLine', query: QUERY },
  });
  await until(async () => {
    const { status } = await get<{ status: string }>(`${url}/api/v1/ingest/${name}`);
    return status === 'Completed' ? true : undefined;
  });
  return performance.now() - begin;
}

async function measure({ members: count, workers }: (typeof LAYOUTS)[number]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const members: Member[] = [];
  try {
    const graph = `bench${Date.now()}`;
    for (let i = 0; i < count; i++) members.push(await start(graph, folder, `member-${i}`, workers));
    const owner = await spread(members);
    await ingest(owner, 'warm', 0, RECORDS);
    const rows: string[][] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const before = await Promise.all(members.map(cpuOf));
      const millis = await ingest(owner, `round-${round}`, RECORDS * round, RECORDS);
      const after = await Promise.all(members.map(cpuOf));
      const perRecord = (spent: number): string => ((spent * 1000) / RECORDS).toFixed(0);
      const used = members.map(({ url }, i) => {
        const whole = after[i]!.whole - before[i]!.whole;
        const main = perRecord(after[i]!.main - before[i]!.main);
        return { whole, text: `${url === owner ? 'owner' : 'lender'} ${perRecord(whole)} (${main})` };
      });
      rows.push([
        `${count} × ${workers}`,
        Math.round((RECORDS / millis) * 1000).toLocaleString('en'),
        perRecord(used.reduce((sum, { whole }) => sum + whole, 0)),
        used.map(({ text }) => text).join(', '),
      ]);
    }
    const found = (await postTo(`${owner}/api/v1/query/cypher`, {
      text: 'MATCH (a)-[:to]->(b) RETURN count(*)',
    })) as { results: unknown[][] };
    const edges = found.results[0]![0];
    if (edges !== RECORDS * (ROUNDS + 1)) process.stdout.write(`WRONG: ${String(edges)} edges\n`);
    return rows;
  } finally {
    for (const member of members) member.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const rows: string[][] = [];
for (const layout of LAYOUTS) rows.push(...(await measure(layout)));
printTable(['processes × workers', 'records/s', 'µs CPU per record', 'of which (main thread)'], rows);
