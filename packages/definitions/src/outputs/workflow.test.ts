import { z } from 'zod';
import { withoutNulls } from '@weir/formats/forms';
import { lenientWorkflowFields, workflowFields } from './workflow.js';

const strict = z.strictObject(workflowFields);
const lenient = z.object(lenientWorkflowFields);

const RUN = { parameter: 'that', parallelism: 16, allowAllNodeScan: false, shouldRetry: true };

test.each<[destination: object, filled: object]>([
  [{ type: 'StandardOut' }, { type: 'StandardOut' }],
  [
    { type: 'HttpEndpoint', url: 'u' },
    { type: 'HttpEndpoint', url: 'u', parallelism: 8, headers: {} },
  ],
  [
    { type: 'CypherQuery', query: 'q' },
    { type: 'CypherQuery', query: 'q', ...RUN },
  ],
  [
    { type: 'Slack', hookUrl: 'u' },
    { type: 'Slack', hookUrl: 'u', interval: 20_000, onlyPositiveMatchData: false },
  ],
  [
    { type: 'Slack', hookUrl: 'u', interval: '10ms' },
    { type: 'Slack', hookUrl: 'u', interval: 1_000, onlyPositiveMatchData: false },
  ],
])('%j gets defaults', (destination, filled) => {
  for (const schema of [strict, lenient]) {
    expect(schema.parse({ destinations: [destination] })).toEqual({ destinations: [filled] });
  }
});

test.each<[resultEnrichment: object]>([[{ query: 'q' }], [{ type: 'CypherQuery', query: 'q' }]])(
  'enrichment as %j',
  resultEnrichment => {
    const parsed = strict.parse({ resultEnrichment, destinations: [{ type: 'Drop' }] });
    expect(parsed.resultEnrichment).toEqual({ query: 'q', ...RUN });
  },
);

test('treats null as absent', () => {
  const input = { filter: null, destinations: [{ type: 'HttpEndpoint', url: 'u', parallelism: null }] };
  expect(strict.parse(withoutNulls(input))).toMatchObject({ destinations: [{ parallelism: 8 }] });
});

test.each<[fields: object, isLenientlyRead: boolean]>([
  [{ destinations: [{ type: 'Drop', odd: 1 }] }, true],
  [{ destinations: [{ type: 'Drop' }], odd: 1 }, true],
  [{ destinations: [{ type: 'Drop' }], resultEnrichment: { query: 'q', odd: 1 } }, true],
  [{ destinations: [{ type: 'Slack', hookUrl: 'u', intervalSeconds: 5 }] }, true],
  [{ destinations: [{ type: 'Slack', hookUrl: 'u', interval: '5 fortnights' }] }, false],
  [{ destinations: [{ type: 'Slack', hookUrl: 'u', interval: '-5s' }] }, false],
  [{ destinations: [] }, false],
  [{}, false],
  // Without a format
  [{ destinations: [{ type: 'ReactiveStream', port: 1 }] }, true],
  [{ destinations: [{ type: 'SNS', topic: 't' }] }, true],
  [{ destinations: [{ type: 'ReactiveStream', port: 0, format: { type: 'JSON' } }] }, false],
  [{ destinations: [{ type: 'ReactiveStream', port: 65_536, format: { type: 'JSON' } }] }, false],
  [{ destinations: [{ type: 'PrintToStandardOut' }] }, false],
  [{ destinations: [{ type: 'CypherQuery', query: 'q', parallelism: 0 }] }, false],
  [{ destinations: [{ type: 'Drop' }], filter: { type: 'OnlyNegativeMatch' } }, false],
  [{ destinations: [{ type: 'Drop' }], resultEnrichment: {} }, false],
])('rejects %j, or accepts it where unknown fields are ignored: %p', (fields, isLenientlyRead) => {
  expect(strict.safeParse(fields).success).toBe(false);
  expect(lenient.safeParse(fields).success).toBe(isLenientlyRead);
});
