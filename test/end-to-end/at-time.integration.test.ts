/** Every query endpoint reads the past: before and after each change, over several nodes, and after restarts. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';

/** Responses about the two people at some time, through every endpoint. */
interface Moment {
  readonly millis: number;
  readonly table: unknown;
  readonly nodes: readonly { readonly properties: object }[];
  readonly edges: readonly object[];
}

const ANN_AND_BOB = "MATCH (a), (b) WHERE id(a) = idFrom('ann') AND id(b) = idFrom('bob')";
/** Applied one after the other; each changes what the endpoints return. */
const CHANGES = [
  `${ANN_AND_BOB} SET a.name = 'Ann', a:Person`,
  `${ANN_AND_BOB} SET b.name = 'Bob' CREATE (a)-[:knows]->(b)`,
  `${ANN_AND_BOB} SET a.name = 'Anne', a.old = 'Ann', b:Person`,
  `${ANN_AND_BOB} MATCH (a)-[e:knows]->(b) DELETE e REMOVE a:Person, a.old`,
  `${ANN_AND_BOB} CREATE (b)-[:knows]->(a)`,
  `${ANN_AND_BOB} DETACH DELETE b`,
];
const TABLE = `MATCH (a) WHERE id(a) = idFrom('ann') OPTIONAL MATCH (a)-[:knows]-(b)
  RETURN a.name, a.old, labels(a), b.name, labels(b)`;
const NODES = ANN_AND_BOB + ' RETURN a, b';
const EDGES = "MATCH (a)-[e:knows]-() WHERE id(a) = idFrom('ann') RETURN e";

let folder: string;
let gateway: GatewayProcess;
const past: Moment[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-past-')));
  await start();
  past.push(await moment());
  for (const change of CHANGES) {
    const { status } = await ask('/api/v1/query/cypher', change);
    expect(status).toBe(200);
    past.push(await moment());
  }
});

afterAll(async () => {
  await gateway.kill();
  await rm(folder, { recursive: true });
});

async function start(...options: string[]): Promise<void> {
  gateway = await GatewayProcess.startIn(folder, '--data', 'data', ...options);
}

interface Reply {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
}

async function ask(path: string, text: string): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const response = await gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify({ text }) });
  return {
    status: response.status,
    code: response.headers.get('weir-error-code'),
    text: await response.text(),
  };
}

async function answer(path: string, text: string): Promise<unknown> {
  const reply = await ask(path, text);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return JSON.parse(reply.text) as unknown;
}

/** Current responses; nothing changes in the recorded millisecond. */
async function moment(): Promise<Moment> {
  const seen = {
    table: await answer('/api/v1/query/cypher', TABLE),
    nodes: (await answer('/api/v1/query/cypher/nodes', NODES)) as Moment['nodes'],
    edges: (await answer('/api/v1/query/cypher/edges', EDGES)) as Moment['edges'],
  };
  const millis = Date.now();
  while (Date.now() === millis) await new Promise(resolve => setImmediate(resolve));
  return { millis, ...seen };
}

const iso = (millis: number): string => new Date(millis).toISOString();

/** Requests of each endpoint, with expected responses. */
const ENDPOINTS: readonly [
  name: string,
  ask: (at: Moment) => Promise<unknown>,
  expected: (at: Moment) => unknown,
][] = [
  ['v1 table', at => answer(`/api/v1/query/cypher?at-time=${at.millis}`, TABLE), at => at.table],
  ['v1 nodes', at => answer(`/api/v1/query/cypher/nodes?at-time=${at.millis}`, NODES), at => at.nodes],
  ['v1 edges', at => answer(`/api/v1/query/cypher/edges?at-time=${at.millis}`, EDGES), at => at.edges],
  [
    'v2, an instant',
    at => answer(`/api/v2/graph/quine/cypher:query?atTime=${iso(at.millis)}`, TABLE),
    at => at.table,
  ],
  [
    'v2, enveloped',
    at => answer(`/api/v2/cypher-queries/query-graph?atTime=${at.millis}`, TABLE),
    at => ({ content: at.table, warnings: [] }),
  ],
];

function seesThePast(): void {
  test.each(ENDPOINTS)('%s', async (_name, at, expected) => {
    for (const moment of past) expect(await at(moment)).toEqual(expected(moment));
  });
}

