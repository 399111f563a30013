import { Endpoint, sinkOf, testContext, type TestContext } from '@weir/formats/testing';
import type { ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';
import { until } from '@weir/platform/testing';
import { PRESETS, type PresetName } from '../definition/http-template.js';
import { httpDestination } from '../destination-kinds.js';
import { presetOf } from './presets.js';

let endpoint: Endpoint;
let context: TestContext;
let sink: ResultSink | undefined;

beforeEach(async () => {
  endpoint = await Endpoint.start();
  context = await testContext();
});
afterEach(async () => {
  await sink?.close();
  await endpoint.stop();
});

async function open(fields: object): Promise<ResultSink> {
  sink = await sinkOf(httpDestination, { url: endpoint.url, ...fields }, context, { type: 'Bare' });
  await sink.open();
  return sink;
}

const MATCH = { ...numberedResult(1), data: { n: 1, user: 'adä' } };
const RETRACTION = { ...MATCH, isPositiveMatch: false };
const ID = MATCH.resultId;
const TEXT = '{"n":1,"user":"adä"}';
/** The time of the test's clock. */
const TIME = '2023-11-14T22:13:20.000Z';

interface Expected {
  readonly values: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly url?: [match: string, retraction: string];
  readonly match: unknown;
  readonly retraction: unknown;
}

const EVENT = { id: ID, query: 'watch', data: MATCH.data };
const EXPECTED: Record<PresetName, Expected> = {
  PagerDuty: {
    values: { routingKey: 'R1', summary: '{{data.user}} travels', severity: 'critical' },
    match: {
      routing_key: 'R1',
      event_action: 'trigger',
      dedup_key: ID,
      payload: {
        summary: 'adä travels',
        source: 'weir',
        severity: 'critical',
        timestamp: TIME,
        custom_details: MATCH.data,
      },
    },
    retraction: { routing_key: 'R1', event_action: 'resolve', dedup_key: ID },
  },
  Opsgenie: {
    values: { apiKey: 'k' },
    headers: { authorization: 'GenieKey k' },
    url: ['/hook', `/hook/${ID}/close?identifierType=alias`],
    match: {
      message: `watch: ${TEXT}`,
      alias: ID,
      source: 'weir',
      priority: 'P3',
      tags: ['watch'],
      description: TEXT,
    },
    retraction: { source: 'weir', note: 'The match was retracted.' },
  },
  SplunkHec: {
    values: { token: 't' },
    headers: { authorization: 'Splunk t' },
    match: [{ time: 1_700_000_000, source: 'weir', sourcetype: '_json', event: { ...EVENT, kind: 'match' } }],
    retraction: [
      { time: 1_700_000_000, source: 'weir', sourcetype: '_json', event: { ...EVENT, kind: 'retraction' } },
    ],
  },
  ElasticBulk: {
    values: { index: 'alerts' },
    match: [
      { index: { _index: 'alerts', _id: ID } },
      { '@timestamp': TIME, status: 'open', query: 'watch', data: MATCH.data },
    ],
    retraction: [
      { update: { _index: 'alerts', _id: ID } },
      {
        doc: { status: 'resolved', resolvedAt: TIME },
        upsert: { '@timestamp': TIME, status: 'resolved', query: 'watch', data: MATCH.data },
      },
    ],
  },
  DatadogEvents: {
    values: { apiKey: 'k', tags: 'team:fraud' },
    headers: { 'dd-api-key': 'k' },
    match: {
      title: 'watch',
      text: TEXT,
      alert_type: 'error',
      aggregation_key: ID,
      source_type_name: 'weir',
      tags: ['team:fraud', 'query:watch'],
    },
    retraction: {
      title: 'watch (resolved)',
      text: TEXT,
      alert_type: 'success',
      aggregation_key: ID,
      source_type_name: 'weir',
      tags: ['team:fraud', 'query:watch'],
    },
  },
  Teams: {
    values: { title: 'Travel of {{data.user}}' },
    match: card('Attention', 'Travel of adä'),
    retraction: card('Good', 'Travel of adä: resolved'),
  },
  ClickHouse: {
    values: { table: 'db.alerts' },
    headers: { 'x-clickhouse-user': 'default', 'x-clickhouse-key': '' },
    url: Array.from(
      { length: 2 },
      () => '/hook?date_time_input_format=best_effort&query=INSERT%20INTO%20db.alerts%20FORMAT%20JSONEachRow',
    ) as [string, string],
    match: [{ id: ID, sign: 1, query: 'watch', time: TIME, data: TEXT }],
    retraction: [{ id: ID, sign: -1, query: 'watch', time: TIME, data: TEXT }],
  },
  Loki: {
    values: {},
    match: lokiLine('match'),
    retraction: lokiLine('retraction'),
  },
  CloudEvents: {
    values: { source: 'urn:söme' },
    headers: {
      'ce-specversion': '1.0',
      'ce-source': 'urn:s%C3%B6me/watch',
      'ce-time': TIME,
      'ce-subject': ID,
    },
    match: MATCH.data,
    retraction: MATCH.data,
  },
};

function card(color: string, title: string): unknown {
  const block = { type: 'TextBlock', wrap: true };
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { ...block, size: 'Medium', weight: 'Bolder', color, text: title },
            { ...block, text: TEXT },
            { type: 'TextBlock', isSubtle: true, text: `Match ${ID}` },
          ],
        },
      },
    ],
  };
}

