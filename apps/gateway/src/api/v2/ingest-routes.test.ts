import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { clientOfService, until } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;
const PLAIN = '/api/v2/graph/quine/ingests';
const ENVELOPED = '/api/v2/ingests';
const QUERY = "MATCH (n) WHERE id(n) = idFrom('v2', $that) SET n.v = $that";

interface Info {
  readonly name: string;
  readonly status: string;
  readonly settings: object;
  readonly stats: { readonly ingestedCount: number };
}
const parse = <T>(text: string): T => JSON.parse(text) as T;

async function get(name: string): Promise<Info> {
  return parse((await ask('GET', `${PLAIN}/${name}`)).text);
}

const ended = (name: string): Promise<Info> =>
  until(
    () => get(name),
    ({ status }) => status !== 'RUNNING',
  );

async function values(ids: readonly unknown[]): Promise<unknown> {
  const read = await cypher(
    "UNWIND $ids AS i MATCH (n) WHERE id(n) = idFrom('v2', i) AND n.v IS NOT NULL RETURN n.v AS v ORDER BY v",
    { ids },
  );
  return parse<{ results: unknown[] }>(read.text).results.flat();
}

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(client.service.folder, name), content);
  return name;
}

describe('both forms, over the streams of version 1', () => {
  test('creates, lists, gets, pauses, resumes and deletes a stream', async () => {
    const source = { type: 'NumberIterator' };
    const created = await ask('POST', PLAIN, { name: 'life', source, query: QUERY, maxPerSecond: 2 });
    expect(created.status).toBe(201);
    expect(parse(created.text)).toEqual({
      name: 'life',
      status: 'RUNNING',
      settings: {
        name: 'life',
        source: { type: 'NumberIterator', startOffset: 0 },
        query: QUERY,
        parameter: 'that',
        parallelism: 16,
        maxPerSecond: 2,
        onRecordError: {
          logRecord: true,
          deadLetterQueueSettings: { destinations: [] },
        },
        onStreamError: { type: 'LogStreamError' },
      },
      stats: {
        ingestedCount: expect.any(Number) as number,
        rates: expect.objectContaining({ oneMinute: 0 }) as object,
        byteRates: expect.objectContaining({ oneMinute: 0 }) as object,
        startTime: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        totalRuntime: expect.stringMatching(/^\d+m?s/) as string,
        rejectedCount: 0,
        readCount: expect.any(Number) as number,
      },
    });
    const older = await ask('POST', `${ENVELOPED}/life/pause`);
    expect(parse(older.text)).toMatchObject({
      content: {
        name: 'life',
        status: { type: 'Paused' },
        settings: { type: 'NumberIterator', startOffset: 0 },
      },
      warnings: [],
    });
    expect(parse((await ask('POST', `${PLAIN}/life:pause`)).text)).toMatchObject({ status: 'PAUSED' });
    expect(parse((await ask('POST', `${PLAIN}/life:resume`)).text)).toMatchObject({ status: 'RUNNING' });
    expect((await ask('POST', `${ENVELOPED}/life/start`)).status).toBe(200);
    expect(parse((await ask('GET', ENVELOPED)).text)).toMatchObject({ content: [{ name: 'life' }] });
    expect(parse((await ask('GET', '/api/v1/ingest')).text)).toMatchObject({
      life: {
        status: 'Running',
        settings: { type: 'NumberIteratorIngest', format: { type: 'CypherJson', query: QUERY } },
      },
    });
    expect(parse((await ask('DELETE', `${PLAIN}/life`)).text)).toMatchObject({ status: 'TERMINATED' });
    expect(parse((await ask('GET', PLAIN)).text)).toEqual({ items: [] });
    expect((await ask('GET', `${PLAIN}/life`)).code).toBe('ingest.not-found');
    expect(parse((await ask('GET', `${ENVELOPED}/life`)).text)).toMatchObject({
      errors: [{ type: 'ApiError' }],
    });
  });

  test('shows a stream of version 1 in the form of version 2', async () => {
    const path = write('v1.csv', 'a;b\n');
    await ask('POST', '/api/v1/ingest/first', {
      type: 'FileIngest',
      path,
      maximumPerSecond: 9,
      format: { type: 'CypherCsv', query: QUERY, delimiter: 'Semicolon' },
    });
    expect((await ended('first')).settings).toEqual({
      name: 'first',
      source: {
        type: 'File',
        format: {
          type: 'CSV',
          headers: false,
          delimiter: 'SEMICOLON',
          quoteChar: 'DOUBLE_QUOTE',
          escapeChar: 'BACKSLASH',
        },
        path,
        maximumLineSize: 134217728,
        startOffset: 0,
        characterEncoding: 'UTF-8',
        recordDecoders: [],
      },
      query: QUERY,
      parameter: 'that',
      parallelism: 16,
      maxPerSecond: 9,
      onRecordError: {
        logRecord: true,
        deadLetterQueueSettings: { destinations: [] },
      },
      onStreamError: {
        type: 'RetryStreamError',
        retryCount: 3,
        within: '31s',
        minBackoff: '10s',
        maxBackoff: '10s',
      },
    });
    await ask('DELETE', `${PLAIN}/first`);
  });

  test('the older form accepts the fields of older clients', async () => {
    const path = write('older.csv', 'k|l\n');
    const created = await ask('POST', ENVELOPED, {
      name: 'older',
      unknown: 1,
      source: {
        type: 'File',
        path,
        fileIngestMode: { type: 'Regular' },
        format: { type: 'CSV', delimiter: 'Pipe', headers: ['a', 'b'] },
      },
      query: "MATCH (n) WHERE id(n) = idFrom('v2', $that.a) SET n.v = $that.b",
      onStreamError: { type: 'RetryStreamError', retryCount: 2 },
    });
    expect([created.status, parse(created.text)]).toEqual([
      201,
      {
        content: expect.objectContaining({
          name: 'older',
          settings: {
            type: 'File',
            format: {
              type: 'CSV',
              headers: ['a', 'b'],
              delimiter: 'Pipe',
              quoteChar: 'DoubleQuote',
              escapeChar: 'Backslash',
            },
            path,
            fileIngestMode: { type: 'Regular' },
            startOffset: 0,
            characterEncoding: 'UTF-8',
            recordDecoders: [],
          },
        }) as object,
        warnings: ['Unknown field .unknown was ignored'],
      },
    ]);
    await ended('older');
    expect(await values(['k'])).toEqual(['l']);
    const v1Fields = await ask('POST', ENVELOPED, {
      name: 'fields of version 1',
      type: 'NumberIteratorIngest',
      ingestLimit: 1,
      format: { type: 'CypherLine', query: QUERY },
    });
    expect(v1Fields.status).toBe(201);
    const wrong = await ask('POST', ENVELOPED, { name: 'w', type: 'FileIngest', path: 5 });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('path')]);
    for (const name of ['older', 'fields%20of%20version%201']) await ask('DELETE', `${ENVELOPED}/${name}`);
  });

  test('warns about a query that scans all nodes', async () => {
    const body = {
      name: 'scan',
      source: { type: 'NumberIterator', limit: 1 },
      query: 'MATCH (n) SET n.x = $that',
    };
    const plain = await ask('POST', PLAIN, body);
    expect(plain.headers.get('warning')).toMatch(/^199 weir "the query may scan all nodes/);
    await ask('DELETE', `${PLAIN}/scan`);
    const enveloped = parse<{ warnings: string[] }>((await ask('POST', ENVELOPED, body)).text);
    expect(enveloped.warnings).toEqual([expect.stringContaining('scan all nodes')]);
    await ask('DELETE', `${PLAIN}/scan`);
  });
});

