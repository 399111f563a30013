/** The report of metrics: its form, what it counts, and that its page in the docs names all of it. */
import { readFileSync } from 'node:fs';
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

/** The names of docs/reference/metrics.md; words in capitals stand for something. */
function documentedMetrics(): readonly RegExp[] {
  const page = readFileSync(projectFile('docs/reference/metrics.md'), 'utf8');
  const rows = page.split('\n').filter(line => /^\| `/.test(line));
  const names = rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  return names
    .filter(name => !name.startsWith('weir.gateway.'))
    .map(
      name =>
        new RegExp(
          `^${name
            .replaceAll('.', '\\.')
            .replace(/\b(?:QUERY|OUTPUT)\b/g, '[^.]+')
            .replace(/-N\b|MILLIS/g, '.*\\d+')}$`,
        ),
    );
}

test('metrics count what happens, in a stable form', async () => {
  await api.createStanding('watched', 'MATCH (n:Watched) RETURN DISTINCT id(n)', {
    outputs: { gone: { type: 'Drop' } },
  });
  await api.cypher('UNWIND range(1, 5) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n:Watched');
  await api.matchesReach('watched', 5);
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
  expect(metrics.get('memory.total.used')).toBeGreaterThan(1e7);
  expect(metrics.get('shared.valve.ingest')).toBe(0);
  // The page lists what there is, and nothing else.
  const documented = documentedMetrics();
  for (const name of metrics.keys()) expect(documented.filter(each => each.test(name))).toHaveLength(1);
  for (const each of documented) {
    // There is one when a client was too slow.
    if (!/results-(streams|sockets)/.test(each.source))
      expect([...metrics.keys()].filter(name => each.test(name))).not.toEqual([]);
  }
});
