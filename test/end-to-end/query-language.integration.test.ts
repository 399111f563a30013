/** Requests of query editors over HTTP. */
import { dataOf, WeirClient, type V2Components } from '@weir/client';
import { GatewayProcess } from '../support/gateway-process.js';

type Completion = V2Components['schemas']['QueryCompletion'];

const params = { path: { graph: 'quine' } } as const;

let gateway: GatewayProcess;
let client: WeirClient;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  client = new WeirClient({ baseUrl: gateway.url });
  await client
    .query(
      `MATCH (a), (b) WHERE id(a) = idFrom('a') AND id(b) = idFrom('b')
       SET a:Person, a.name = 'Ann', a.\`odd name\` = 1, b:Place CREATE (a)-[:lives_in]->(b)`,
    )
    .all();
});
afterAll(() => gateway.stop());

function check(text: string, parameters?: string[]) {
  const body = { text, ...(parameters === undefined ? {} : { parameters }) };
  return dataOf(client.api.v2.POST('/api/v2/graph/{graph}/cypher:check', { params, body }));
}

/** @param marked `|` is the cursor. */
async function complete(marked: string) {
  const offset = marked.indexOf('|');
  const body = { text: marked.replace('|', ''), offset };
  return dataOf(client.api.v2.POST('/api/v2/graph/{graph}/cypher:complete', { params, body }));
}

test.each([
  ['MATCH (n) WHERE id(n) = idFrom(1) RETURN n', 'node', true, false],
  ['MATCH (n)-[e]->() WHERE id(n) = idFrom(1) RETURN e', 'edge', true, false],
  ['MATCH (n) RETURN n.name', 'table', true, true],
  ['MATCH (n) WHERE id(n) = idFrom(1) SET n.x = 1', 'sideEffects', false, false],
  ['RETURN $x', 'unknown', true, false],
])('%s gives %s', async (text, kind, isReadOnly, canContainAllNodeScan) => {
  const checked = await check(text);
  expect(checked).toMatchObject({ kind, isReadOnly, canContainAllNodeScan });
  expect(checked.diagnostics.map(({ severity, code }) => [severity, code])).toEqual(
    canContainAllNodeScan ? [['warning', 'query.scan']] : [],
  );
});

test.each<[text: string, code: string, from: number, to: number, line: number, column: number]>([
  ['RETURN )', 'cypher.syntax', 7, 8, 1, 8],
  ['RETURN', 'cypher.syntax', 6, 6, 1, 7],
  ['MATCH (n)\nRETURN missing', 'cypher.syntax', 17, 24, 2, 8],
  ['RETURN nothing.like(1)', 'cypher.compile', 7, 19, 1, 8],
  ["RETURN 'open", 'cypher.syntax', 7, 8, 1, 8],
])('%j: reports the position of the error', async (text, code, from, to, line, column) => {
  const { kind, diagnostics } = await check(text);
  expect(kind).toBe('unknown');
  expect(diagnostics).toEqual([
    { severity: 'error', code, message: expect.any(String) as string, from, to, line, column },
  ]);
  expect(diagnostics[0]!.message).not.toMatch(/Error at|\n/);
});

test.each([
  ['MATCH (n:Person)-[:lives_in]->(m:Place) WHERE id(n) = idFrom(1) RETURN m', []],
  [
    'MATCH (n:Persn) WHERE id(n) = idFrom(1) RETURN n',
    [["No node has the label 'Persn' (did you mean Person?)", 9, 14]],
  ],
  [
    'MATCH (n)-[:`lives in`]->() WHERE id(n) = idFrom(1) RETURN n',
    [["No edge has the type 'lives in' (did you mean lives_in?)", 12, 22]],
  ],
  ["MATCH (n:Zebra) WHERE id(n) = idFrom('z') RETURN n", [["No node has the label 'Zebra'", 9, 14]]],
  // Names that a query writes may be new.
  ['MATCH (n) WHERE id(n) = idFrom(1) SET n:Zebra', []],
])('warns about names that the graph does not have: %s', async (text, warnings) => {
  const { diagnostics } = await check(text);
  expect(diagnostics.map(({ message, from, to }) => [message, from, to])).toEqual(warnings);
  for (const each of diagnostics)
    expect(each).toMatchObject({ severity: 'warning', code: 'query.unknown-name' });
});

