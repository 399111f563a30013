import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { clientOfService } from '../../testing/client-of-service.js';
import { startWeir } from '../../testing/start-weir.js';
import { connectTo } from '../server-connection.js';
import { mcpServer } from './mcp-server.js';
import { LARGEST_ANSWER } from './tool-answer.js';

const weir = clientOfService();
const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connect(url = weir.service.url, token?: string): Promise<Client> {
  const server = { url, token };
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcpServer({ client: connectTo(server), server }).connect(ours);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(theirs);
  open.push(client);
  return client;
}

async function call(name: string, args: Record<string, unknown> = {}, client?: Client) {
  const connected = client ?? (await connect());
  const { content, isError = false } = await connected.callTool({
    name,
    arguments: args,
  });
  const [part] = content;
  return { text: part?.type === 'text' ? part.text : '', isError };
}

/** The answer of a tool as a value. */
async function valueOf(name: string, args?: Record<string, unknown>) {
  const { text, isError } = await call(name, args);
  if (isError) throw new Error(text);
  return JSON.parse(text) as unknown;
}

beforeAll(async () => {
  await weir.ask('POST', '/api/v1/query/standing/friends', {
    pattern: {
      type: 'Cypher',
      mode: 'MultipleValues',
      query: `MATCH (a:Person)-[:KNOWS]->(b:Person) WHERE b.age > 30 RETURN a.name AS a, b.name AS b`,
    },
    includeCancellations: true,
    outputs: {},
  });
  await weir.cypher(
    `MATCH (a), (b) WHERE id(a) = idFrom('Ann') AND id(b) = idFrom('Bob')
     SET a:Person, a.name = 'Ann', a.age = 28, b:Person, b.name = 'Bob', b.age = 40, b.large = 9007199254740993
     CREATE (a)-[:KNOWS]->(b)`,
  );
});

test('offers only tools that read', async () => {
  const { tools } = await (await connect()).listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'explain_standing_query',
    'get_schema',
    'latest_matches',
    'list_ingest_streams',
    'list_standing_queries',
    'query',
    'why_not',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});

test('describes the schema with types, edges and a sample', async () => {
  expect(await valueOf('get_schema')).toMatchObject({
    nodes: [
      {
        labels: ['Person'],
        properties: { name: ['String'], age: ['Integer'] },
        sample: { id: expect.any(String) as string, properties: { name: expect.any(String) as string } },
      },
    ],
    edges: [{ type: 'KNOWS', between: [{ start: 'Person', end: 'Person' }], properties: {} }],
  });
});

describe('query', () => {
  test('returns rows, with parameters and exact numbers', async () => {
    const query = 'MATCH (n) WHERE n.name = $name RETURN n.name AS name, n.large AS large';
    const { text } = await call('query', { query, parameters: { name: 'Bob' } });
    expect(text).toContain('["Bob",9007199254740993]');
    expect(JSON.parse(text)).toMatchObject({ columns: ['name', 'large'], rowCount: 1 });
  });

  test('stops at the limit and says so', async () => {
    const query = 'UNWIND range(1, 1000000000) AS x RETURN x';
    expect(await valueOf('query', { query, limit: 2 })).toEqual({
      columns: ['x'],
      rows: [[1], [2]],
      rowCount: 2,
      cut: 'The query has more rows than the limit of 2',
    });
  });

  test('cuts long values and answers and says so', async () => {
    const query = `UNWIND range(1, 1000) AS x RETURN x, reduce(t = '', i IN range(1, 3000) | t + 'y') AS text`;
    const { text } = await call('query', { query, limit: 1000 });
    expect(text.length).toBeLessThan(LARGEST_ANSWER + 1_000);
    const { rows, cut } = JSON.parse(text) as { rows: [number, string][]; cut: string };
    expect(rows[0]![1]).toMatch(/^y{2000}\.\.\. \(cut: 3000 characters\)$/);
    expect(cut).toBe(
      `Row ${rows.length + 1} and later ones are left out: an answer has at most 60000 characters. Return fewer or smaller columns.`,
    );
  });

  test.each([
    ['a write', 'CREATE (n:Written)', 'The query may write to the graph.'],
    [
      'a write in a subquery',
      `CALL { CREATE (n:Written) RETURN n } RETURN n`,
      'The query may write to the graph.',
    ],
    ['a message to the log', `CALL log('info', 'x') YIELD log RETURN log`, 'The query writes to the log'],
  ])('refuses %s', async (_what, query, reason) => {
    const { text, isError } = await call('query', { query });
    expect(isError).toBe(true);
    expect(text).toContain(`access.denied: ${reason}`);
    expect(text).toContain('This tool only reads');
    expect(await valueOf('query', { query: 'MATCH (n:Written) RETURN n' })).toMatchObject({ rows: [] });
  });

  test('reports where a query is wrong', async () => {
    expect(await call('query', { query: 'MATCH (n)\nRETRN n' })).toEqual({
      isError: true,
      text: expect.stringMatching(/^cypher\.syntax: SyntaxError at 2\.1 .*\n\nRETRN n\n\^/s) as string,
    });
  });

  test('ends a query at its time limit', async () => {
    const query = 'UNWIND range(1, 1000000000) AS x WITH x WHERE x < 0 RETURN x';
    const { text, isError } = await call('query', { query, timeout_seconds: 0.05 });
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringMatching(/^cypher\.\S+: .*50/s) as string,
    });
  });

  test('rejects more rows than the maximum', async () => {
    expect(await call('query', { query: 'RETURN 1', limit: 1_001 })).toMatchObject({ isError: true });
  });
});

