/** Importing an export restores the same graph. */
import { fc } from '@weir/platform/testing/properties';
import {
  IdValue,
  mapSet,
  NodeValue,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '@weir/model';
import { valueArbitrary } from '@weir/model/value-arbitrary';
import { ofTier } from '@weir/platform/testing';
import { openGraph } from '../coordinator/open-graph.js';
import type { OpenOptions } from '../coordinator/open-options.js';
import type { StreamingGraph } from '@weir/contract';

const opened: StreamingGraph[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(graph => graph.close()));
});

async function open(options: OpenOptions): Promise<StreamingGraph> {
  const graph = await openGraph(options);
  opened.push(graph);
  return graph;
}

async function exported(graph: StreamingGraph, atTime?: number): Promise<string> {
  let text = '';
  for await (const piece of graph.admin.transfer.exportLines(atTime === undefined ? {} : { atTime }))
    text += piece;
  return text;
}

async function* chunks(text: string, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function sorted(text: string): string[] {
  return text.split('\n').sort();
}

const properties = fc
  .array(
    fc.tuple(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constant('$float')),
      valueArbitrary(fc),
    ),
    {
      maxLength: 4,
    },
  )
  .map(entries => {
    const map: ValueMap = {};
    for (const [key, value] of entries) mapSet(map, key, value);
    return map;
  })
  .filter(map => Object.values(map).every(isStored));

/** Whether a property can hold the value; other values are converted to maps or rejected before they are stored. */
function isStored(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof NodeValue || value instanceof RelationshipValue || value instanceof PathValue)
    return false;
  if (Array.isArray(value)) return value.every(isStored);
  return (
    Object.getPrototypeOf(value) !== Object.prototype || Object.values(value as ValueMap).every(isStored)
  );
}

const label = fc.constantFrom('A', 'B', 'with space', '"quoted"', 'ümlaut', '');
const name = fc.integer({ min: 0, max: 12 });
const randomGraph = fc.record({
  nodes: fc.array(fc.record({ name, labels: fc.uniqueArray(label, { maxLength: 3 }), properties }), {
    maxLength: 12,
  }),
  edges: fc.array(fc.record({ from: name, label, to: name, properties }), { maxLength: 20 }),
});

/** Builds the graph with Cypher, a different path from the tested one. */
async function build(
  graph: StreamingGraph,
  { nodes, edges }: { nodes: readonly Value[]; edges: readonly Value[] },
) {
  const node = `
    MATCH (n) WHERE id(n) = idFrom('n', $that.name)
    SET n = $that.properties WITH n CALL create.setLabels(n, $that.labels) RETURN n`;
  const edge = `
    MATCH (a), (b) WHERE id(a) = idFrom('n', $that.from) AND id(b) = idFrom('n', $that.to)
    CALL create.relationship(a, $that.label, $that.properties, b) YIELD rel RETURN rel`;
  for (const [query, values] of [
    [node, nodes],
    [edge, edges],
  ] as const) {
    const lane = await graph.openLane({ name: 'build', query, parameter: 'that' });
    for (const { error } of await lane.runValues(values)) if (error !== undefined) throw error;
  }
}

test('random graphs, values of every type, from one layout to another', async () => {
  const layouts: readonly OpenOptions[] = [
    { shards: 1, workers: 0 },
    { shards: 4, workers: 0 },
  ];
  await fc.assert(
    fc.asyncProperty(randomGraph, fc.integer({ min: 1, max: 500 }), async (content, size) => {
      const [from, to] = await Promise.all(layouts.map(open));
      await build(from!, content);
      const text = await exported(from!);
      const { nodes, edges } = await to!.admin.transfer.importLines(chunks(text, size));
      expect(`{"end":{"nodes":${nodes},"edges":${edges}}}`).toBe(text.trimEnd().split('\n').at(-1));
      expect(sorted(await exported(to!))).toEqual(sorted(text));
      await to!.admin.transfer.importLines(chunks(text, size));
      expect(sorted(await exported(to!))).toEqual(sorted(text));
      await Promise.all(opened.splice(0).map(graph => graph.close()));
    }),
    { numRuns: ofTier({ fast: 15, nightly: 40 }) },
  );
});