function lokiLine(kind: string): unknown {
  const values = [['1700000000000000000', `{"id":"${ID}","data":${TEXT}}`]];
  return { streams: [{ stream: { job: 'weir', query: 'watch', kind }, values }] };
}

test.each(PRESETS)(
  'the preset %s sends what its service expects, and resolves a retracted match',
  async preset => {
    const { values, headers = {}, url = ['/hook', '/hook'], match, retraction } = EXPECTED[preset];
    endpoint.answerBody = () => '{"errors":false}';
    const report = await (await open({ preset, values })).deliver([MATCH, RETRACTION]);
    expect(report).toEqual({ delivered: 2, failed: 0, dropped: 0 });
    const bodies = endpoint.received.map(({ body }) =>
      Array.isArray(match)
        ? body
            .trimEnd()
            .split('\n')
            .map(line => JSON.parse(line) as unknown)
        : (JSON.parse(body) as unknown),
    );
    expect(bodies).toEqual([match, retraction]);
    expect(endpoint.received.map(received => received.url)).toEqual(url);
    for (const received of endpoint.received) {
      expect(received.method).toBe('POST');
      expect(received.headers).toMatchObject(headers);
      const type = Array.isArray(match) ? 'application/x-ndjson' : 'application/json';
      expect(received.headers['content-type']).toBe(type);
    }
  },
);

test.each(PRESETS)('the preset %s can be copied into a template', async preset => {
  const { required: _, defaults = {}, ...template } = presetOf(preset);
  const values = { ...defaults, ...EXPECTED[preset].values };
  endpoint.answerBody = () => '{"errors":false}';
  const { delivered } = await (await open({ template, values })).deliver([MATCH, RETRACTION]);
  expect(delivered).toBe(2);
});

test('the ids of CloudEvents differ between a match and its retraction', async () => {
  await (await open({ preset: 'CloudEvents' })).deliver([MATCH, RETRACTION]);
  expect(endpoint.received.map(({ headers }) => [headers['ce-id'], headers['ce-type']])).toEqual([
    [`${ID}-match`, 'weir.match'],
    [`${ID}-retraction`, 'weir.retraction'],
  ]);
});

test('drops and counts retractions if the template has no request for them', async () => {
  const template = { match: { method: 'PUT', path: '/{{data.user}}', body: { n: '{{data.n}}' } } };
  const report = await (await open({ template })).deliver([MATCH, RETRACTION]);
  expect(report).toEqual({ delivered: 1, failed: 0, dropped: 1 });
  expect(endpoint.received).toMatchObject([{ method: 'PUT', url: '/hook/ad%C3%A4', body: '{"n":1}' }]);
});

test('a retraction waits until its match has arrived, while other matches do not', async () => {
  const other = numberedResult(2);
  const template = { match: { body: '{{id}}' }, retraction: { body: 'not {{id}}' } };
  let answers = 0;
  endpoint.answer = ({ body }) => (body === `"${ID}"` && ++answers === 1 ? 503 : 200);
  const delivery = (await open({ template })).deliver([MATCH, RETRACTION, other]);
  await until(() => context.environment.timersWaiting === 1);
  expect(endpoint.bodies.sort()).toEqual([ID, other.resultId]);
  context.environment.advance(250);
  expect(await delivery).toEqual({ delivered: 3, failed: 0, dropped: 0 });
  expect(endpoint.bodies.slice(2)).toEqual([ID, `not ${ID}`]);
});

