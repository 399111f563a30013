/**
 * What it costs that shards lie on two gateways: CPU of each process per record, its main thread's part, which carries the
 * frames, and records per second, with the graph in Cassandra. WEIR_BENCH_CASSANDRA and WEIR_BENCH_NATS say where these are.
 * On one machine two processes share its cores: only the CPU tells.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postTo } from './gateway.js';
import { cpuOf, get, type Member, spread, start, until } from './members.js';
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
const QUERY = `MATCH (a), (b) WHERE id(a) = idFrom('a', toInteger($that)) AND id(b) = idFrom('b', toInteger($that) % 5000)
  SET a.on = true, a.n = toInteger($that) CREATE (a)-[:to]->(b)`;

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
