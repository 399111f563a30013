import { API, clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask } = client;

const PATTERN = { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.never) RETURN DISTINCT id(n)' };
const standing = (output: unknown) => ({ pattern: PATTERN, outputs: { o: output } });
const UNREAD = 'The requested resource could not be found.';

describe('reports an invalid request by status, code and text', () => {
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
      /^\["PATCH is not supported for \/api\/v1\/ingest\/x; supported methods: POST, GET, HEAD, DELETE"\]$/,
    ],
    [
      'media type',
      ['POST', `${API}/ingest/x`, 'a=1', 'application/x-www-form-urlencoded'],
      415,
      'request.unsupported-media-type',
      /^\["Content-Type 'application\/x-www-form-urlencoded' is not supported; send the body as application\/json or application\/yaml in UTF-8"\]$/,
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
      'a key twice, of which the last counts',
      ['POST', `${API}/ingest/x`, '{"type":"FileIngest","type":"Unknown"}'],
      400,
      'request.invalid',
      /Unknown/,
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
      'a source with leases that does not say whose they are',
      ['POST', `${API}/ingest/x`, { type: 'KinesisKCLIngest', kinesisStreamName: 'a' }],
      400,
      'request.invalid',
      '["DecodingFailure at .applicationName: Missing required field"]',
    ],
    [
      'a name that an object would lose',
      [
        'POST',
        `${API}/query/standing/x`,
        `{"pattern":${JSON.stringify(PATTERN)},"outputs":{"__proto__":{"type":"Drop"}}}`,
      ],
      400,
      'request.invalid',
      /DecodingFailure at \.outputs\.__proto__: __proto__ cannot be a key here/,
    ],
    [
      'a shard of such a name',
      ['POST', `${API}/admin/shard-sizes`, '{"__proto__":{"softLimit":1,"hardLimit":2}}'],
      400,
      'request.invalid',
      /__proto__ cannot be a key here/,
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
      /Expected type\(s\) Node but got value 1 of type Integer/,
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
    // The service still handles the next request.
    expect((await ask('GET', `${API}/admin/liveness`)).status).toBe(204);
  });

  test('keeps nothing of a rejected request', async () => {
    expect(Object.keys(JSON.parse((await ask('GET', `${API}/ingest`)).text) as object)).toEqual(['taken']);
    const queries = JSON.parse((await ask('GET', `${API}/query/standing`)).text) as { name: string }[];
    expect(queries.map(({ name }) => name)).toEqual(['taken']);
  });
});
