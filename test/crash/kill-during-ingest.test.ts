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
  for (const [name, pattern] of Object.entries(workload.patterns)) await register(name, pattern);
}

function register(name: string, pattern: string): Promise<void> {
  const file = { type: 'WriteToFile', path: `${name}.jsonl` };
  return api.createStanding(name, queryOf(pattern), { outputs: { file } });
}

async function resultsOf(name: string): Promise<Result[]> {
  const text = await readFile(join(folder, `${name}.jsonl`), 'utf8');
  return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as Result]));
}

function differs(
  name: string,
  found: readonly string[] | string,
  expected: readonly string[],
): string | undefined {
  if (typeof found === 'string') return `${name}: ${found}`;
  const missing = expected.filter(id => !found.includes(id));
  const tooMany = found.filter(id => !expected.includes(id));
  if (missing.length + tooMany.length === 0) return undefined;
  return `${name}: of ${expected.length} missing ${missing.join(' ')}; too many ${tooMany.join(' ')}`;
}

/** Waits until the results of a query amount to what it finds when it is run once. */
async function amountsTo(name: string, expected: readonly string[]): Promise<void> {
  let wrong: string | undefined;
  const roots = async (): Promise<readonly string[] | string> => standingRoots(await resultsOf(name));
  await until(
    async () => (wrong = differs(name, await roots(), expected)),
    difference => difference === undefined,
    10_000,
  ).catch(() => {
    throw new Error(wrong);
  });
}

/**
 * Everything there is in the graph, once it is sure that the standing queries know exactly the matches there are:
 * a new query over the same pattern finds them, and the old one, when all of them end, cancels them.
 */
async function judged(workload: Workload): Promise<GraphDump> {
  const matches = new Map<string, readonly string[]>();
  for (const [name, pattern] of Object.entries(workload.patterns)) {
    const expected = (await api.cypher(queryOf(pattern))).flat().sort() as string[];
    expect(expected.length).toBeGreaterThan(10);
    matches.set(name, expected);
    await register(`late-${name}`, pattern);
  }
  await api.propagate();
  for (const [name, expected] of matches) await amountsTo(`late-${name}`, expected);
  const dump = await dumpGraph(query => api.cypher(query));

  const before = new Map<string, number>();
  for (const name of matches.keys()) before.set(name, (await resultsOf(name)).length);
  await api.cypher('MATCH (a:Process) REMOVE a:Process');
  for (const [name, expected] of matches) {
    const cancelled = async (): Promise<Result[]> => (await resultsOf(name)).slice(before.get(name));
    const ends = await until(cancelled, results => results.length >= expected.length);
    expect(ends.every(({ meta }) => !meta.isPositiveMatch)).toBe(true);
    expect(differs(name, ends.map(({ data }) => data['id'] as string).sort(), expected)).toBeUndefined();
    expect(ends).toHaveLength(expected.length);
  }
  return dump;
}

const undisturbed = new Map<Workload, Promise<GraphDump>>();

async function runUndisturbed(workload: Workload): Promise<GraphDump> {
  await start('--store', 'memory');
  await registerAll(workload);
  await api.createIngest('records', definitionOf(workload));
  await api.ingestIs('records', 'Completed');
  const dump = await judged(workload);
  await gateway.kill();
  for (const name of Object.keys(workload.patterns)) {
    await rm(join(folder, `${name}.jsonl`));
    await rm(join(folder, `late-${name}.jsonl`));
  }
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