test('completes names that were written long ago', async () => {
  await client
    .query("UNWIND range(1, 2000) AS i MATCH (n) WHERE id(n) = idFrom('busy', i) SET n:Busy, n.counter = i")
    .all();
  for (const marked of ['MATCH (n:Pers|', 'MATCH ()-[:lives|', 'MATCH (n) RETURN n.nam|']) {
    expect((await complete(marked)).items).not.toEqual([]);
  }
});

test('lists the contents of the graph with their counts', async () => {
  const { data } = await client.api.v2.GET('/api/v2/graph/{graph}/catalog', { params });
  expect(data).toMatchObject({ isExact: true, isTruncated: false });
  expect(data!.labels.find(({ name }) => name === 'Person')).toEqual({
    name: 'Person',
    count: 1,
    firstSeen: expect.stringMatching(/^20.*Z$/) as string,
    lastSeen: expect.stringMatching(/^20.*Z$/) as string,
  });
  expect(data!.propertyKeys.find(({ name }) => name === 'odd name')).toMatchObject({ types: { INTEGER: 1 } });
});

test('reports parameters that will not exist', async () => {
  expect((await check('RETURN $x', ['x'])).diagnostics).toEqual([]);
  expect((await check('RETURN $x', ['y'])).diagnostics).toHaveLength(1);
});

test.each<[string, Partial<Completion>]>([
  ['MATCH (n:P|', { label: 'Person', kind: 'label' }],
  ['MATCH (n)-[:|', { label: 'lives_in', kind: 'edgeType' }],
  ['MATCH (n) RETURN n.|', { label: 'name', kind: 'property' }],
  ['MATCH (n) RETURN n.od|', { label: 'odd name', insert: '`odd name`', kind: 'property' }],
  ['MATCH (person) RET|', { label: 'RETURN', kind: 'keyword' }],
  ['MATCH (person) RETURN per|', { label: 'person', kind: 'variable', detail: 'node' }],
  ['RETURN toUp|', { label: 'toUpper', kind: 'function' }],
  ['RETURN text.regexF|', { label: 'text.regexFirstMatch', insert: 'regexFirstMatch', kind: 'function' }],
  ['CALL recent|', { label: 'recentNodes', kind: 'procedure' }],
  ['CALL recentNodes(1) YIELD |', { label: 'node', insert: 'node', kind: 'column', detail: 'NODE' }],
])('completes %s', async (marked, item) => {
  const { from, to, items } = await complete(marked);
  const found = items.find(({ label }) => label === item.label);
  expect(found).toMatchObject(item);
  const text = marked.replace('|', '');
  expect(text.slice(0, from) + found!.insert + text.slice(to)).toContain(found!.insert);
  expect(to).toBe(marked.indexOf('|'));
});

test('knows a function defined on this server', async () => {
  const body = { name: 'twice', parameters: ['x'], expression: 'x * 2' };
  await dataOf(client.api.v1.POST('/api/v1/query/cypher/user-defined', { body }));
  expect((await check('RETURN twice(2)')).diagnostics).toEqual([]);
});

test('returns the types of words', async () => {
  const body = { text: 'RETURN toUpper(n.toUpper)', offset: 9 };
  const call = client.api.v2.POST('/api/v2/graph/{graph}/cypher:describe', { params, body });
  expect(await dataOf(call)).toMatchObject({
    from: 7,
    to: 14,
    word: 'toUpper',
    signatures: [expect.stringContaining('toUpper(') as string],
    documentation: expect.stringMatching(/./) as string,
  });
});

test('answers hostile texts, or rejects long ones', async () => {
  const texts = [
    '('.repeat(2000),
    'RETURN ' + '(a+'.repeat(2000),
    '[x IN '.repeat(2000),
    'a.'.repeat(8000),
    '\u0000'.repeat(99),
  ];
  for (const text of texts) {
    expect((await check(text)).diagnostics).not.toEqual([]);
    await complete(`${text}|`);
  }
  await expect(check('x'.repeat(16_385))).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
});
