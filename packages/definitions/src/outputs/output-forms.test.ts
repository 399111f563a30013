import { parseOutputDefinition } from './output-definition.js';
import { version1Form, version2Form } from './output-forms.js';
import { parseStoredWorkflow } from './workflow.js';

const CYPHER = { parameter: 'that', parallelism: 16, allowAllNodeScan: false, shouldRetry: true };
const BARE = { structure: { type: 'Bare' } };
const INLINE = { preEnrichmentTransformation: { type: 'InlineData' } };
const HOLD = { onFailure: { type: 'Hold' } };
const workflow = (destination: object, fields: object = {}): object => ({
  type: 'Workflow',
  ...fields,
  destinations: [destination],
});

describe('outputs that both versions of the API can express', () => {
  test.each<[version1: object, version2: object]>([
    [{ type: 'Drop' }, workflow({ type: 'Drop' })],
    [{ type: 'WriteToFile', path: 'p' }, workflow({ type: 'File', path: 'p' })],
    [
      { type: 'WriteToFile', path: 'p', rotate: { maxBytes: 5, every: 'HOUR' } },
      workflow({ type: 'File', path: 'p', rotate: { maxBytes: 5, every: 'HOUR' } }),
    ],
    [
      { type: 'WriteToFile', path: 'p', ...BARE, ...HOLD },
      workflow({ type: 'File', path: 'p' }, { ...INLINE, ...HOLD }),
    ],
    [
      { type: 'PostToEndpoint', url: 'http://h', parallelism: 2, headers: { a: 'b' } },
      workflow({ type: 'HttpEndpoint', url: 'http://h', parallelism: 2, headers: { a: 'b' } }),
    ],
    [
      { type: 'PostToEndpoint', url: 'http://h', signingSecret: 's' },
      workflow({ type: 'HttpEndpoint', url: 'http://h', signingSecret: 's' }),
    ],
    [
      { type: 'PostToEndpoint', url: 'http://h', batch: { maxResults: 5, format: 'NDJSON' } },
      workflow({ type: 'HttpEndpoint', url: 'http://h', batch: { maxResults: 5, format: 'NDJSON' } }),
    ],
    [
      { type: 'PostToSlack', hookUrl: 'http://h', intervalSeconds: 5 },
      workflow({ type: 'Slack', hookUrl: 'http://h', interval: '5s' }),
    ],
    [
      { type: 'PostToSlack', hookUrl: 'http://h', onlyPositiveMatchData: true },
      workflow({ type: 'Slack', hookUrl: 'http://h' }, { filter: { type: 'OnlyPositiveMatch' } }),
    ],
    [
      { type: 'CypherQuery', query: 'q', parameter: 'x' },
      workflow({ type: 'CypherQuery', query: 'q', parameter: 'x' }),
    ],
    [
      { type: 'CypherQuery', query: 'q', ...BARE, andThen: { type: 'WriteToFile', path: 'p', ...BARE } },
      workflow({ type: 'File', path: 'p' }, { ...INLINE, resultEnrichment: { query: 'q', ...CYPHER } }),
    ],
    [
      { type: 'CypherQuery', query: 'q', andThen: { type: 'CypherQuery', query: 'r', ...BARE } },
      workflow({ type: 'CypherQuery', query: 'r' }, { resultEnrichment: { query: 'q', ...CYPHER } }),
    ],
  ])('%j', (version1, version2) => {
    const [first, second] = [parseOutputDefinition(version1), parseStoredWorkflow(version2)];
    expect(version2Form(first)).toEqual(second);
    expect(version1Form(second)).toEqual(first);
  });
});

test('version 1 has two ways to request only the data', () => {
  const definition = { type: 'PostToEndpoint', url: 'http://h', onlyPositiveMatchData: true };
  expect(version2Form(parseOutputDefinition(definition))).toMatchObject(INLINE);
});

test.each<[version1: object, version2: object]>([
  [{ type: 'PrintToStandardOut' }, workflow({ type: 'StandardOut' })],
  [{ type: 'PrintToStandardOut', ...BARE }, workflow({ type: 'StandardOut' }, INLINE)],
  [
    { type: 'CypherQuery', query: 'q', andThen: { type: 'PrintToStandardOut', ...BARE } },
    workflow({ type: 'StandardOut' }, { resultEnrichment: { query: 'q', ...CYPHER } }),
  ],
])('version 2 expresses the content of %j, except for line prefixes', (version1, version2) => {
  expect(version2Form(parseOutputDefinition(version1))).toEqual(parseStoredWorkflow(version2));
});

test.each<object>([
  { type: 'CypherQuery', query: 'q', andThen: { type: 'PrintToStandardOut' } },
  { type: 'CypherQuery', query: 'q', andThen: { type: 'WriteToFile', path: 'p' } },
  { type: 'CypherQuery', query: 'q', andThen: { type: 'PostToSlack', hookUrl: 'http://h' } },
  {
    type: 'CypherQuery',
    query: 'q',
    andThen: { type: 'CypherQuery', query: 'r', andThen: { type: 'Drop' } },
  },
])('version 2 can not express %j', definition => {
  expect(version2Form(parseOutputDefinition(definition))).toBeUndefined();
});

test.each<object>([
  workflow({ type: 'StandardOut' }),
  workflow({ type: 'File', path: 'p' }, { filter: { type: 'OnlyPositiveMatch' } }),
  workflow({ type: 'Drop' }, HOLD),
  { type: 'Workflow', destinations: [{ type: 'Drop' }, { type: 'Drop' }] },
])('version 1 can not express %j', definition => {
  expect(version1Form(parseStoredWorkflow(definition))).toBeUndefined();
});
