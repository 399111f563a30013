import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v1Endpoints, type Endpoint } from '@weir/api';
import { startWeir, type TestWeir } from '../testing/start-weir.js';

let service: TestWeir;
beforeAll(async () => {
  service = await startWeir();
});
afterAll(() => service.stop());

const API = '/api/v1';

interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly type: string | null;
  readonly text: string;
  readonly headers: Headers;
}

async function ask(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method,
    redirect: 'manual',
    ...(body === undefined
      ? {}
      : {
          body:
            typeof body === 'string' || body instanceof Uint8Array
              ? (body as Uint8Array<ArrayBuffer>)
              : JSON.stringify(body),
          headers: type === '' ? {} : { 'Content-Type': type },
        }),
  });
  return {
    status: response.status,
    code: response.headers.get('weir-error-code'),
    type: response.headers.get('content-type'),
    text: await response.text(),
    headers: response.headers,
  };
}

const cypher = (text: string, parameters = {}) => ask('POST', `${API}/query/cypher`, { text, parameters });

const PATTERN = { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.never) RETURN DISTINCT id(n)' };
const standing = (output: unknown) => ({ pattern: PATTERN, outputs: { o: output } });
const UNREAD = 'The requested resource could not be found.';

describe('what is wrong with a request is told by status, code and text', () => {
  beforeAll(async () => {
    await ask('POST', `${API}/ingest/taken`, { type: 'NumberIteratorIngest', ingestLimit: 1 });
    await ask('POST', `${API}/query/standing/taken`, standing({ type: 'Drop' }));
  });

  type Case = [
    name: string,
    request: [method: string, path: string, body?: unknown, type?: string],
    status: number,
    code: string | null,
    text: string | RegExp,
  ];
  const cases: Case[] = [
    ['unknown path', ['GET', '/api/v1/nothing'], 404, 'request.not-found', UNREAD],
    ['unknown page', ['GET', '/nothing'], 404, 'request.not-found', UNREAD],
    ['no such ingest', ['GET', `${API}/ingest/none`], 404, 'ingest.not-found', ''],
    ['no such ingest to delete', ['DELETE', `${API}/ingest/none`], 404, 'ingest.not-found', ''],
    ['no such ingest to pause', ['PUT', `${API}/ingest/none/pause`], 404, 'ingest.not-found', ''],
    ['no such standing query', ['GET', `${API}/query/standing/none`], 404, 'standing.not-found', ''],
    ['no results of nothing', ['GET', `${API}/query/standing/none/results`], 404, 'standing.not-found', ''],
    [
      'no such output',
      ['DELETE', `${API}/query/standing/taken/output/x`],
      404,
      'standing.output-not-found',
      '',
    ],
    [
      'wrong method',
      ['PATCH', `${API}/ingest/x`],
      405,
      'request.method-not-allowed',
      /^\["PATCH is not possible on .*; possible are POST, GET, HEAD, DELETE"\]$/,
    ],
    [
      'media type',
      ['POST', `${API}/ingest/x`, 'a=1', 'application/x-www-form-urlencoded'],
      415,
      'request.unsupported-media-type',
      /^\["Content-Type 'application\/x-www-form-urlencoded' is not read here; send the body as application\/json or application\/yaml in UTF-8"\]$/,
    ],
    [
      'charset',
      ['POST', `${API}/ingest/x`, '{}', 'application/json; charset=latin1'],
      415,
      'request.unsupported-media-type',
      /latin1/,
    ],
    [
      'plain text elsewhere',
      ['POST', `${API}/ingest/x`, '{}', 'text/plain'],
      415,
      'request.unsupported-media-type',
      /text\/plain/,
    ],
    ['not JSON', ['POST', `${API}/ingest/x`, 'hello'], 400, 'request.invalid', /^\["ParsingFailure: /],
    ['empty', ['POST', `${API}/ingest/x`, ''], 400, 'request.invalid', '["ParsingFailure: exhausted input"]'],
    [
      'a key twice',
      ['POST', `${API}/ingest/x`, '{"a":1,"a":2}'],
      400,
      'request.invalid',
      /^\["ParsingFailure: /,
    ],
    [
      'not UTF-8',
      ['POST', `${API}/query/cypher`, Buffer.from([0x22, 0xff, 0x22]), 'text/plain'],
      400,
      'request.invalid',
      '["The body is not valid UTF-8"]',
    ],
    [
      'too large',
      ['POST', `${API}/query/cypher`, ' '.repeat(8 * 1024 * 1024 + 1), 'text/plain'],
      413,
      'request.too-large',
      '["The request body is larger than 8388608 bytes, the limit set by webserver.maximum-body-size"]',
    ],
    ['percent-encoding', ['GET', `${API}/ingest/%ff`], 400, 'request.invalid', /percent-encoded/],
    ['namespace', ['GET', `${API}/ingest?namespace=x`], 400, 'request.invalid', 'Namespaces not supported'],
    [
      'no type',
      ['POST', `${API}/ingest/x`, {}],
      400,
      'request.invalid',
      `["DecodingFailure at : Missing type discriminator field 'type'!"]`,
    ],
    [
      'unknown type',
      ['POST', `${API}/ingest/x`, { type: 'Foo' }],
      400,
      'request.invalid',
      `["DecodingFailure at : No decoder for discriminator 'Foo'!"]`,
    ],
    [
      'a type that is not here yet',
      ['POST', `${API}/ingest/x`, { type: 'KafkaIngest', topics: ['a'] }],
      400,
      'request.invalid',
      /KafkaIngest is not available in this release/,
    ],
    [
      'missing field',
      ['POST', `${API}/ingest/x`, { type: 'FileIngest' }],
      400,
      'request.invalid',
      '["DecodingFailure at .path: Missing required field"]',
    ],
    [
      'wrong types',
      ['POST', `${API}/ingest/x`, { type: 'FileIngest', path: 5, parallelism: 'many' }],
      400,
      'request.invalid',
      `["DecodingFailure at .path: Got value '5' with wrong type, expecting string","DecodingFailure at .parallelism: Int"]`,
    ],
    [
      'a file that is missing',
      ['POST', `${API}/ingest/x`, { type: 'FileIngest', path: 'missing.jsonl' }],
      400,
      'ingest.file-not-found',
      /^\["Failed to create ingest stream `x`: Encountered errors in provided ingest configuration: Invalid file path: missing\.jsonl/,
    ],
    [
      'a file outside the allowed folders',
      ['POST', `${API}/ingest/x`, { type: 'FileIngest', path: process.execPath }],
      400,
      'ingest.file-not-allowed',
      /File path not allowed: /,
    ],
    [
      'an ingest query that does not compile',
      [
        'POST',
        `${API}/ingest/x`,
        { type: 'NumberIteratorIngest', format: { type: 'CypherLine', query: 'MATCH (' } },
      ],
      400,
      'cypher.syntax',
      /^\["SyntaxError at 1\.\d+ /,
    ],
    [
      'an ingest name in use',
      ['POST', `${API}/ingest/taken`, { type: 'NumberIteratorIngest', ingestLimit: 1 }],
      400,
      'ingest.exists',
      '["Cannot create ingest stream `taken` (a stream with this name already exists)"]',
    ],
    [
      'no pattern',
      ['POST', `${API}/query/standing/x`, {}],
      400,
      'request.invalid',
      '["DecodingFailure at .pattern: Missing required field"]',
    ],
    [
      'a pattern without DISTINCT',
      ['POST', `${API}/query/standing/x`, { pattern: { type: 'Cypher', query: 'MATCH (n) RETURN id(n)' } }],
      400,
      'standing.invalid-pattern',
      /DISTINCT/,
    ],
    [
      'a pattern that is not Cypher',
      ['POST', `${API}/query/standing/x`, { pattern: { type: 'Cypher', query: 'MATCH (n RETURN' } }],
      400,
      'cypher.syntax',
      /SyntaxError at 1\./,
    ],
    [
      'a standing query name in use',
      ['POST', `${API}/query/standing/taken`, standing({ type: 'Drop' })],
      400,
      'standing.exists',
      `["There is already a standing query named 'taken'"]`,
    ],
    [
      'an output name in use',
      ['POST', `${API}/query/standing/taken/output/o`, { type: 'Drop' }],
      400,
      'standing.output-exists',
      `["There is already a standing query output named 'o'"]`,
    ],
    [
      'an output of nothing',
      ['POST', `${API}/query/standing/none/output/o`, { type: 'Drop' }],
      404,
      'standing.not-found',
      '',
    ],
    [
      'an output query that may scan',
      ['POST', `${API}/query/standing/x`, standing({ type: 'CypherQuery', query: 'MATCH (n) RETURN n' })],
      400,
      'output.invalid',
      /Cypher query may contain full node scan/,
    ],
    [
      'an output file outside',
      [
        'POST',
        `${API}/query/standing/x`,
        standing({ type: 'WriteToFile', path: '/tmp/../weir-outside.jsonl' }),
      ],
      400,
      'output.file-not-allowed',
      /File path not allowed/,
    ],
    [
      'bad Cypher',
      ['POST', `${API}/query/cypher`, 'RETURN )', 'text/plain'],
      400,
      'cypher.syntax',
      /^\["SyntaxError at 1\.8 .*\\n\\nRETURN \)\\n       \^"\]$/,
    ],
    [
      'unknown function',
      ['POST', `${API}/query/cypher`, 'RETURN nosuch(1)', 'text/plain'],
      400,
      'cypher.compile',
      /nosuch/,
    ],
    [
      'wrong types in a query',
      ['POST', `${API}/query/cypher`, `RETURN 1 + {a: 1}`, 'text/plain'],
      400,
      'cypher.type-mismatch',
      /TypeMismatchError/,
    ],
    [
      'a run-time error',
      ['POST', `${API}/query/cypher`, 'RETURN 1 / 0', 'text/plain'],
      400,
      'cypher.arithmetic',
      /ArithmeticError/,
    ],
    [
      'nodes of no nodes',
      ['POST', `${API}/query/cypher/nodes`, 'RETURN 1', 'text/plain'],
      400,
      'cypher.type-mismatch',
      /Expected type\(s\) Node but got value 1 of type INTEGER/,
    ],
    [
      'a time that is no number',
      ['POST', `${API}/query/cypher?at-time=x&timeout=0`, 'RETURN 1', 'text/plain'],
      400,
      'request.invalid',
      `["Invalid integer value 'x' for query parameter 'at-time'","Invalid integer value '0' for query parameter 'timeout'"]`,
    ],
    [
      'a time to come',
      ['POST', `${API}/query/cypher?at-time=9999999999999`, 'RETURN 1', 'text/plain'],
      400,
      'request.invalid',
      /^\["Value 9999999999999 must be less than system time \d+ for query parameter 'at-time'"\]$/,
    ],
    [
      'parameters that are no object',
      ['POST', `${API}/query/cypher`, { text: 'RETURN 1', parameters: 5 }],
      400,
      'request.invalid',
      /parameters/,
    ],
    [
      'a node id',
      ['POST', `${API}/admin/request-node-sleep/abc`],
      400,
      'request.invalid',
      `["Invalid ID value 'abc' for segment 'id'"]`,
    ],
    [
      'a shard that is no number',
      ['POST', `${API}/admin/shard-sizes`, { x: { softLimit: 1, hardLimit: 2 } }],
      400,
      'request.invalid',
      /For input string: \\"x\\"/,
    ],
    [
      'a shard that is not there',
      ['POST', `${API}/admin/shard-sizes`, { 9: { softLimit: 1, hardLimit: 2 } }],
      400,
      'request.invalid',
      '["The following shards do not exist: 9"]',
    ],
    [
      'a UI list',
      ['PUT', `${API}/query-ui/sample-queries`, [{ name: 'x' }]],
      400,
      'request.invalid',
      '["DecodingFailure at [0].query: Missing required field"]',
    ],
  ];

  test.each(cases)('%s', async (_name, request, status, code, text) => {
    const answer = await ask(...request);
    expect({ status: answer.status, code: answer.code }).toEqual({ status, code });
    if (typeof text === 'string') expect(answer.text).toBe(text);
    else expect(answer.text).toMatch(text);
    // Whatever was asked, the service is there for the next one.
    expect((await ask('GET', `${API}/admin/liveness`)).status).toBe(204);
  });

  test('nothing of what was refused is there', async () => {
    expect(Object.keys(JSON.parse((await ask('GET', `${API}/ingest`)).text) as object)).toEqual(['taken']);
    const queries = JSON.parse((await ask('GET', `${API}/query/standing`)).text) as { name: string }[];
    expect(queries.map(({ name }) => name)).toEqual(['taken']);
  });
});

describe('queries', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['RETURN $x + $y AS three', { x: 1, y: 2 }, '{"columns":["three"],"results":[[3]]}'],
    ['RETURN 1.0 AS f, [true, null] AS l', {}, '{"columns":["f","l"],"results":[[1.0,[true,null]]]}'],
    ['UNWIND [1, 2, 3] AS x RETURN x', {}, '{"columns":["x"],"results":[[1],[2],[3]]}'],
    ['MATCH (n) WHERE id(n) = idFrom("none") SET n.x = 1', {}, '{"columns":[],"results":[]}'],
  ])('%s', async (text, parameters, expected) => {
    expect(await cypher(text, parameters)).toMatchObject({ status: 200, text: expected });
  });

  test('integers beyond doubles survive in both directions', async () => {
    const body = '{"text":"RETURN $x AS x, $y AS y","parameters":{"x":9007199254740993,"y":1e400}}';
    const answer = await ask('POST', `${API}/query/cypher`, body);
    expect(answer.text).toBe('{"columns":["x","y"],"results":[[9007199254740993,"Infinity"]]}');
  });

  test('YAML and plain text are read too', async () => {
    const yaml = await ask(
      'POST',
      `${API}/query/cypher`,
      'text: RETURN $x AS x\nparameters: { x: 7 }',
      'application/yaml',
    );
    const text = await ask('POST', `${API}/query/cypher`, 'RETURN 7 AS x', 'text/plain; charset=UTF-8');
    expect([yaml.text, text.text]).toEqual(Array(2).fill('{"columns":["x"],"results":[[7]]}'));
  });

  test('EXPLAIN shows the plan and runs nothing', async () => {
    const answer = await cypher('explain MATCH (n) WHERE id(n) = idFrom("explained") SET n.x = 1');
    const { columns, results } = JSON.parse(answer.text) as {
      columns: string[];
      results: [[Record<string, unknown>]];
    };
    expect(columns).toEqual(['plan']);
    expect(Object.keys(results[0][0])).toEqual([
      'args',
      'canContainAllNodeScan',
      'children',
      'identifiers',
      'isIdempotent',
      'isReadOnly',
      'operatorType',
    ]);
    expect(results[0][0]).toMatchObject({ canContainAllNodeScan: false, isReadOnly: false });
    const after = await cypher('MATCH (n) WHERE id(n) = idFrom("explained") RETURN n.x AS x');
    expect(after.text).toBe('{"columns":["x"],"results":[[null]]}');
  });

  test('nodes and edges as the exploration page draws them', async () => {
    await cypher(
      'MATCH (a), (b) WHERE id(a) = idFrom("a") AND id(b) = idFrom("b") ' +
        'SET a.name = "Ann", a:Person:Admin, b.x = 1 CREATE (a)-[:KNOWS]->(b)',
    );
    const nodes = await ask('POST', `${API}/query/cypher/nodes`, {
      text: 'MATCH (n) WHERE id(n) = idFrom("a") RETURN n, null AS nothing, n AS m',
    });
    const [a] = JSON.parse(nodes.text) as { id: string }[];
    const node = { id: a!.id, hostIndex: 0, label: 'Admin:Person', properties: { name: 'Ann' } };
    expect(JSON.parse(nodes.text)).toEqual([node, node]);
    const edges = await ask('POST', `${API}/query/cypher/edges`, {
      text: 'MATCH (n)-[e]->(m) WHERE id(n) = idFrom("a") RETURN e',
    });
    expect(JSON.parse(edges.text)).toMatchObject([{ from: a!.id, edgeType: 'KNOWS', isDirected: true }]);
  });

  test('a large answer is streamed whole', async () => {
    const answer = await cypher(`UNWIND range(1, 60000) AS i RETURN i, '${'x'.repeat(60)}' AS text`);
    const { results } = JSON.parse(answer.text) as { results: [number, string][] };
    expect(results.length).toBe(60_000);
    expect(results.at(-1)).toEqual([60_000, 'x'.repeat(60)]);
    expect(answer.headers.get('content-length')).toBeNull();
  });

  test('an error after the first part of the answer breaks the answer off', async () => {
    const failing = `UNWIND range(1, 60000) AS i RETURN '${'x'.repeat(60)}' AS text, 1 / (60000 - i) AS y`;
    await expect(cypher(failing)).rejects.toThrow();
    expect((await cypher('RETURN 1 AS x')).status).toBe(200);
  });
});

describe('ingest streams', () => {
  test('life of a stream', async () => {
    const path = `${API}/ingest/${encodeURIComponent('a name/with everything?')}`;
    const created = await ask('POST', path, {
      type: 'NumberIteratorIngest',
      maximumPerSecond: '5',
      parallelism: 2.0,
    });
    expect(created).toMatchObject({ status: 200, text: '' });
    const info = async () => JSON.parse((await ask('GET', path)).text) as Record<string, unknown>;
    expect(await info()).toMatchObject({
      name: 'a name/with everything?',
      status: 'Running',
      settings: {
        type: 'NumberIteratorIngest',
        format: { type: 'CypherLine', parameter: 'that' },
        startAtOffset: 0,
        maximumPerSecond: 5,
        parallelism: 2,
      },
    });
    expect(JSON.parse((await ask('PUT', `${path}/pause`)).text)).toMatchObject({ status: 'Paused' });
    expect(JSON.parse((await ask('PUT', `${path}/start`)).text)).toMatchObject({ status: 'Running' });
    const list = JSON.parse((await ask('GET', `${API}/ingest`)).text) as Record<string, object>;
    expect(list['a name/with everything?']).not.toHaveProperty('name');
    expect(JSON.parse((await ask('DELETE', path)).text)).toMatchObject({ status: 'Terminated' });
    expect((await ask('GET', path)).status).toBe(404);
  });

  test('a file of records, one of which is no JSON', async () => {
    writeFileSync(
      join(service.folder, 'records.jsonl'),
      '{"id":1}\n{"id":\n\xff\n{"id":9223372036854775807}\n',
      'latin1',
    );
    await ask('POST', `${API}/ingest/file`, {
      type: 'FileIngest',
      path: 'records.jsonl',
      format: { type: 'CypherJson', query: 'MATCH (n) WHERE id(n) = idFrom("rec", $that.id) SET n = $that' },
    });
    const done = await until(
      async () => JSON.parse((await ask('GET', `${API}/ingest/file`)).text) as Info,
      ({ status }) => status !== 'Running',
    );
    expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: 4, rejectedCount: 2 } });
    const read = await cypher('MATCH (n) WHERE id(n) = idFrom("rec", 9223372036854775807) RETURN n.id AS id');
    expect(read.text).toBe('{"columns":["id"],"results":[[9223372036854775807]]}');
    await ask('DELETE', `${API}/ingest/file`);
  });
});

