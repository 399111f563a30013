/** Endless queries stop when their time is up, when they are canceled, and when their reader leaves. */
import { WeirError } from '@weir/platform';
import { settle, TestEnvironment } from '@weir/platform/testing';
import { openGraph } from './open-graph.js';
import type { StreamingGraph } from '@weir/contract';

/** The clock advances at every read, and timers fire when a query yields, so that no test really waits. */
class BusyEnvironment extends TestEnvironment {
  reads = 0;
  override readonly clock = { now: () => this.now() };

  constructor() {
    super();
    const { soon } = this.scheduler;
    this.scheduler.soon = task => {
      this.advance(0);
      return soon(task);
    };
  }

  private now(): number {
    this.reads++;
    return ++this.millis;
  }
}

const TIMEOUT = 50;
const FOREVER = 'range(1, 1000000000000)';
/** A complete graph of 12 nodes has billions of walks; 30 layers of two nodes have 2^29 shortest paths. */
const SETUP = [
  'UNWIND range(1, 12) AS i MATCH (a) WHERE id(a) = idFrom(i) SET a.i = i',
  `UNWIND range(1, 12) AS i UNWIND range(1, 12) AS j
   MATCH (a), (b) WHERE id(a) = idFrom(i) AND id(b) = idFrom(j) CREATE (a)-[:ALL]->(b)`,
  `UNWIND range(0, 29) AS layer UNWIND [0, 1] AS i UNWIND [0, 1] AS j
   MATCH (a), (b) WHERE id(a) = idFrom('layer', layer, i) AND id(b) = idFrom('layer', layer + 1, j)
   CREATE (a)-[:NEXT]->(b)`,
];

const endless: readonly (readonly [string, string])[] = [
  ['UNWIND', `UNWIND ${FOREVER} AS x WITH x WHERE x < 0 RETURN x`],
  ['filter over a product of scans', 'MATCH (a), (b), (c), (d), (e), (f), (g) WHERE a.i + g.i < 0 RETURN a'],
  ['variable length', 'MATCH (a)-[*]->(b) WHERE id(a) = idFrom(1) AND b.i < 0 RETURN b'],
  [
    'variable length between known nodes',
    'MATCH (a)-[:ALL*]->(b) WHERE id(a) = idFrom(1) AND id(b) = idFrom("nowhere") RETURN 1',
  ],
  ['hops', 'MATCH (a)--(b)--(c)--(d)--(e)--(f)--(g)--(h) WHERE a.i + h.i < 0 RETURN a'],
  [
    'all shortest paths',
    `MATCH p = allShortestPaths((a)-[:NEXT*]->(b))
     WHERE id(a) = idFrom('layer', 0, 0) AND id(b) = idFrom('layer', 30, 0) RETURN count(p)`,
  ],
  ['recursion', 'CALL RECURSIVELY WITH 1 AS x UNTIL (y < 0) { RETURN x + 1 AS y, x + 1 AS x } RETURN y'],
  ['sort', `UNWIND ${FOREVER} AS x RETURN x ORDER BY -x`],
  ['top', `UNWIND ${FOREVER} AS x RETURN x ORDER BY -x LIMIT 3`],
  ['aggregate', `UNWIND ${FOREVER} AS x RETURN x % 7, count(*)`],
  ['distinct', `UNWIND ${FOREVER} AS x WITH DISTINCT x % 7 AS y WHERE y < 0 RETURN y`],
  ['skip', `UNWIND ${FOREVER} AS x RETURN x SKIP 1000000000000`],
  [
    'subquery',
    `UNWIND ${FOREVER} AS x CALL { WITH x MATCH (n) WHERE id(n) = idFrom(x) AND n.i < 0 RETURN n } RETURN n`,
  ],
  [
    'optional match',
    `UNWIND ${FOREVER} AS x OPTIONAL MATCH (n) WHERE id(n) = idFrom(x) WITH n WHERE n.i < 0 RETURN n`,
  ],
  [
    'union',
    `UNWIND ${FOREVER} AS x CALL { WITH x RETURN x AS y UNION WITH x RETURN -x AS y } WITH y WHERE y = 0 RETURN y`,
  ],
  ['exists', `RETURN EXISTS { UNWIND ${FOREVER} AS x WITH x WHERE x < 0 RETURN x } AS e`],
  [
    'procedure that runs a query',
    `CALL cypher.doIt('UNWIND ${FOREVER} AS x WITH x WHERE x < 0 RETURN x') YIELD value RETURN value`,
  ],
  ['updates', `MATCH (n) WHERE id(n) = idFrom(1) FOREACH (x IN ${FOREVER} | SET n.x = x)`],
  ['merge', `UNWIND ${FOREVER} AS x MERGE (n:M {x: x % 3}) WITH n WHERE n.x < 0 RETURN n`],
  ['list comprehension', 'RETURN size([x IN range(1, 10000000) WHERE x < 0])'],
  ['quantifier', 'RETURN any(x IN range(1, 10000000) WHERE x < 0)'],
  ['reduce', 'RETURN reduce(s = 0, x IN range(1, 10000000) | s + x)'],
];

let environment: BusyEnvironment;
let graph: StreamingGraph;

beforeAll(async () => {
  environment = new BusyEnvironment();
  graph = await openGraph({ workers: 0, shards: 2 }, environment);
  for (const query of SETUP) await (await graph.query(query)).rows();
});
afterAll(async () => {
  let isClosed = false;
  const closing = graph.close().finally(() => (isClosed = true));
  while (!isClosed) {
    environment.advance(1000);
    await settle();
  }
  await closing;
});

function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'ended',
    (error: unknown) => WeirError.from(error).code,
  );
}

async function isQuiet(): Promise<boolean> {
  await settle();
  const { reads } = environment;
  await settle();
  return environment.reads === reads;
}

describe('stops a query whose time is up', () => {
  test.each(endless)('%s', async (_name, text) => {
    expect(await codeOf((await graph.query(text, { timeout: TIMEOUT })).rows())).toBe('cypher.timeout');
    expect(await isQuiet()).toBe(true);
  });
});

describe('stops a query that is canceled', () => {
  // Computation within one expression cannot be canceled; only its time limit ends it.
  const interruptible = endless.filter(([, text]) => !text.includes('range(1, 10000000)'));
  test.each(interruptible)('%s', async (_name, text) => {
    const abort = new AbortController();
    const rows = codeOf((await graph.query(text, { signal: abort.signal })).rows());
    setImmediate(() => abort.abort());
    expect(await rows).toBe('cypher.cancelled');
    expect(await isQuiet()).toBe(true);
  });
});

test('stops a query whose reader leaves', async () => {
  for await (const rows of (await graph.query(`UNWIND ${FOREVER} AS x RETURN x`)).batches()) {
    expect(rows.length).toBeGreaterThan(0);
    break;
  }
  expect(await isQuiet()).toBe(true);
});