test('between threads, many nodes and one with very many edges', async () => {
  const count = ofTier({ fast: 5_000, nightly: 20_000 });
  const from = await open({ shards: 4, workers: ofTier({ fast: 1, nightly: 2 }) });
  const numbers = `UNWIND range(1, ${count}) AS i MATCH (a), (hub) WHERE id(a) = idFrom(i) AND id(hub) = idFrom(0)`;
  await (await from.query(`${numbers} SET a.i = i CREATE (a)-[:to]->(hub)`)).rows();
  const text = await exported(from);
  const to = await open({ shards: 3, workers: 1 });
  expect(await to.admin.transfer.importLines(chunks(text, 100_000))).toEqual({
    nodes: count + 1,
    edges: count,
  });
  expect(sorted(await exported(to))).toEqual(sorted(text));
});

test('exports an empty node, even if it had content before, but not a deleted one', async () => {
  const from = await open({ shards: 2, workers: 0 });
  for (const query of [
    'CREATE ()',
    'MATCH (n) WHERE id(n) = idFrom(1) SET n.x = 1',
    'MATCH (n) WHERE id(n) = idFrom(1) SET n.x = null',
    'MATCH (n) WHERE id(n) = idFrom(2) SET n.x = 1',
    'MATCH (n) WHERE id(n) = idFrom(2) DELETE n',
  ]) {
    await (await from.query(query)).rows();
  }
  const to = await open({ shards: 1, workers: 0 });
  expect(await to.admin.transfer.importLines(chunks(await exported(from)))).toEqual({ nodes: 2, edges: 0 });
  expect(await (await to.query('MATCH (n) RETURN count(n)')).rows()).toEqual([[2]]);
});

test('an import updates standing queries', async () => {
  const graph = await open({ shards: 2, workers: 0 });
  const handle = await graph.registerStanding({
    name: 'known',
    query: 'MATCH (a)-[:knows]->(b) WHERE exists(b.name) RETURN DISTINCT id(a) AS id',
    mode: 'DistinctId',
    includeCancellations: true,
    inputBufferSize: 10,
  });
  const results: unknown[] = [];
  handle.subscribe(async some => void results.push(...some.map(({ data }) => data['id'])));
  await graph.admin.transfer.importLines(
    chunks('{"node":"#0A","properties":{"name":"Ann"}}\n{"edge":"knows","from":"#0B","to":"#0A"}'),
  );
  await graph.idle();
  expect(results).toEqual([new IdValue('\x0b' as never)]);
});

test.each([
  ['cut off', (text: string) => text.slice(0, text.indexOf('{"end"')), 'request.invalid'],
  ['without a line', (text: string) => text.replace(/\{"node".*\n/, ''), 'request.invalid'],
  ['of a later version', (text: string) => text.replace('{"export":1}', '{"export":2}'), 'request.invalid'],
  ['with a broken line', (text: string) => text.replace('{"node"', '{"node'), 'request.invalid'],
  ['with an unknown key', (text: string) => text.replace('"labels"', '"tags"'), 'request.invalid'],
])('rejects an export %s', async (_, change, code) => {
  const from = await open({ shards: 2, workers: 0 });
  await (await from.query('CREATE (:A {x: 1})-[:to]->(:B)')).rows();
  const to = await open({ shards: 2, workers: 0 });
  await expect(to.admin.transfer.importLines(chunks(change(await exported(from))))).rejects.toMatchObject({
    code,
  });
});

test('reports the number of a bad line', async () => {
  const graph = await open({ shards: 2, workers: 0 });
  const line = '{"node":"#0A"}\n';
  await expect(
    graph.admin.transfer.importLines(chunks(line.repeat(30_000) + '{"node":5}\n' + line)),
  ).rejects.toMatchObject({
    message: expect.stringContaining('Line 30001 ') as string,
  });
});