interface Info {
  readonly status: string;
}

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
  }
}

describe('standing queries', () => {
  const path = `${API}/query/standing/watch`;
  const pattern = {
    type: 'Cypher',
    query: 'MATCH (n) WHERE n.kind = "watched" RETURN DISTINCT strId(n) AS id',
  };
  const set = (name: string, kind: string) =>
    cypher('MATCH (n) WHERE id(n) = idFrom($name) SET n.kind = $kind', { name, kind });

  afterEach(() => ask('DELETE', path));

  test('registered form and removal', async () => {
    const secret = {
      type: 'PostToEndpoint',
      url: 'http://127.0.0.1:9/',
      headers: { Authorization: 'hidden' },
    };
    const created = await ask('POST', path, {
      pattern,
      outputs: { post: secret },
      inputBufferSize: '64',
      unknown: 1,
    });
    expect(created).toMatchObject({ status: 201, text: '' });
    const shown = await ask('GET', path);
    expect(shown.text).not.toContain('hidden');
    const expected = {
      name: 'watch',
      pattern: { ...pattern, mode: 'DistinctId' },
      outputs: { post: { headers: { Authorization: 'Secret(****)' }, structure: { type: 'WithMetadata' } } },
      includeCancellations: true,
      inputBufferSize: 64,
      stats: { local: { rates: { count: 0 }, bufferSize: 0, outputHashCode: '0' } },
    };
    expect(JSON.parse(shown.text)).toMatchObject(expected);
    expect(JSON.parse((await ask('DELETE', path)).text)).toMatchObject(expected);
    expect((await ask('GET', path)).status).toBe(404);
  });

  test('live results: matches and cancellations with one id, resultId as event id', async () => {
    await ask('POST', path, { pattern });
    const events = await openEvents(`${service.url}${path}/results`);
    expect(await events.next()).toEqual({ data: '' });
    await set('w1', 'watched');
    const match = await events.next();
    await set('w1', 'other');
    const cancellation = await events.next();
    await set('w1', 'watched');
    const again = await events.next();
    await events.close();
    const bodies = [match, cancellation, again].map(event => JSON.parse(event['data']!) as Result);
    const [first, second, third] = bodies;
    expect(bodies.map(({ meta }) => [meta.isPositiveMatch, meta.isInitialResult])).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
    expect(second!.meta.resultId).toBe(first!.meta.resultId);
    expect(third!.meta.resultId).not.toBe(first!.meta.resultId);
    expect([match, cancellation].map(({ event, id }) => [event, id])).toEqual(
      Array(2).fill(['result', first!.meta.resultId]),
    );
    expect(Object.keys(first!.data)).toEqual(['id']);
  });

  test('data that is there already is reported as initial after propagate', async () => {
    await set('w2', 'watched');
    await ask('POST', path, { pattern });
    const events = await openEvents(`${service.url}${path}/results`);
    await events.next();
    const propagated = await ask('POST', `${API}/query/standing/control/propagate?include-sleeping=true`);
    expect(propagated).toMatchObject({ status: 202, text: '' });
    const { meta } = JSON.parse((await events.next())['data']!) as Result;
    expect(meta).toMatchObject({ isPositiveMatch: true, isInitialResult: true });
    await events.close();
  });

  test('outputs come and go while the query runs', async () => {
    await ask('POST', path, { pattern });
    expect(await ask('POST', `${path}/output/print`, { type: 'PrintToStandardOut' })).toMatchObject({
      status: 201,
      text: '',
    });
    await set('w3', 'watched');
    const printed = await until(
      async () => service.results.join(''),
      text => text !== '',
    );
    expect(printed).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} Standing query `print` match: \{"meta":\{"resultId":"[0-9a-f-]{36}","isPositiveMatch":true\},"data":\{"id":"[0-9a-f-]{36}"\}\}\n$/,
    );
    const removed = await ask('DELETE', `${path}/output/print`);
    expect(JSON.parse(removed.text)).toEqual({
      type: 'PrintToStandardOut',
      logLevel: 'Info',
      logMode: 'Complete',
      structure: { type: 'WithMetadata' },
    });
    expect(JSON.parse((await ask('GET', path)).text)).toMatchObject({ outputs: {} });
  });

  test('a removed query ends its streams of results', async () => {
    await ask('POST', path, { pattern });
    const events = await openEvents(`${service.url}${path}/results`);
    await events.next();
    await ask('DELETE', path);
    expect(await events.next()).toBeUndefined();
  });
});

