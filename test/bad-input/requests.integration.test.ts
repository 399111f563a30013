/** Invalid requests to a busy service: rejected with a stable code, without side effects. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LivingService } from './living-service.js';

let service: LivingService;
beforeAll(async () => {
  service = await LivingService.start('--data', 'data');
});
afterEach(() => service.checkAlive());
afterAll(() => service.stopAndJudge('--data', 'data'));

const CYPHER = '/api/v1/query/cypher';

describe('queries', () => {
  test.each<[name: string, text: string, code: string, message: RegExp]>([
    [
      'a syntax error',
      'MATCH (n)\nRETURN n +',
      'cypher.syntax',
      /^SyntaxError at 2\.11 .*\n\nRETURN n \+\n {10}\^$/s,
    ],
    [
      'an unknown function',
      'RETURN nosuch.function(1)',
      'cypher.compile',
      /at 1\.8 .*nosuch\.function.*\n {7}\^$/s,
    ],
    ['an unknown variable', 'RETURN 1 + x', 'cypher.syntax', /at 1\.12 .*\n {11}\^$/s],
    ['an unknown procedure', 'CALL nosuch.thing()', 'cypher.compile', /at 1\.1 .*nosuch\.thing/s],
    ['a wrong type', 'RETURN 1 + {a: 1}', 'cypher.type-mismatch', /./],
    ['a division by zero', 'UNWIND [1, 0] AS x RETURN 1 / x', 'cypher.arithmetic', /./],
    ['an integer beyond 64 bits', 'RETURN 9223372036854775808', 'cypher.syntax', /9223372036854775808/],
    ['an overflow', 'RETURN 9223372036854775807 + 1', 'cypher.arithmetic', /./],
  ])('%s', async (_name, text, code, message) => {
    const answer = await service.send('POST', CYPHER, text, 'text/plain');
    expect(answer).toMatchObject({ status: 400, code });
    expect((answer.body as string[]).join()).toMatch(message);
  });

  test('a regular expression that would not terminate in backtracking engines', async () => {
    const text = `RETURN '${'a'.repeat(40)}b' =~ '(a+)+c' AS matches`;
    const { status, body } = await service.send('POST', CYPHER, text, 'text/plain');
    expect([status, body]).toEqual([200, { columns: ['matches'], results: [[false]] }]);
  });
});

describe('bodies', () => {
  const stream = '/api/v1/ingest/bad';
  test.each<[name: string, body: unknown, type: string, status: number, code: string]>([
    ['not JSON', '{"type":', 'application/json', 400, 'request.invalid'],
    ['no body at all', '', 'application/json', 400, 'request.invalid'],
    ['not UTF-8', Buffer.from([0x7b, 0xc3, 0x28, 0x7d]), 'application/json', 400, 'request.invalid'],
    ['not YAML', 'a: [1,', 'application/yaml', 400, 'request.invalid'],
    ['of another type', '<a/>', 'application/xml', 415, 'request.unsupported-media-type'],
    ['too large', Buffer.alloc(9 * 1024 * 1024, 0x20), 'application/json', 413, 'request.too-large'],
    ['a list', [1], 'application/json', 400, 'request.invalid'],
    ['an unknown kind', { type: 'NoIngest' }, 'application/json', 400, 'request.invalid'],
    ['a field that is missing', { type: 'FileIngest' }, 'application/json', 400, 'request.invalid'],
    ['a wrong type', { type: 'FileIngest', path: 5 }, 'application/json', 400, 'request.invalid'],
    [
      'a number beyond 64 bits',
      '{"type":"NumberIteratorIngest","startAtOffset":9223372036854775808}',
      'application/json',
      400,
      'request.invalid',
    ],
    [
      'a limit below zero',
      { type: 'NumberIteratorIngest', ingestLimit: -1 },
      'application/json',
      400,
      'request.invalid',
    ],
    [
      'no rate',
      { type: 'NumberIteratorIngest', maximumPerSecond: 0 },
      'application/json',
      400,
      'request.invalid',
    ],
  ])('%s', async (_name, body, type, status, code) => {
    const answer = await service.send('POST', stream, body, type);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.body).toContainEqual(expect.stringMatching(/\S/));
    expect((await service.send('GET', stream)).status).toBe(404);
  });

  test('reads integers beyond 64 bits in parameters as floats, as in any JSON', async () => {
    const body = '{"text":"RETURN $x, $y","parameters":{"x":9223372036854775808,"y":-9223372036854775808}}';
    const response = await service.gateway.fetch(CYPHER, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await response.text()).toContain('[[9.223372036854776E18,-9223372036854775808]]');
  });
});

describe('ingest streams', () => {
  const format = (query: string): object => ({ type: 'CypherJson', query });
  test.each<[name: string, definition: object, code: string, message: RegExp]>([
    [
      'a file that is missing',
      { type: 'FileIngest', path: 'none.jsonl' },
      'ingest.file-not-found',
      /Invalid file path: none\.jsonl/,
    ],
    [
      'a file outside',
      { type: 'FileIngest', path: '/etc/hostname' },
      'ingest.file-not-allowed',
      /File path not allowed: \/etc\/hostname/,
    ],
    [
      'a way out',
      { type: 'FileIngest', path: `${'../'.repeat(20)}etc/hosts` },
      'ingest.file-not-allowed',
      /etc\/hosts/,
    ],
    [
      'a file below',
      { type: 'FileIngest', path: 'below/there.jsonl' },
      'ingest.file-not-allowed',
      /not allowed: below/,
    ],
    ['a folder', { type: 'FileIngest', path: 'below' }, 'ingest.invalid', /below/],
    [
      'an unknown encoding',
      { type: 'FileIngest', path: 'there.jsonl', encoding: 'x-none' },
      'ingest.invalid',
      /x-none/,
    ],
    ['no address', { type: 'ServerSentEventsIngest', url: 'nowhere' }, 'ingest.invalid', /nowhere/],
    [
      'a query with an error',
      { type: 'NumberIteratorIngest', format: format('MATCH (n) SET n.x = ') },
      'cypher.syntax',
      /at 1\.20 [\s\S]*\n {19}\^$/,
    ],
    [
      'an unknown function',
      { type: 'NumberIteratorIngest', format: format('MATCH (n) WHERE id(n) = idfrm($that) SET n.x = 1') },
      'cypher.compile',
      /idfrm/,
    ],
    [
      'another parameter',
      { type: 'NumberIteratorIngest', format: format('MATCH (n) WHERE id(n) = idFrom($other) SET n.x = 1') },
      'cypher.compile',
      /other/,
    ],
  ])('%s', async (_name, definition, code, message) => {
    await mkdir(join(service.gateway.folder, 'below'), { recursive: true });
    await writeFile(join(service.gateway.folder, 'below', 'there.jsonl'), '{}');
    await service.file('there.jsonl', '{}');
    const answer = await service.send('POST', '/api/v1/ingest/refused', definition);
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect((answer.body as string[]).join()).toMatch(message);
    expect((await service.send('GET', '/api/v1/ingest/refused')).status).toBe(404);
  });
});

describe('standing queries', () => {
  const pattern = (query: string): object => ({
    pattern: { type: 'Cypher', query, mode: 'DistinctId' },
    outputs: {},
  });
  const output = (definition: object): object => ({
    ...pattern('MATCH (n:Refused) RETURN DISTINCT id(n)'),
    outputs: { good: { type: 'Drop' }, bad: definition },
  });
  test.each<[name: string, definition: object, code: string, message: RegExp]>([
    [
      'a path without an end',
      pattern('MATCH (a)-[:x*]->(b) RETURN DISTINCT id(a)'),
      'cypher.compile',
      /upper bound/,
    ],
    ['no DISTINCT', pattern('MATCH (a:A) RETURN id(a)'), 'standing.invalid-pattern', /DISTINCT/],
    [
      'a syntax error',
      pattern('MATCH (a RETURN DISTINCT id(a)'),
      'cypher.syntax',
      /at 1\.10 [\s\S]*\n {9}\^$/,
    ],
    [
      'a mode that is none',
      { pattern: { type: 'Cypher', query: 'x', mode: 'Some' } },
      'request.invalid',
      /Some/,
    ],
    ['an unknown output', output({ type: 'NoOutput' }), 'request.invalid', /NoOutput/],
    [
      'an output that may scan',
      output({ type: 'CypherQuery', query: 'MATCH (n) SET n.x = 1' }),
      'output.invalid',
      /full node scan/,
    ],
    [
      'a bad output query',
      output({ type: 'CypherQuery', query: 'RETURN $that.data.id +' }),
      'cypher.syntax',
      /\^$/,
    ],
    [
      'a file outside',
      output({ type: 'WriteToFile', path: '/etc/weir.jsonl' }),
      'output.file-not-allowed',
      /\/etc\/weir\.jsonl/,
    ],
    [
      'a folder that is missing',
      output({ type: 'WriteToFile', path: 'no/where.jsonl' }),
      'output.invalid',
      /where\.jsonl/,
    ],
    ['no address', output({ type: 'PostToEndpoint', url: 'nowhere' }), 'output.invalid', /nowhere/],
  ])('%s', async (_name, definition, code, message) => {
    const answer = await service.send('POST', '/api/v1/query/standing/refused', definition);
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect((answer.body as string[]).join()).toMatch(message);
    expect((await service.send('GET', '/api/v1/query/standing/refused')).status).toBe(404);
  });
});
