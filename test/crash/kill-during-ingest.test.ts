/**
 * Law 4 and law 1 with real processes: the gateway is killed while it ingests a file, started again on the same
 * data, and given the file again. The graph must be that of an undisturbed run, and what the outputs wrote, before
 * and after, must name exactly the matches there are.
 *
 * Other runs: WEIR_CRASH_SEED (printed), WEIR_CRASH_RUNS.
 */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/samples';
import { standingRoots } from '../support/accumulated-results.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { dumpGraph, type GraphDump } from '../support/graph-dump.js';
import { until } from '../support/until.js';
import { type Result, V1Client } from '../support/v1-client.js';
import { queryOf, type Workload, WORKLOADS } from './crash-workload.js';

const SEED = Number(process.env['WEIR_CRASH_SEED'] ?? Date.now() % 1_000_000);
const RUNS = Number(process.env['WEIR_CRASH_RUNS'] ?? 6);
const FILE = 'records.jsonl';

let folder: string;
let gateway: GatewayProcess;
let api: V1Client;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-crash-')));
});
afterEach(async () => {
  await gateway.kill();
  await rm(folder, { recursive: true, force: true });
});

async function start(...options: string[]): Promise<void> {
  gateway = await GatewayProcess.startIn(folder, ...options);
  api = new V1Client(gateway);
}

function definitionOf(workload: Workload): object {
  const { ingestQuery: query, parallelism } = workload;
  return { type: 'FileIngest', path: FILE, parallelism, format: { type: 'CypherJson', query } };
}

async function registerAll(workload: Workload): Promise<void> {
  for (const [name, pattern] of Object.entries(workload.patterns)) {
    await api.createStanding(name, queryOf(pattern), {
      outputs: { file: { type: 'WriteToFile', path: `${name}.jsonl` } },
    });
  }
}

async function resultsOf(name: string): Promise<Result[]> {
  const text = await readFile(join(folder, `${name}.jsonl`), 'utf8');
  return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as Result]));
}

/** Everything there is in the graph, once the outputs say exactly what the queries find. */
async function judged(workload: Workload): Promise<GraphDump> {
  for (const [name, pattern] of Object.entries(workload.patterns)) {
    const expected = (await api.cypher(queryOf(pattern))).flat().sort() as string[];
    expect(expected.length).toBeGreaterThan(10);
    const roots = (): Promise<readonly string[] | string> => resultsOf(name).then(standingRoots);
    const isRight = (found: readonly string[] | string): boolean => String(found) === String(expected);
    await until(roots, isRight, 5_000).catch(() => undefined);
    const found = await roots();
    if (typeof found === 'string') throw new Error(`${name}: ${found}`);
    const missing = expected.filter(id => !found.includes(id));
    const tooMany = found.filter(id => !expected.includes(id));
    expect({ name, missing, tooMany }).toEqual({ name, missing: [], tooMany: [] });
  }
  return dumpGraph(query => api.cypher(query));
}

const undisturbed = new Map<Workload, Promise<GraphDump>>();

async function runUndisturbed(workload: Workload): Promise<GraphDump> {
  await start('--store', 'memory');
  await registerAll(workload);
  await api.createIngest('records', definitionOf(workload));
  await api.ingestIs('records', 'Completed');
  const dump = await judged(workload);
  await gateway.kill();
  for (const name of Object.keys(workload.patterns)) await rm(join(folder, `${name}.jsonl`));
  return dump;
}

const cases = Array.from({ length: RUNS }, (_, run) => ({
  run,
  seed: SEED + run,
  workload: WORKLOADS[run % WORKLOADS.length]!,
}));

test.each(cases)('run $run, seed $seed: $workload.name', async ({ seed, workload }) => {
  process.stderr.write(`kill -9, WEIR_CRASH_SEED=${seed}: ${workload.name}\n`);
  const random = new SeededRandom(seed);
  const lines = workload.lines(SEED);
  await writeFile(join(folder, FILE), lines.join('\n') + '\n');
  if (!undisturbed.has(workload)) undisturbed.set(workload, runUndisturbed(workload));
  const expected = await undisturbed.get(workload)!;

  const layout = ['--data', 'data', '--workers', String(random.below(3))];
  await start(...layout);
  await registerAll(workload);
  await api.createIngest('records', definitionOf(workload));
  for (let crashes = 1 + random.below(2); crashes > 0; crashes--) {
    const point = random.below(lines.length);
    await until(
      () => api.ingest('records'),
      ({ status, stats }) => status === 'Completed' || stats.ingestedCount >= point,
    );
    await gateway.kill();
    await start(...layout);
    expect((await api.call<object[]>('GET', '/query/standing', 200)).length).toBe(
      Object.keys(workload.patterns).length,
    );
    if (random.oneIn(2)) {
      await api
        .call('PUT', '/ingest/records/start', 200)
        .catch(async () => api.ingestIs('records', 'Completed'));
    } else {
      await api.call('DELETE', '/ingest/records', 200);
      await api.createIngest('records', definitionOf(workload));
    }
  }
  await api.ingestIs('records', 'Completed');
  expect(await judged(workload)).toEqual(expected);
  expect(await gateway.stop()).toBe(0);
});
