import { decodeBody, decodeParameters, parseBody } from './decode.js';
import { RequestError } from './request-error.js';
import { v1Endpoints } from './v1/endpoints.js';

function endpointOf(id: string) {
  const found = v1Endpoints.find(endpoint => endpoint.id === id);
  if (found === undefined) throw new Error(`There is no endpoint ${id}`);
  return found;
}

function detailsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return error.details;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('invalid bodies', () => {
  const standing = endpointOf('createStandingQuery').body!.schema;
  const shards = endpointOf('shardSizes').body!.schema;
  const cypher = endpointOf('queryCypher').body!.schema;
  test.each<[string, Parameters<typeof decodeBody>[0], unknown, string[]]>([
    ['missing field', standing, {}, ['DecodingFailure at .pattern: Missing required field']],
    [
      'null for a required field',
      cypher,
      { text: null },
      ['DecodingFailure at .text: Missing required field'],
    ],
    [
      'string',
      cypher,
      { text: 5, parameters: [] },
      [
        `DecodingFailure at .text: Got value '5' with wrong type, expecting string`,
        'DecodingFailure at .parameters: Invalid value for parameters, expecting object',
      ],
    ],
    [
      'enum',
      standing,
      { pattern: { type: 'Cypher', query: 'x', mode: 'Foo' } },
      ['DecodingFailure at .pattern.mode: Invalid value: Foo ; valid values are: DistinctId, MultipleValues'],
    ],
    [
      'boolean',
      standing,
      { pattern: { type: 'Cypher', query: 'x' }, includeCancellations: 'yes' },
      [
        `DecodingFailure at .includeCancellations: Got value 'yes' with wrong type, expecting 'true' or 'false'`,
      ],
    ],
    ['int', shards, { 0: { softLimit: 1.5, hardLimit: 2 } }, ['DecodingFailure at .0.softLimit: Int']],
    [
      'int out of range',
      shards,
      { 0: { softLimit: 1, hardLimit: 3_000_000_000 } },
      ['DecodingFailure at .0.hardLimit: Int'],
    ],
    [
      'not an object',
      standing,
      [],
      [`DecodingFailure at : Got value '[]' with wrong type, expecting object`],
    ],
  ])('%s', (_name, schema, value, details) => {
    expect(detailsOf(() => decodeBody(schema, value))).toEqual(details);
  });
});

test.each<[string, unknown, unknown]>([
  ['numeric string', { 0: { softLimit: '16', hardLimit: '17.0' } }, { 0: { softLimit: 16, hardLimit: 17 } }],
  ['unknown field', { 0: { softLimit: 1, hardLimit: 2, x: 3 } }, { 0: { softLimit: 1, hardLimit: 2 } }],
])('lenient: %s', (_name, value, decoded) => {
  expect(decodeBody(endpointOf('shardSizes').body!.schema, value)).toEqual(decoded);
});

describe('body text', () => {
  test.each<[string, string, string, unknown]>([
    ['exact integers', '{"x":9007199254740993}', 'application/json', { x: 9007199254740993n }],
    ['YAML', 'x: 9007199254740993\ny: [1.0]', 'application/yaml', { x: 9007199254740993n, y: [1] }],
    ['Cypher text', 'RETURN 1', 'text/plain', { text: 'RETURN 1', parameters: {} }],
  ])('%s', (_name, text, mediaType, value) => {
    expect(parseBody(text, mediaType)).toEqual(value);
  });
  test.each([
    ['empty', '', 'application/json'],
    ['cut off', '{"a":', 'application/json'],
    ['not JSON', 'hello', 'application/json'],
    ['not YAML', 'a: "', 'application/yaml'],
  ])('rejects %s', (_name, text, mediaType) => {
    expect(detailsOf(() => parseBody(text, mediaType))[0]).toMatch(/^ParsingFailure: /);
  });
});

describe('parameters', () => {
  const { params, query } = endpointOf('propagateStandingQueries');
  const decode = (raw: unknown) => decodeParameters({ schema: params, raw: {} }, { schema: query, raw });
  test.each<[unknown, unknown]>([
    [{}, { 'include-sleeping': false, 'wake-up-parallelism': undefined }],
    [
      { 'include-sleeping': '1', 'wake-up-parallelism': '8' },
      { 'include-sleeping': true, 'wake-up-parallelism': 8 },
    ],
    [{ 'include-sleeping': ['true', 'x'] }, { 'include-sleeping': true }],
  ])('%j', (raw, decoded) => {
    expect(decode(raw).query).toEqual(decoded);
  });
  test('reports all errors of a request', () => {
    expect(
      detailsOf(() => decode({ 'include-sleeping': 'constructor', 'wake-up-parallelism': '1.5' })),
    ).toEqual([
      `Invalid boolean value 'constructor' for query parameter 'include-sleeping'`,
      `Invalid integer value '1.5' for query parameter 'wake-up-parallelism'`,
    ]);
  });
  test('node ids', () => {
    const schema = endpointOf('requestNodeSleep').params;
    const id = (raw: string) =>
      decodeParameters({ schema, raw: { id: raw } }, { schema: query, raw: {} }).params['id'];
    expect(id('1-1-1-1-1')).toHaveLength(16);
    expect(detailsOf(() => id('abc'))).toEqual([`Invalid ID value 'abc' for segment 'id'`]);
  });
});