test('sends the lines of several results together, and each retry unchanged', async () => {
  const fields = { preset: 'SplunkHec', values: { token: 't' }, batch: { maxResults: 10 }, parallelism: 1 };
  let answers = 0;
  endpoint.answer = () => (++answers === 1 ? 503 : 200);
  const delivery = (await open(fields)).deliver([MATCH, numberedResult(2), RETRACTION]);
  await until(() => context.environment.timersWaiting === 1);
  context.environment.advance(250);
  expect(await delivery).toMatchObject({ delivered: 3 });
  const [first, second] = endpoint.received.map(({ body }) => body);
  expect(first!.trimEnd().split('\n')).toHaveLength(3);
  expect(second).toBe(first);
});

test('finds the item that a bulk endpoint rejects with status 200, and retries items that may pass', async () => {
  const results = [1, 2, 3, 4].map(n => numberedResult(n));
  // In the whole batch and in its second half
  let busyAnswers = 2;
  const itemOf = (id: string): object => {
    if (id === results[1]!.resultId) return { status: 400, error: { type: 'mapping', reason: 'no number' } };
    const isBusy = id === results[2]!.resultId && busyAnswers-- > 0;
    return isBusy ? { status: 429, error: { type: 'busy' } } : { status: 201 };
  };
  endpoint.answerBody = ({ body }) => {
    const ids = [...body.matchAll(/"_id":"([^"]+)"/g)].map(([, id]) => id!);
    const items = ids.map(id => ({ index: itemOf(id) }));
    return JSON.stringify({ errors: items.some(({ index }) => 'error' in index), items });
  };
  const fields = { preset: 'ElasticBulk', values: { index: 'i' }, batch: {}, parallelism: 1 };
  const delivery = (await open(fields)).deliver(results);
  await until(() => context.environment.timersWaiting === 1);
  context.environment.advance(250);
  const { failures, ...report } = await delivery;
  expect(report).toEqual({ delivered: 3, failed: 1, dropped: 0 });
  expect(failures).toMatchObject([
    { result: results[1], mayPass: false, reason: expect.stringContaining('mapping: no number') as string },
  ]);
});

test.each<[fields: object, message: string]>([
  [{ preset: 'PagerDuty' }, 'The preset PagerDuty needs the value routingKey in `values`.'],
  [{ preset: 'Loki', values: { jop: 'x' } }, 'The preset Loki has no value jop; it has job.'],
  [{ preset: 'Loki', template: { match: { body: 1 } } }, 'Give either a preset or a template, not both.'],
  [{ template: { match: {} } }, 'A request of a template needs either a body or lines.'],
  [
    { template: { match: { body: 1 }, retraction: { body: 1, lines: [1] } } },
    'A request of a template needs either a body or lines.',
  ],
])('rejects %j', async (fields, message) => {
  await expect(open(fields)).rejects.toMatchObject({ code: 'output.invalid', message });
});

test('keeps large whole numbers exact', async () => {
  const large = { ...MATCH, data: { n: 2n ** 60n } };
  const template = { match: { body: { n: '{{data.n}}', text: '{{data}}: {{data.n}}' } } };
  await (await open({ template })).deliver([large]);
  expect(endpoint.received[0]!.body).toBe(
    '{"n":1152921504606846976,"text":"{\\"n\\":1152921504606846976}: 1152921504606846976"}',
  );
});

test('masks values and headers', () => {
  const secret = 'hush';
  const template = {
    match: { headers: { A: secret }, body: 1 },
    retraction: { headers: { B: secret }, body: 1 },
  };
  const endpointWith = { type: 'HttpEndpoint', url: 'http://h/', parallelism: 8, headers: {} } as const;
  const shown = httpDestination.masked!({ ...endpointWith, values: { apiKey: secret }, template });
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown).toMatchObject({ values: { apiKey: expect.any(String) as string } });
});
