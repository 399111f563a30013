/** Runs over several argument rows together, as an ingest stream does. */
import { IdValue, idFrom, literalText } from '@weir/model';
import { Cancellation } from '@weir/platform';
import type { NodeId, Value, ValueMap } from '@weir/model';
import type { ExpandRequest, GraphReads, GraphSession } from '../graph-access.js';
import type { ExpandedEdge, NodeView } from '../node-view.js';
import { MapGraph, runQuery, testEnvironment } from '../testing/index.js';
import { compileQuery } from './compile-query.js';

const INGEST = `MATCH (n), (p) WHERE id(n) = idFrom('process', $that.pid) AND id(p) = idFrom('process', $that.parent)
  SET n = $that, n:Process CREATE (n)-[:parent]->(p)`;

function records(...values: ValueMap[]): Value[][] {
  return values.map(value => [value]);
}

/** Records the requests of a query to the graph. */
class Recorder implements GraphSession {
  readonly atTime = undefined;
  readonly calls: string[] = [];
  private note(call: string, ...ids: NodeId[]): void {
    this.calls.push([call, ...ids.map(id => this.nameOf(id))].join(' '));
  }
  private nameOf(id: NodeId): string {
    for (let pid = 0; pid < 9; pid++) if (idFrom(['process', pid]) === id) return `p${pid}`;
    return literalText(new IdValue(id));
  }
  readonly effects = {
    beginRow: (): void => undefined,
    createNode: (id: NodeId): void => this.note('createNode', id),
    setProperty: (id: NodeId): void => this.note('setProperty', id),
    mergeProperties: (id: NodeId): void => this.note('mergeProperties', id),
    replaceProperties: (id: NodeId): void => this.note('replaceProperties', id),
    addLabels: (id: NodeId): void => this.note('addLabels', id),
    removeLabels: (id: NodeId): void => this.note('removeLabels', id),
    createEdge: (start: NodeId, _label: string, end: NodeId): void => this.note('createEdge', start, end),
    deleteEdge: (): void => this.note('deleteEdge'),
    setEdgeProperty: (): void => this.note('setEdgeProperty'),
    deleteNode: (): void => this.note('deleteNode'),
  };
  readonly reads = {
    readNodes: (ids: readonly NodeId[]): readonly NodeView[] => {
      this.note('readNodes', ...ids);
      return ids.map(id => ({ id, exists: true, labels: [], properties: {}, edgeCount: 0 }));
    },
    expand: (request: ExpandRequest): readonly [][] => {
      this.note('expand', ...request.nodes);
      return request.nodes.map(() => []);
    },
    scan: (): AsyncIterable<readonly NodeView[]> => this.emptyScan(),
    recentNodes: (): readonly NodeId[] => [],
    catalog: (): never => this.unexpected(),
  };
  readonly nodes = {
    operate: (): readonly Value[] => [],
    inspect: (): never => this.unexpected(),
    sleep: (): never => this.unexpected(),
    purge: (): never => this.unexpected(),
  };
  private async *emptyScan(): AsyncIterable<readonly NodeView[]> {
    this.note('scan');
  }
  private unexpected(): never {
    throw new Error('nobody asked for that');
  }
  flush = (): void => undefined;
  settled = (): void => undefined;
}

test('the usual ingest query only has effects, record by record, without a promise', () => {
  const graph = new Recorder();
  const query = compileQuery(INGEST, { rowParameters: ['that'] });
  const rows = records({ pid: 1, parent: 2 }, { pid: null, parent: 2 }, { pid: 3, parent: 1 });
  const stream = query.run({ graph, environment: testEnvironment(), parameters: {} }, rows);
  expect(stream.next()).toBeUndefined();
  const record = (n: string, p: string): string[] => [
    `replaceProperties ${n}`,
    `addLabels ${n}`,
    `createEdge ${n} ${p}`,
  ];
  expect(graph.calls).toEqual([...record('p1', 'p2'), ...record('p3', 'p1')]);
  expect([query.isReadOnly, query.isIdempotent, query.canContainAllNodeScan]).toEqual([false, true, false]);
});

test('rows of one batch about the same node lose no update', async () => {
  const graph = new MapGraph();
  const rows = records({ k: 'a', v: 1 }, { k: 'b', v: 2 }, { k: 'a', v: 3 }, { k: 'a', v: 4 });
  const query = 'MATCH (n) WHERE id(n) = idFrom($that.k) SET n.sum = coalesce(n.sum, 0) + $that.v';
  await runQuery(graph, query, { rowParameters: ['that'], argumentRows: rows });
  const { rows: sums } = await runQuery(graph, 'MATCH (n) RETURN n.sum ORDER BY n.sum');
  expect(sums).toEqual([[2], [8]]);
});