interface Result {
  readonly meta: {
    readonly resultId: string;
    readonly isPositiveMatch: boolean;
    readonly isInitialResult: boolean;
  };
  readonly data: Record<string, unknown>;
}

type SentEvent = Readonly<Record<string, string>>;

async function openEvents(url: string) {
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(): Promise<SentEvent> {
      for (let end = text.indexOf('\n\n'); ; end = text.indexOf('\n\n')) {
        if (end >= 0) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          return Object.fromEntries(
            lines.map(line => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1)]),
          );
        }
        const { done, value } = await reader.read();
        if (done) return undefined as unknown as SentEvent;
        text += value;
      }
    },
    async close(): Promise<void> {
      abort.abort();
      await reader.closed.catch(() => undefined);
    },
  };
}

describe('administration', () => {
  test.each<[string, string, number, unknown]>([
    ['GET', 'build-info', 200, { version: '0.1.0', javaVersion: `Node.js ${process.version}` }],
    ['GET', 'config', 200, { persistor: { persistorType: 'inmemory', isLocal: true }, shardCount: 4 }],
    ['GET', 'liveness', 204, undefined],
    ['GET', 'readiness', 204, undefined],
    ['HEAD', 'readiness', 204, undefined],
    ['GET', 'metrics', 200, { counters: expect.any(Array) as unknown, timers: expect.any(Array) as unknown }],
    ['GET', 'meta-data', 200, { serialization_version: 'AQAA' }],
    ['POST', 'request-node-sleep/1-1-1-1-1', 202, undefined],
  ])('%s %s', async (method, path, status, body) => {
    const answer = await ask(method, `${API}/admin/${path}`);
    expect(answer.status).toBe(status);
    if (body === undefined) expect(answer.text).toBe('');
    else expect(JSON.parse(answer.text)).toMatchObject(body as object);
  });

  test('shard sizes are read and changed', async () => {
    const all = { softLimit: 10_000, hardLimit: 75_000 };
    const read = await ask('POST', `${API}/admin/shard-sizes`, {});
    expect(JSON.parse(read.text)).toEqual({ 0: all, 1: all, 2: all, 3: all });
    const changed = await ask('POST', `${API}/admin/shard-sizes`, { 2: { softLimit: 5, hardLimit: 6 } });
    expect(JSON.parse(changed.text)).toEqual({ 0: all, 1: all, 2: { softLimit: 5, hardLimit: 6 }, 3: all });
    await ask('POST', `${API}/admin/shard-sizes`, { 2: all });
  });

  test('shutdown answers at once and is passed on', async () => {
    expect(await ask('POST', `${API}/admin/shutdown`)).toMatchObject({ status: 202, text: '' });
    await service.shutdownRequested;
  });
});