describe('formats', () => {
  const FIELD = "MATCH (n) WHERE id(n) = idFrom('v2', $that.id) SET n.v = $that.v";
  const gzipped = gzipSync('{"id":"g1","v":1}\n{"id":"g2","v":2}\n');
  test.each<
    [
      name: string,
      content: string | Uint8Array,
      source: object,
      query: string,
      ids: unknown[],
      values: unknown[],
    ]
  >([
    ['Line', 'l1\r\nl2', { format: { type: 'Line' } }, QUERY, ['l1', 'l2'], ['l1', 'l2']],
    [
      'JsonL',
      '{"id":"j1","v":1}\nno\n{"id":"j2","v":2}\n',
      { format: { type: 'JsonL' } },
      FIELD,
      ['j1', 'j2'],
      [1, 2],
    ],
    [
      'Json array',
      '[{"id":"a1",\n "v":1},\n{"id":"a2","v":"}"}]\n',
      { format: { type: 'Json' } },
      FIELD,
      ['a1', 'a2'],
      ['}', 1],
    ],
    [
      'Json run',
      '{"id":"r1","v":[{}]}{"id":"r2","v":2} {"id":"r3","v":3}',
      { format: { type: 'Json' } },
      FIELD,
      ['r2', 'r3'],
      [2, 3],
    ],
    [
      'CSV',
      'id,v\nc1,x\nc2,"y\nz"\n',
      { format: { type: 'CSV', headers: true } },
      FIELD,
      ['c1', 'c2'],
      ['x', 'y\nz'],
    ],
    ['Gzip', gzipped, { format: { type: 'JsonL' }, recordDecoders: ['GZIP'] }, FIELD, ['g1', 'g2'], [1, 2]],
    [
      'Base64 of Gzip, some records',
      gzipSync('{"id":"h1","v":1}\n{"id":"h2","v":2}\n{"id":"h3","v":3}').toString('base64'),
      { format: { type: 'JsonL' }, recordDecoders: ['BASE64', 'GZIP'], startOffset: 1, limit: 1 },
      FIELD,
      ['h1', 'h2', 'h3'],
      [2],
    ],
  ])('%s', async (_, content, source, query, ids, expected) => {
    const path = write('records', content);
    const body = { name: 'f', source: { type: 'File', path, ...source }, query };
    expect(await ask('POST', PLAIN, body)).toMatchObject({ status: 201 });
    expect(await ended('f')).toMatchObject({ status: 'COMPLETED' });
    expect(await values(ids)).toEqual(expected);
    await ask('DELETE', `${PLAIN}/f`);
  });

  test.each([
    ['{"id":1', { format: { type: 'Json' } }],
    ['no gzip', { format: { type: 'Line' }, recordDecoders: ['GZIP'] }],
  ])('%j fails the stream', async (content, source) => {
    const path = write('records', content);
    await ask('POST', PLAIN, { name: 'f', source: { type: 'File', path, ...source }, query: QUERY });
    expect(await ended('f')).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('ingest.invalid') as string,
    });
    await ask('DELETE', `${PLAIN}/f`);
  });
});