test('each argument row has its own aggregates, limits and order', async () => {
  const rows = records({ l: [3, 1, 2] }, { l: [] }, { l: [5] });
  const run = (query: string) =>
    runQuery(new MapGraph(), query, { rowParameters: ['that'], argumentRows: rows });
  expect((await run('UNWIND $that.l AS x RETURN count(x) AS c')).rows).toEqual([[3], [1], [0]]);
  expect((await run('UNWIND $that.l AS x RETURN x ORDER BY x LIMIT 1')).rows).toEqual([[1], [5]]);
});

test('one read serves a whole batch', async () => {
  const graph = new Recorder();
  const query = compileQuery("MATCH (n) WHERE id(n) = idFrom('process', $that.pid) RETURN n.x, labels(n)", {
    rowParameters: ['that'],
  });
  const stream = query.run(
    { graph, environment: testEnvironment(), parameters: {} },
    records({ pid: 1 }, { pid: 2 }, { pid: 1 }),
  );
  expect(await stream.next()).toHaveLength(3);
  expect(graph.calls).toEqual(['readNodes p1 p2']);
});

describe('a run reports the bytes that it created, including rows that have left', () => {
  const LIST = '[i IN range(1, 100) | "number " + i]';
  test.each([
    ['written', `CREATE ({list: ${LIST}})`],
    ['written to what was found', `MATCH (n) WHERE id(n) = idFrom('a', $that.n) SET n.list = ${LIST}`],
    ['written to the same node', `MATCH (n) WHERE id(n) = idFrom('a') SET n.list = ${LIST}`],
    ['told', `RETURN ${LIST} AS list`],
    ['sorted', `WITH ${LIST} AS list ORDER BY $that.n CREATE ({list: list})`],
    ['collected', `UNWIND ${LIST} AS text WITH $that.n AS n, collect(text) AS list CREATE ({list: list})`],
  ])('%s', async (_name, text) => {
    const made = async (count: number): Promise<number> => {
      const rows = Array.from({ length: count }, (_, n) => [{ n }]);
      const context = { graph: new MapGraph().session(), environment: testEnvironment(), parameters: {} };
      const stream = compileQuery(text, { rowParameters: ['that'] }).run(context, rows);
      while ((await stream.next()) !== undefined);
      return stream.bytesMade!;
    };
    const one = await made(1);
    expect(one).toBeGreaterThan(1_500);
    expect(one).toBeLessThan(20_000);
    const many = await made(3_000);
    expect(many / one).toBeGreaterThan(1_500);
    expect(many / one).toBeLessThan(6_000);
  });
});

test('a run stops when it is canceled', () => {
  const cancellation = new Cancellation();
  const query = compileQuery('UNWIND range(1, 100000) AS x RETURN x');
  const context = {
    graph: new Recorder(),
    environment: testEnvironment(),
    parameters: {},
    cancellation,
  };
  const stream = query.run(context);
  expect(stream.next()).toBeDefined();
  cancellation.cancel(new Error('enough'));
  expect(() => stream.next()).toThrow('enough');
});

test('LIMIT stops reading a node with very many edges', async () => {
  const graph = new MapGraph();
  await runQuery(
    graph,
    'MATCH (h) WHERE id(h) = idFrom("hub") UNWIND range(1, 5000) AS i CREATE (h)-[:E]->()',
  );
  const session = graph.session();
  let read = 0;
  const expand = async (request: ExpandRequest): Promise<readonly (readonly ExpandedEdge[])[]> => {
    const lists = await session.reads.expand(request);
    for (const list of lists) read += list.length;
    return lists;
  };
  const reads: GraphReads = Object.assign(Object.create(session.reads) as GraphReads, { expand });
  const counting: GraphSession = Object.assign(Object.create(session) as GraphSession, { reads });
  const query = compileQuery(
    'MATCH (h) WHERE id(h) = idFrom("hub") MATCH (h)-->(x) RETURN strId(x) LIMIT 10',
  );
  const stream = query.run({ graph: counting, environment: testEnvironment(), parameters: {} });
  expect(await stream.next()).toHaveLength(10);
  expect(await stream.next()).toBeUndefined();
  expect(read).toBeLessThan(100);
});