describe('standing queries', () => {
  test('are listed and explained', async () => {
    expect(await valueOf('list_standing_queries')).toMatchObject([
      { name: 'friends', mode: 'MULTIPLE_VALUES', matches: 1, outputs: [] },
    ]);
    expect(await valueOf('explain_standing_query', { name: 'friends' })).toMatchObject({
      results: 1,
      parts: [{ variable: expect.any(String) as string }, { conditions: expect.any(Array) as unknown[] }],
    });
  });

  test('return their latest matches', async () => {
    expect(await valueOf('latest_matches', { name: 'friends', count: 1 })).toEqual([
      {
        meta: { resultId: expect.any(String) as string, isPositiveMatch: true, isInitialResult: false },
        data: { a: 'Ann', b: 'Bob' },
      },
    ]);
  });

  test('say why a node does not match', async () => {
    const { rows } = (await valueOf('query', {
      query: `MATCH (n) WHERE id(n) = idFrom('Bob') RETURN strId(n) AS id`,
    })) as {
      rows: [[string]];
    };
    expect(await valueOf('why_not', { name: 'friends', node_id: rows[0][0] })).toMatchObject({
      exists: true,
      matches: false,
      missing: [
        {
          part: expect.any(Number) as number,
          variable: 'a',
          what: expect.stringContaining('KNOWS') as string,
        },
      ],
    });
  });

  test('an unknown name names the known ones', async () => {
    expect(await call('latest_matches', { name: 'frends' })).toEqual({
      isError: true,
      text:
        `standing.not-found: There is no standing query named 'frends'; did you mean friends?\n` +
        'Standing queries: friends',
    });
  });
});

test('lists ingest streams with their status and error', async () => {
  await weir.ask('POST', '/api/v2/graph/quine/ingests', {
    name: 'numbers',
    source: { type: 'NumberIterator', limit: 1 },
    query: 'WITH $that AS n RETURN n',
  });
  expect(await valueOf('list_ingest_streams')).toMatchObject([
    { name: 'numbers', status: expect.any(String) as string, source: { type: 'NumberIterator' } },
  ]);
});

test('serves resources and prompts', async () => {
  const client = await connect();
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['weir://schema', 'weir://standing-queries']);
  const { contents } = await client.readResource({ uri: 'weir://standing-queries' });
  expect(contents).toMatchObject([
    { mimeType: 'application/json', text: expect.stringContaining('friends') as string },
  ]);
  const { messages } = await client.getPrompt({ name: 'investigate_match', arguments: { name: 'friends' } });
  expect(messages).toMatchObject([
    { role: 'user', content: { type: 'text', text: expect.stringContaining('friends') as string } },
  ]);
});

describe('says what to do', () => {
  test('about a server that cannot be reached', async () => {
    const { text, isError } = await call('get_schema', {}, await connect('http://127.0.0.1:9'));
    expect(isError).toBe(true);
    expect(text).toMatch(/^connection\.failed: No response from http:\/\/127\.0\.0\.1:9.*--url/s);
  });

  test('about a missing or wrong token', async () => {
    const token = 'let-me-read-please-1234567890';
    const guarded = await startWeir({ settings: { 'webserver.access.read': [token] } });
    const texts = [];
    for (const each of [undefined, 'wrong', token])
      texts.push((await call('query', { query: 'RETURN 1 AS x' }, await connect(guarded.url, each))).text);
    expect(texts[0]).toContain('The server requires a token: use --token, or set the variable WEIR_TOKEN.');
    expect(texts[1]).toContain('The server does not accept the token of --token or WEIR_TOKEN.');
    expect(JSON.parse(texts[2]!)).toMatchObject({ rows: [[1]] });
    await guarded.stop();
  });
});
