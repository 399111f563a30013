import { literalText } from '@weir/model';
import { Cancellation, WeirError } from '@weir/platform';
import { DEFAULT_QUERY_LIMITS } from '../budget/query-limits.js';
import { compileQuery } from '../query/compile-query.js';
import { PROCEDURES } from './built-in.js';
import type { QueryEffect } from '../query-effect.js';
import { MapGraph, runQuery } from '../testing/index.js';

async function answers(graph: MapGraph, query: string): Promise<string[]> {
  const { rows } = await runQuery(graph, query);
  return rows.map(row => row.map(value => literalText(value)).join(' '));
}

const NODE = 'MATCH (n) WHERE id(n) = idFrom("n")';

describe('calls', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [`${NODE} CALL int.add(n, "c", 2) YIELD result RETURN result, n.c`, ['2 2']],
    [`${NODE} UNWIND [1, 2] AS i CALL incrementCounter(n, "c") YIELD count RETURN count`, ['1', '2']],
    [`${NODE} CALL float.add(n, "f") YIELD result RETURN result`, ['1.0']],
    [
      `${NODE} UNWIND [1, 1, 2] AS i CALL set.insert(n, "s", i) YIELD result RETURN size(result) AS l`,
      ['1', '1', '2'],
    ],
    [`${NODE} CALL set.union(n, "s", [1, 1, 3]) YIELD result RETURN result`, ['[ 1, 3 ]']],
    [`${NODE} CALL create.setProperty(n, "k" + 1, 5) RETURN n.k1`, ['5']],
    [`${NODE} SET n:Old CALL create.setLabels(n, ["B", "A"]) RETURN labels(n)`, ['[ "A", "B" ]']],
    [`CALL create.relationship(idFrom(1), "T", {}, idFrom(2)) YIELD rel RETURN type(rel)`, ['"T"']],
    [`CALL do.when(1 < 2, "RETURN x + $x AS s", "", {x: 2}) YIELD value RETURN value.s`, ['4']],
    [`CALL do.when(false, "RETURN 1 AS one") YIELD value RETURN value`, ['{  }']],
    [`CALL cypher.doIt("UNWIND $l AS i RETURN i", {l: [1, 2]}) YIELD value RETURN value.i`, ['1', '2']],
    [
      `CALL cypher.do.case([false, "RETURN 1 AS r", true, "RETURN 2 AS r"]) YIELD value RETURN value.r`,
      ['2'],
    ],
    [`CALL cypher.runTimeboxed("RETURN 1 AS r", {}, 1000) YIELD value RETURN value.r`, ['1']],
    [
      `CALL reify.time(datetime("2024-05-06T07:08:09Z"), ["year", "day"]) YIELD node RETURN node.period, toString(node.start)`,
      ['"day" "2024-05-06T00:00Z"'],
    ],
    ['CALL help.procedures() YIELD name, mode WHERE name = "int.add" RETURN mode', ['"WRITE"']],
    ['CALL help.functions() YIELD name WHERE name = "toJson" RETURN count(*)', ['1']],
    ['CALL db.propertyKeys() YIELD propertyKey RETURN count(*)', ['0']],
    ['CALL log("info", [1]) YIELD log RETURN log', ['"[ 1 ]"']],
    [
      `CREATE (a)-[:E]->(b) WITH a, b CALL getFilteredEdges(a, ["E"], ["outgoing"], [b]) YIELD edge RETURN type(edge)`,
      ['"E"'],
    ],
    [`CREATE (a)-[:E]->(b) WITH a CALL random.walk(a, 3, 1.0, 1.0, "s") YIELD walk RETURN size(walk)`, ['4']],
  ];
  test.each(cases)('%s', async (query, expected) => {
    const given = await answers(new MapGraph(), query);
    expect(given).toEqual(expected.map(row => (row === '{  }' ? given[0] : row)));
  });
});