describe('lists of the exploration page', () => {
  const samples = [{ name: 'one', query: 'RETURN 1' }];
  test.each([API, ''])('below %p', async prefix => {
    expect((await ask('PUT', `${prefix}/query-ui/sample-queries`, samples)).status).toBe(204);
    expect(JSON.parse((await ask('GET', `${prefix}/query-ui/sample-queries`)).text)).toEqual(samples);
  });
  test('defaults', async () => {
    const quick = JSON.parse((await ask('GET', `${API}/query-ui/quick-queries`)).text) as unknown[];
    expect(quick).toMatchObject([
      { quickQuery: { name: 'Adjacent Nodes' } },
      { quickQuery: { name: 'Refresh' } },
    ]);
  });
  test('an icon given as a code point is kept as its character', async () => {
    const predicate = { propertyKeys: [], knownValues: { a: 1 } };
    await ask('PUT', `${API}/query-ui/node-appearances`, [{ predicate, icon: '&#xf47e;', size: '30.5' }]);
    const kept = JSON.parse((await ask('GET', `${API}/query-ui/node-appearances`)).text) as unknown;
    expect(kept).toEqual([{ predicate, icon: '\uf47e', size: 30.5 }]);
  });
});

describe('pages and documents', () => {
  test.each([
    ['/', /^text\/html/, 'Live results'],
    ['/docs', /^text\/html/, '/assets/docs.js'],
    ['/assets/landing.js', /javascript/, 'EventSource'],
    ['/assets/style.css', /^text\/css/, 'body'],
    ['/favicon.ico', /^image\/svg/, '<svg'],
  ])('%s', async (path, type, part) => {
    const page = await ask('GET', path);
    expect(page.status).toBe(200);
    expect(page.type).toMatch(type);
    expect(page.text).toContain(part);
    // Nothing is taken from other hosts.
    expect(page.text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
  });

  test('the OpenAPI document names every operation', async () => {
    const answer = await ask('GET', '/docs/openapi.json');
    const document = JSON.parse(answer.text) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(document.paths).flatMap(item =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(Object.keys(v1Endpoints).sort());
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['/api/v1/ingest/', '/api/v1/ingest'],
    ['/api/v1/ingest/?a=b', '/api/v1/ingest?a=b'],
    ['//evil.example/', '/evil.example'],
  ])('%s leads to %s', async (path, location) => {
    const answer = await ask('GET', path);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(location);
  });
});

test('every GET endpoint without parameters answers with what its schema says', async () => {
  const endpoints: readonly Endpoint[] = Object.values(v1Endpoints);
  for (const { id, method, path, responses } of endpoints) {
    const schema = responses[200]?.schema;
    if (method !== 'get' || path.includes('{') || !schema) continue;
    const answer = await ask('GET', API + path);
    const parsed = schema.safeParse(JSON.parse(answer.text));
    expect({ id, issues: parsed.error?.issues ?? [] }).toEqual({ id, issues: [] });
  }
});

describe('requests that another site makes a browser send', () => {
  const send = async (headers: Record<string, string>) =>
    (
      await fetch(`${service.url}${API}/query/cypher`, {
        method: 'POST',
        body: 'RETURN 1',
        headers: { 'Content-Type': 'text/plain', ...headers },
      })
    ).status;
  test.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
  ])('%j', async (headers, status) => {
    expect(await send(headers)).toBe(status);
  });
  test('its own pages may', async () => {
    expect(await send({ Origin: service.url })).toBe(200);
  });
});

test('a query that takes too long is stopped', async () => {
  const threaded = await startWeir({ settings: { workers: 1 } });
  const response = await fetch(`${threaded.url}${API}/query/cypher?timeout=20`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: 'UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y WITH x WHERE x % 1000 = 0 RETURN x',
  });
  expect([response.status, response.headers.get('weir-error-code')]).toEqual([503, 'cypher.timeout']);
  await threaded.stop();
});