describe('bad requests', () => {
  const good = { name: 'x', source: { type: 'NumberIterator', limit: 1 }, query: QUERY };
  test.each<[what: string, body: object, code: string, text: string]>([
    ['an empty object', {}, 'request.invalid', 'Missing required field'],
    ['no query', { ...good, query: undefined }, 'request.invalid', '.query'],
    ['a bad name', { ...good, name: 'a b' }, 'request.invalid', "'a b' is not a valid name"],
    ['an unknown field', { ...good, more: 1 }, 'request.invalid', '[more]'],
    [
      'an unknown field further in',
      { ...good, source: { ...good.source, format: 1 } },
      'request.invalid',
      '[format]',
    ],
    ['an unknown source', { ...good, source: { type: 'Nope' } }, 'request.invalid', 'discriminator'],
    ['a misspelled source', { ...good, source: { type: 'Fil' } }, 'request.invalid', `mean 'File'?`],
    ['a bad number', { ...good, parallelism: 'two' }, 'request.invalid', 'Int'],
    ['parallelism of -1', { ...good, parallelism: -1 }, 'request.invalid', 'at least 1'],
    ['a bad query', { ...good, query: 'MATCH (n' }, 'cypher.syntax', ''],
    [
      'a function that is none',
      { ...good, transformation: { type: 'JavaScript', function: '(that => {' } },
      'ingest.invalid',
      'SyntaxError',
    ],
    [
      'characters that are not three',
      {
        ...good,
        source: { type: 'File', path: 'p', format: { type: 'CSV', delimiter: 'PIPE', quoteChar: 'PIPE' } },
      },
      'request.invalid',
      'three different',
    ],
    [
      'no such file',
      { ...good, source: { type: 'File', path: 'none', format: { type: 'Line' } } },
      'ingest.file-not-found',
      'none',
    ],
    [
      'a file elsewhere',
      { ...good, source: { type: 'File', path: '/etc/hostname', format: { type: 'Line' } } },
      'ingest.file-not-allowed',
      '/etc',
    ],
    [
      'a share with a certificate',
      {
        ...good,
        source: {
          type: 'DeltaSharingCdf',
          endpoint: 'http://localhost:1/',
          auth: {
            type: 'CertificateAuth',
            clientId: 'c',
            certFile: 'f',
            certFilePassword: 'p',
            resourceUri: 'r',
            discoveryUrl: 'd',
          },
          shareName: 's',
          schemaName: 's',
          tableName: 't',
        },
      },
      'ingest.unavailable',
      'CertificateAuth of the source DeltaSharingCdf',
    ],
    [
      'dead letters to a file elsewhere',
      {
        ...good,
        onRecordError: { deadLetterQueueSettings: { destinations: [{ type: 'File', path: '/etc/x' }] } },
      },
      'output.file-not-allowed',
      '/etc/x',
    ],
    [
      'a broker with a field too many',
      { ...good, source: { type: 'SQS', format: { type: 'Json' }, queueUrl: 'q', more: 1 } },
      'request.invalid',
      '[more]',
    ],
    [
      'a duration without a unit',
      { ...good, onStreamError: { type: 'RetryStreamError', retryCount: 1, within: '5' } },
      'request.invalid',
      'is not a duration',
    ],
  ])('%s', async (_, body, code, text) => {
    const answer = await ask('POST', PLAIN, body);
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect(answer.text).toContain(text);
  });

  test('rejects a name in use, and verbs that no longer apply', async () => {
    await ask('POST', PLAIN, good);
    expect(await ask('POST', PLAIN, good)).toMatchObject({ status: 400, code: 'ingest.exists' });
    await ended('x');
    for (const verb of ['pause', 'resume']) {
      expect((await ask('POST', `${PLAIN}/x:${verb}`)).code).toBe('ingest.not-startable');
      expect((await ask('POST', `${PLAIN}/none:${verb}`)).code).toBe('ingest.not-found');
    }
    await ask('DELETE', `${PLAIN}/x`);
    expect((await ask('DELETE', `${PLAIN}/x`)).status).toBe(404);
  });
});