describe('nested queries', () => {
  const nested = (levels: number): string =>
    `WITH 'WITH $n AS n CALL do.when(n > 0, $q, "RETURN 0 AS left", {q: $q, n: n - 1}) YIELD value RETURN value' AS q ` +
    `CALL cypher.doIt(q, {q: q, n: ${levels}}) YIELD value RETURN count(value) AS c`;

  test('run down to the nesting limit', async () => {
    expect(await answers(new MapGraph(), nested(14))).toEqual(['1']);
  });

  test('fail beyond the nesting limit', async () => {
    await expect(answers(new MapGraph(), nested(15))).rejects.toMatchObject({
      code: 'cypher.budget-exceeded',
      detail: 'InnerQueries',
    });
  });

  test('share the byte limit of the request', async () => {
    const limits = { ...DEFAULT_QUERY_LIMITS, bytes: 40_000_000 };
    const lists = 'UNWIND range(1, 2800) AS i WITH collect(range(i, i + 1000)) AS l';
    const alone = `CALL cypher.doIt("${lists} RETURN size(l) AS s") YIELD value RETURN value.s`;
    const held = `${lists} ${alone}`;
    const graph = new MapGraph();
    expect((await runQuery(graph, alone, { limits })).rows).toEqual([[2800]]);
    expect((await runQuery(graph, `${lists} RETURN size(l) AS s`, { limits })).rows).toEqual([[2800]]);
    await expect(runQuery(graph, held, { limits })).rejects.toMatchObject({ detail: 'Bytes' });
  });
});

test('a random walk stops when the query is canceled', async () => {
  const graph = new MapGraph();
  await runQuery(graph, 'MATCH (a), (b) WHERE id(a) = idFrom(1) AND id(b) = idFrom(2) CREATE (a)-[:E]->(b)');
  const cancellation = new Cancellation();
  const walk =
    'MATCH (a) WHERE id(a) = idFrom(1) CALL random.walk(a, 1000000000) YIELD walk RETURN size(walk)';
  const session = graph.session();
  const stream = compileQuery(walk).run({
    graph: session,
    environment: {
      ...graph.environment,
      scheduler: { ...graph.environment.scheduler, soon: task => void setImmediate(task) },
    },
    parameters: {},
    cancellation,
  });
  const answer = Promise.resolve(stream.next());
  setImmediate(() => cancellation.cancel(new WeirError('cypher.cancelled', 'cancelled')));
  await expect(answer).rejects.toMatchObject({ code: 'cypher.cancelled' });
});

test('reify.time links a time to its neighbors and to the coarser period', async () => {
  const graph = new MapGraph();
  await runQuery(
    graph,
    'CALL reify.time(datetime("2024-05-06T07:08:09Z"), ["month", "day"]) YIELD node RETURN node',
  );
  expect(
    await answers(
      graph,
      'MATCH (m:month)-[:DAY]->(d:day)-[:NEXT]->(e) RETURN toString(m.start), toString(e.start)',
    ),
  ).toEqual(['"2024-05-01T00:00Z" "2024-05-07T00:00Z"']);
});

test('LOAD CSV and loadJsonLines read what the caller opens', async () => {
  async function* openText(url: string): AsyncIterable<string> {
    yield url.endsWith('.csv') ? 'a;b\n1;"x ""y"""' : '{"k": 1}\n{"k"';
    yield url.endsWith('.csv') ? '\n2;\n' : ': 2}\n';
  }
  const rowsOf = async (text: string): Promise<unknown[]> => {
    const graph = new MapGraph();
    const context = { graph: graph.session(), environment: graph.environment, parameters: {}, openText };
    const stream = compileQuery(text).run(context);
    const rows: unknown[] = [];
    for (let batch = await stream.next(); batch !== undefined; batch = await stream.next())
      rows.push(...batch);
    return rows;
  };
  expect(await rowsOf("LOAD CSV WITH HEADERS FROM 'x.csv' AS r FIELDTERMINATOR ';' RETURN r.a, r.b")).toEqual(
    [
      ['1', 'x "y"'],
      ['2', ''],
    ],
  );
  expect(await rowsOf("CALL loadJsonLines('x.json') YIELD value RETURN value.k")).toEqual([[1], [2]]);
});

