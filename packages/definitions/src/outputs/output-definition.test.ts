import { parseOutputDefinition, withoutSecrets } from './output-definition.js';

const WITH = { type: 'WithMetadata' };

test.each<[input: object, output: object]>([
  [
    { type: 'PostToEndpoint', url: 'http://h' },
    {
      type: 'PostToEndpoint',
      url: 'http://h',
      parallelism: 8,
      onlyPositiveMatchData: false,
      headers: {},
      structure: WITH,
    },
  ],
  [
    { type: 'PrintToStandardOut' },
    { type: 'PrintToStandardOut', logLevel: 'Info', logMode: 'Complete', structure: WITH },
  ],
  [
    { type: 'WriteToFile', path: 'p' },
    { type: 'WriteToFile', path: 'p', structure: WITH },
  ],
  [
    { type: 'PostToSlack', hookUrl: 'http://h' },
    { type: 'PostToSlack', hookUrl: 'http://h', onlyPositiveMatchData: false, intervalSeconds: 20 },
  ],
  [
    { type: 'CypherQuery', query: 'q', andThen: { type: 'Drop' } },
    {
      type: 'CypherQuery',
      query: 'q',
      parameter: 'that',
      parallelism: 16,
      andThen: { type: 'Drop' },
      allowAllNodeScan: false,
      shouldRetry: true,
      structure: WITH,
    },
  ],
  [{ type: 'Drop', more: 1 }, { type: 'Drop' }],
  [
    { structure: { type: 'Bare' }, path: 'p', type: 'WriteToFile' },
    { type: 'WriteToFile', path: 'p', structure: { type: 'Bare' } },
  ],
])('%j gets defaults, in the field order of the reference', (input, output) => {
  // As text, because the order of the fields is part of it.
  expect(JSON.stringify(parseOutputDefinition(input))).toBe(JSON.stringify(output));
  expect(parseOutputDefinition(output)).toEqual(output);
});

test('treats null as absent, accepts numeric strings', () => {
  const input = { type: 'CypherQuery', query: 'q', andThen: null, parallelism: '3', parameter: null };
  expect(parseOutputDefinition(input)).toMatchObject({ parallelism: 3, parameter: 'that' });
});

test('secrets are masked at any depth of a chain', () => {
  const post = {
    type: 'PostToEndpoint',
    url: 'http://h',
    headers: { 'X-Key': 'hush', Accept: 'hush' },
    signingSecret: 'hush',
  };
  const chain = {
    type: 'CypherQuery',
    query: 'q',
    andThen: { type: 'CypherQuery', query: 'r', andThen: post },
  };
  const shown = JSON.stringify(withoutSecrets(parseOutputDefinition(chain)));
  expect(shown).not.toContain('hush');
  expect(shown).toContain('"headers":{"X-Key":"Secret(****)","Accept":"Secret(****)"}');
});

test.each<[input: unknown, text: string]>([
  [null, 'object'],
  [{}, 'type'],
  [{ type: 'ReactiveStream' }, 'type'],
  [{ type: 'WriteToSNS' }, 'topic'],
  [{ type: 'WriteToKafka', topic: 't' }, 'bootstrapServers'],
  [{ type: 'CypherQuery', query: 'q', andThen: { type: 'WriteToSNS' } }, 'andThen.topic'],
  [{ type: 'WriteToFile' }, 'path'],
  [{ type: 'WriteToFile', path: '' }, 'path'],
  [{ type: 'CypherQuery' }, 'query'],
  [{ type: 'PostToEndpoint', url: 'u', parallelism: 0 }, 'parallelism: must be at least 1'],
  [{ type: 'PostToEndpoint', url: 'u', headers: { a: 1 } }, 'headers.a'],
  [{ type: 'PrintToStandardOut', logLevel: 'info' }, 'logLevel'],
  [{ type: 'WriteToFile', path: 'p', structure: { type: 'None' } }, 'structure.type'],
])('rejects %j', (input, text) => {
  expect(() => parseOutputDefinition(input)).toThrow(
    expect.objectContaining({ code: 'output.invalid', message: expect.stringContaining(text) as string }),
  );
});