test('shows each change', () => {
  const shown = past.map(({ millis: _, ...seen }) => JSON.stringify(seen));
  expect(new Set(shown).size).toBe(CHANGES.length + 1);
  expect(past.map(({ edges }) => edges.length)).toEqual([0, 0, 1, 1, 0, 1, 0]);
});

describe('in the process that wrote it', seesThePast);

test('a scan finds the nodes of that time', async () => {
  const counts: unknown[] = [];
  for (const { millis } of past) {
    const { results } = (await answer(
      `/api/v1/query/cypher?at-time=${millis}`,
      'MATCH (n) RETURN count(n)',
    )) as {
      results: unknown;
    };
    counts.push(results);
  }
  expect(counts).toEqual([0, 1, 2, 2, 2, 2, 1].map(count => [[count]]));
});

test.each([0, -1, -1000, Number.MIN_SAFE_INTEGER])('there was nothing at %d', async millis => {
  const rows = await answer(`/api/v1/query/cypher?at-time=${millis}`, 'MATCH (n) RETURN count(n)');
  expect(rows).toMatchObject({ results: [[0]] });
});

describe('rejects a query that may write, whatever it would find', () => {
  const WRITES = [
    'CREATE (n:New)',
    "MATCH (a) WHERE id(a) = idFrom('ann') SET a.name = 'Zoe'",
    "MATCH (a) WHERE id(a) = idFrom('ann') DETACH DELETE a",
    'MATCH (n:None) SET n.x = 1',
    'MERGE (n:Person {name: "Ann"})',
    'UNWIND [] AS x CREATE (n)',
  ];
  const paths = (millis: number): string[] => [
    `/api/v1/query/cypher?at-time=${millis}`,
    `/api/v1/query/cypher/nodes?at-time=${millis}`,
    `/api/v1/query/cypher/edges?at-time=${millis}`,
    `/api/v2/graph/quine/cypher:query?atTime=${iso(millis)}`,
    `/api/v2/cypher-queries/query-graph?atTime=${millis}`,
  ];

  test.each(WRITES)('%s', async text => {
    for (const path of paths(past[2]!.millis)) {
      const { status, code } = await ask(path, text);
      expect([path, status, code]).toEqual([path, 400, 'graph.historical-write']);
    }
    expect(await answer('/api/v1/query/cypher', TABLE)).toEqual(past.at(-1)!.table);
  });

  test('returns its plan', async () => {
    const { status } = await ask(`/api/v1/query/cypher?at-time=${past[1]!.millis}`, `EXPLAIN ${WRITES[0]!}`);
    expect(status).toBe(200);
  });
});

const LATER = Date.now() + 3_600_000;

test.each<[path: string, complaint: RegExp]>([
  ['/api/v1/query/cypher?at-time=soon', /Invalid integer value 'soon' for query parameter 'at-time'/],
  ['/api/v1/query/cypher?at-time=1.5', /Invalid integer value '1\.5'/],
  ['/api/v1/query/cypher?at-time=', /Invalid integer value ''/],
  ['/api/v1/query/cypher/nodes?at-time=99999999999999999999', /Invalid integer value '9{20}'/],
  [
    `/api/v1/query/cypher?at-time=${LATER}`,
    /must be less than system time \d+ for query parameter 'at-time'/,
  ],
  [`/api/v1/query/cypher/edges?at-time=${LATER}`, /must be less than system time/],
  [
    '/api/v2/graph/quine/cypher:query?atTime=soon',
    /query parameter atTime \('soon' is not an RFC 3339 instant/,
  ],
  [
    `/api/v2/graph/quine/cypher:query?atTime=${iso(LATER)}`,
    /less than system time \d+ for query parameter 'atTime'/,
  ],
  [
    `/api/v2/cypher-queries/query-graph?atTime=${LATER}`,
    /less than system time \d+ for query parameter 'atTime'/,
  ],
])('rejects %s', async (path, complaint) => {
  const { status, code, text } = await ask(path, 'RETURN 1');
  expect([status, code]).toEqual([400, 'request.invalid']);
  expect(text).toMatch(complaint);
});

describe('after a stop and a start', () => {
  beforeAll(async () => {
    expect(await gateway.stop()).toBe(0);
    await start('--workers', '1');
  });
  seesThePast();
});

describe('after a crash', () => {
  beforeAll(async () => {
    await gateway.kill();
    await start('--workers', '0');
  });
  seesThePast();
});