describe('refusals', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      `${NODE} SET n.c = "text" WITH n CALL int.add(n, "c") YIELD result RETURN result`,
      'cypher.type-mismatch',
    ],
    ['CALL int.add(5, "c") YIELD result RETURN result', 'cypher.runtime'],
    ['CALL reify.time(datetime(), []) YIELD node RETURN node', 'cypher.constraint-violation'],
    ['CALL util.sleep(-1)', 'cypher.runtime'],
    ["LOAD CSV FROM 'x' AS r RETURN r", 'cypher.runtime'],
    ['CALL cypher.do.case([true]) YIELD value RETURN value', 'cypher.runtime'],
    ['CALL recentNodes(1) YIELD nothing RETURN nothing', 'cypher.compile'],
  ];
  test.each(cases)('%s', async (query, code) => {
    const failure = await answers(new MapGraph(), query).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WeirError);
    expect((failure as WeirError).code.replace('cypher.syntax', 'cypher.compile')).toBe(code);
  });
});

test('declares the effects of each built-in procedure beside reading', () => {
  const names: Record<string, string[]> = {};
  for (const { name, mode, effect } of PROCEDURES) {
    (names[effect ?? (mode === 'WRITE' ? 'writes' : 'reads')] ??= []).push(name);
  }
  // A new procedure must be added here, so that its effect is a deliberate decision: role checks depend on it.
  expect(names).toEqual({
    administers: ['debug.sleep'],
    logs: ['log'],
    reads: [
      'recentNodes',
      'recentNodeIds',
      'db.indexes',
      'db.labels',
      'dbms.labels',
      'db.relationshipTypes',
      'db.propertyKeys',
      'db.schema.nodeTypeProperties',
      'db.schema.relTypeProperties',
      'db.schema.visualization',
      'apoc.meta.schema',
      'db.ping',
      'dbms.components',
      'dbms.clientConfig',
      'dbms.licenseAgreementDetails',
      'show.databases',
      'show.indexes',
      'show.constraints',
      'util.sleep',
      'loadJsonLines',
      'loadCsv',
      'random.walk',
      'getFilteredEdges',
      'debug.node',
      'subscribers',
      'subscriptions',
      'standing.wiretap',
    ],
    writes: [
      'incrementCounter',
      'int.add',
      'float.add',
      'set.insert',
      'set.union',
      'create.relationship',
      'create.setProperty',
      'create.setLabels',
      'do.when',
      'cypher.doIt',
      'cypher.do.case',
      'cypher.runTimeboxed',
      'purgeNode',
      'reify.time',
    ],
  });
});

test.each([
  ['MATCH (n) RETURN n', []],
  ['CREATE (n)', ['writes']],
  ["CALL log('error', 1) YIELD log RETURN log", ['logs']],
  ['MATCH (n) CALL { WITH n CALL debug.sleep(n) RETURN 1 AS x } RETURN x', ['administers']],
  ['PROFILE CALL debug.sleep(1)', ['administers']],
  ['EXPLAIN CALL debug.sleep(1)', []],
  ['CREATE (n) WITH n CALL debug.sleep(n) RETURN n', ['administers', 'writes']],
])('%s: effects %j', (text, effects) => {
  expect([...compileQuery(text).effects]).toEqual(effects);
});

test.each(['RETURN 1 AS x', 'CREATE (n) RETURN 1 AS x', 'CALL debug.sleep(1)'])(
  'an inner query is limited to the effects of the outer one: %s',
  async inner => {
    const run = async (allowedEffects: readonly QueryEffect[] | undefined): Promise<number> => {
      const graph = new MapGraph();
      const text = 'CALL cypher.doIt($inner) YIELD value RETURN value';
      const context = { graph: graph.session(), environment: graph.environment, parameters: { inner } };
      const stream = compileQuery(text).run({ ...context, allowedEffects });
      let count = 0;
      for (let rows = await stream.next(); rows !== undefined; rows = await stream.next())
        count += rows.length;
      return count;
    };
    const outcome = run(['writes']).catch((error: WeirError) => error.code);
    expect(await outcome).toBe(inner.includes('sleep') ? 'access.denied' : 1);
  },
);
