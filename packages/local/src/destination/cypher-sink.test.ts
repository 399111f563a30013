import { IdValue, NodeValue, RelationshipValue, type NodeId, type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { ValueOutcome } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import { testContext, type TestContext } from '@weir/formats/testing';
import { until } from '@weir/platform/testing';
import { z } from 'zod';
import { queryFields } from '../definition/graph-destination.js';
import { graphSink } from './graph-sink.js';
import type { ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';

const WITH_METADATA: OutputStructure = { type: 'WithMetadata' };
let context: TestContext;

beforeEach(async () => {
  context = await testContext();
});

interface Chained extends Record<string, unknown> {
  structure?: OutputStructure;
  andThen?: object;
}

async function open({ structure = WITH_METADATA, andThen, ...fields }: Chained = {}): Promise<ResultSink> {
  const parse = (query: object) => z.object(queryFields).parse(query);
  const next = andThen && graphSink(parse(andThen), WITH_METADATA, context, undefined);
  const sink = graphSink(parse({ query: 'CREATE ($that)', ...fields }), structure, context, next);
  await sink.open();
  return sink;
}

const ID = 'abcdefghijklmnop' as NodeId;
const RESULT = { ...numberedResult(1), data: { id: new IdValue(ID) } };

test.each<[definition: { structure?: OutputStructure }, value: Value]>([
  [{}, { meta: { resultId: RESULT.resultId, isPositiveMatch: true }, data: RESULT.data }],
  [{ structure: { type: 'Bare' } }, RESULT.data],
])('%j decides what the query receives; ids stay ids', async (definition, value) => {
  await (await open(definition)).deliver([RESULT]);
  expect(context.fake.ranOver).toEqual([value]);
});

test('opens a lane that results never block, with its parameter and parallelism', async () => {
  const sink = await open({ parameter: 'r', parallelism: 2 });
  expect(context.fake.lanes).toEqual([
    { name: 'watch/out', query: 'CREATE ($that)', parameter: 'r', parallelism: 2, heldByResults: false },
  ]);
  await sink.deliver([1, 2, 3, 4, 5].map(n => numberedResult(n)));
  expect(context.fake.mostAtOnce).toBe(2);
});

test('passes rows on with the meta of their result; nodes and relationships as maps', async () => {
  context.fake.columns = ['x', 'node', 'edge'];
  const node = new NodeValue(ID, ['A'], { p: 1 });
  const edge = new RelationshipValue(ID, 'R', ID, {});
  context.fake.run = () => ({
    rows: [
      [1, node, edge],
      ['two', null, [node]],
    ],
  });
  await (await open({ andThen: { type: 'CypherQuery', query: 'MATCH (n) RETURN n' } })).deliver([RESULT]);
  const meta = { resultId: RESULT.resultId, isPositiveMatch: true };
  const nodeMap = { p: 1, _id: new IdValue(ID), _labels: ['A'] };
  const edgeMap = { _start: new IdValue(ID), _end: new IdValue(ID), _label: 'R' };
  expect(context.fake.ranOver.slice(1)).toEqual([
    { meta, data: { x: 1, node: nodeMap, edge: edgeMap } },
    { meta, data: { x: 'two', node: null, edge: [nodeMap] } },
  ]);
});

test('warns once about rows that have no next sink', async () => {
  context.fake.run = () => ({ rows: [[1]] });
  const sink = await open();
  await sink.deliver([RESULT]);
  await sink.deliver([RESULT]);
  expect(context.environment.logged.map(({ level }) => level)).toEqual(['warn']);
});

test('rejects a query that may scan all nodes, unless it is allowed', async () => {
  context.fake.canContainAllNodeScan = true;
  await expect(open()).rejects.toMatchObject({
    code: 'output.invalid',
    message:
      'Cypher query may contain full node scan; re-write without possible full node scan, or pass ' +
      'allowAllNodeScan true. The provided query was: CREATE ($that)',
  });
  await open({ allowAllNodeScan: true });
});

test('rejects a query that does not compile, also in a chain', async () => {
  const wrong = { type: 'CypherQuery', query: 'SYNTAX' };
  await expect(open(wrong)).rejects.toMatchObject({ code: 'cypher.syntax' });
  await expect(open({ andThen: wrong })).rejects.toMatchObject({ code: 'cypher.syntax' });
});

describe('failures', () => {
  const failing = (error: WeirError, times: number): ((value: Value) => ValueOutcome) => {
    let left = times;
    return () => (left-- > 0 ? { rows: [], error } : { rows: [] });
  };

  test('retries a transient failure until it succeeds', async () => {
    context.fake.run = failing(new WeirError('store.failed', 'busy'), 3);
    const delivery = (await open()).deliver([RESULT, RESULT]);
    for (const pause of [100, 200]) {
      await until(() => context.environment.timersWaiting === 1);
      context.environment.advance(pause);
    }
    expect(await delivery).toEqual({ delivered: 2, failed: 0, dropped: 0 });
    expect(context.fake.ranOver).toHaveLength(5);
  });

  test.each([
    ['one that stays', {}, 'cypher.type-mismatch'],
    ['any, without shouldRetry', { shouldRetry: false }, 'store.failed'],
  ] as const)('reports %s and continues with the next result', async (_, definition, code) => {
    context.fake.run = failing(new WeirError(code, 'no good'), 1);
    const sink = await open(definition);
    const { failures, ...report } = await sink.deliver([RESULT, { ...RESULT }]);
    expect(report).toEqual({ delivered: 1, failed: 1, dropped: 0 });
    expect(failures![0]!.reason).toContain(`${code}: no good`);
    expect(await sink.deliver([RESULT])).toEqual({ delivered: 1, failed: 0, dropped: 0 });
  });
});
