/** The metrics report: its form, its counts, and that its docs page lists all of its metrics and Quine's. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { V1Client } from '../support/v1-client.js';

let gateway: GatewayProcess;
let api: V1Client;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--shards', '2', '--workers', '1');
  api = new V1Client(gateway);
});
afterAll(() => gateway.stop());

const PAGE = readFileSync(projectFile('docs/reference/metrics.md'), 'utf8');
const MISSING = '## Metrics of Quine that Weir does not have';

/** The names in docs/reference/metrics.md; words in capitals are placeholders. */
function documentedMetrics(): readonly RegExp[] {
  const rows = PAGE.slice(0, PAGE.indexOf(MISSING))
    .split('\n')
    .filter(line => /^\| `/.test(line));
  const names = rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  return names.map(
    name =>
      new RegExp(
        `^${name
          .replaceAll('.', '\\.')
          .replace(/\b(?:QUERY|OUTPUT|STREAM|BUCKET|SPACE|KIND)\b/g, '[^.]+')
          .replace(/-N\b|MILLIS/g, '.*\\d+')}$`,
      ),
  );
}

test('counts events in a stable form', async () => {
  await api.createStanding('watched', 'MATCH (n:Watched) RETURN DISTINCT id(n)', {
    outputs: { gone: { type: 'Drop' } },
  });
  await api.cypher('UNWIND range(1, 5) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n:Watched');
  await api.matchesReach('watched', 5);
  await api.createIngest('numbers', {
    type: 'NumberIteratorIngest',
    format: { type: 'CypherLine', query: 'MATCH (n) WHERE id(n) = idFrom(toInteger($that)) SET n.x = 1' },
    startAtOffset: 1,
    ingestLimit: 4,
  });
  await api.ingestIs('numbers', 'Completed');
  const report = await api.call<Record<string, unknown>>('GET', '/admin/metrics', 200);
  expect(Object.keys(report)).toEqual(['atTime', 'counters', 'timers', 'gauges']);
  for (const kind of ['counters', 'timers', 'gauges']) {
    const names = (report[kind] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  }
  const metrics = await api.metrics();
  expect(metrics.get('weir.standing-queries.results.watched')).toBe(5);
  expect(
    metrics.get('weir.shard.shard-0.awake-nodes')! + metrics.get('weir.shard.shard-1.awake-nodes')!,
  ).toBe(5);
  for (const shard of [0, 1]) expect(metrics.get(`weir.shard.shard-${shard}.asleep-nodes`)).toBe(0);
  for (const shard of [0, 1]) {
    const prefix = `quine.shard.shard-${shard}.sleep-counters`;
    const [woken, ...gone] = ['woken', 'slept-success', 'slept-failure', 'removed'].map(name =>
      metrics.get(`${prefix}.${name}`)!,
    );
    const awake = woken! - gone.reduce((sum, count) => sum + count, 0);
    expect(awake).toBe(metrics.get(`weir.shard.shard-${shard}.awake-nodes`));
  }
  expect(metrics.get('quine.node.property-counts.1-7')).toBe(4);
  expect(metrics.get('quine.node.edge-counts.1-7')).toBe(0);
  expect(metrics.get('node.mailbox-sizes.1-7')).toBe(0);
  for (const timer of ['quine.ingest.numbers.query', 'persistor.persist-event'])
    expect(metrics.get(timer)).toBeGreaterThan(0);
  expect(metrics.get('quine.standing-queries.queue-time.watched')).toBeGreaterThanOrEqual(0);
  expect(metrics.get('memory.total.used')).toBeGreaterThan(1e7);
  expect(metrics.get('shared.valve.ingest')).toBe(0);
  const prometheus = await (await gateway.fetch('/metrics')).text();
  expect(prometheus).toMatch(/^weir_ingest_chunks_total\{stream="numbers"\} [1-9]/m);
  expect(prometheus).toMatch(/^weir_shard_written_seconds_total\{shard="0"\} \d/m);
  // The page lists exactly the existing metrics.
  const documented = documentedMetrics();
  for (const name of metrics.keys()) expect(documented.filter(each => each.test(name))).toHaveLength(1);
  for (const each of documented) {
    // Exists only when a client was too slow.
    if (!/results-(streams|sockets)/.test(each.source))
      expect([...metrics.keys()].filter(name => each.test(name))).not.toEqual([]);
  }
});

/** Replaces parts that depend on the machine or the graph. */
function generalized(name: string): string {
  return name
    .replace(/shard-\d+/, 'shard-N')
    .replace(/^quine\.ingest\.[^.]+/, 'quine.ingest.STREAM')
    .replace(/^quine\.standing-queries\.(dropped|queue-time)\..*/, 'quine.standing-queries.$1.QUERY')
    .replace(/^memory\.pools\.[^.]+/, 'memory.pools.POOL')
    .replace(/^gc\.[^.]+/, 'gc.COLLECTOR');
}

/** Names in a recorded report, in addition to the names on the pages. */
function recordedNames(folder: string): ReadonlySet<string> {
  const lines = ['v1.jsonl', 'v2.jsonl'].flatMap(file =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(line => line.includes('"label": "metrics"') || line.includes('"label":"metrics"')),
  );
  return new Set(
    lines.flatMap(line => {
      const report = JSON.parse((JSON.parse(line) as { body: string }).body) as Record<
        string,
        { name: string }[]
      >;
      return ['counters', 'timers', 'gauges'].flatMap(kind =>
        report[kind]!.map(({ name }) => generalized(name)),
      );
    }),
  );
}

const captures = process.env['WEIR_TEST_CAPTURES'];
const describeCaptures = captures === undefined || !existsSync(captures) ? describe.skip : describe;

describeCaptures('names of recorded reports (skipped without WEIR_TEST_CAPTURES)', () => {
  test('exist here, or the page explains why not', async () => {
    const recorded = recordedNames(captures!);
    expect(recorded.size).toBeGreaterThan(40);
    const here = new Set([...(await api.metrics()).keys()].map(generalized));
    const names = PAGE.slice(PAGE.indexOf(MISSING)).matchAll(/^\| (`[^|]*)\|/gm);
    const explained = [...names].map(([, cell]) => cell!).join();
    const isExplained = (name: string): boolean => explained.includes(`\`${name}\``);
    expect([...recorded].filter(name => !here.has(name) && !isExplained(name))).toEqual([]);
    expect([...here].filter(isExplained).filter(name => !/^(?:gc|memory\.pools)\./.test(name))).toEqual([]);
  });
});
