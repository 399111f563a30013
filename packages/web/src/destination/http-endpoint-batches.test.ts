import { createHmac } from 'node:crypto';
import { until } from '@weir/platform/testing';
import { Endpoint, sinkOf, testContext, type TestContext } from '@weir/formats/testing';
import { LENIENT } from '@weir/plugins/form';
import { z } from 'zod';
import { postBatchOf } from '../definition/post-batch.js';
import { httpDestination } from '../destination-kinds.js';
import type { DeliveryReport, ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';

let endpoint: Endpoint;
let context: TestContext;
let sink: ResultSink;

beforeEach(async () => {
  endpoint = await Endpoint.start();
  context = await testContext();
});

afterEach(async () => {
  await sink.close();
  await endpoint.stop();
});

async function open(batch: object, definition: object = {}): Promise<void> {
  const fields = { url: endpoint.url, parallelism: 1, batch, ...definition };
  sink = await sinkOf(httpDestination, fields, context, { type: 'Bare' });
  await sink.open();
}

const RESULTS = Array.from({ length: 10 }, (_, n) => numberedResult(n));
const numbersIn = (body: string) => (JSON.parse(body) as { n: number }[]).map(({ n }) => n);
const requests = () => endpoint.received.map(({ body }) => numbersIn(body));

test('sends as many results together as allowed', async () => {
  await open({ maxResults: 4 });
  expect(sink.supports.batch).toBe(4);
  await sink.deliver(RESULTS);
  expect(requests()).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
});

test('keeps a body within its size limit, except for a single result', async () => {
  const long = { ...numberedResult(3), data: { n: 'x'.repeat(50) } };
  await open({ maxBytes: 17 });
  await sink.deliver([...RESULTS.slice(0, 3), long, ...RESULTS.slice(4, 6)]);
  expect(endpoint.received.map(({ body }) => body.length)).toEqual([17, 9, 60, 17]);
});

test('writes a line per result if lines are configured', async () => {
  await open({ format: 'NDJSON' });
  await sink.deliver(RESULTS.slice(0, 2));
  const [{ body, headers }] = endpoint.received as [(typeof endpoint.received)[0]];
  expect(body).toBe('{"n":0}\n{"n":1}\n');
  expect(headers['content-type']).toBe('application/x-ndjson');
});

test('fails only the invalid results of a batch that is rejected for its contents', async () => {
  endpoint.answer = ({ body }) => (numbersIn(body).some(n => n === 2 || n === 9) ? 422 : 200);
  await open({});
  const report = await sink.deliver(RESULTS);
  expect(report).toMatchObject({ delivered: 8, failed: 2 });
  expect(report.failures!.map(({ result, mayPass }) => [result, mayPass])).toEqual([
    [RESULTS[2], false],
    [RESULTS[9], false],
  ]);
});

test.each([401, 404])('does not retry halves with an endpoint that answers %i', async status => {
  endpoint.answer = () => status;
  await open({});
  const { failures } = await sink.deliver(RESULTS);
  expect(failures!.map(({ result }) => result)).toEqual(RESULTS);
  expect(endpoint.received).toHaveLength(1);
});

test('signs a batch with the same id on every retry, whatever was sent in between', async () => {
  endpoint.answer = ({ body }) => (numbersIn(body)[0] === 3 ? 503 : 200);
  await open({ maxResults: 3 }, { signingSecret: 'key', parallelism: 2 });
  const delivery = sink.deliver(RESULTS.slice(0, 8));
  let report: DeliveryReport | undefined;
  void delivery.then(answer => (report = answer));
  for (;;) {
    await until(() => report !== undefined || context.environment.timersWaiting === 1);
    if (report !== undefined) break;
    context.environment.advance(8_000);
  }
  expect(report.failures!.map(({ mayPass }) => mayPass)).toEqual([true, true, true]);
  endpoint.answer = () => 200;
  const pending = report.failures!.map(({ result }) => result);
  expect(await sink.deliver([...pending, RESULTS[8]!])).toMatchObject({ delivered: 4 });
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of endpoint.received) {
    const [id, seconds, signature] = ['id', 'timestamp', 'signature'].map(name =>
      String(headers[`webhook-${name}`]),
    );
    const expected = createHmac('sha256', 'key').update(`${id}.${seconds}.${body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    ids.set(body, (ids.get(body) ?? new Set()).add(id!));
  }
  expect([...ids.keys()].map(numbersIn)).toEqual([[0, 1, 2], [3, 4, 5], [6, 7], [8]]);
  expect([...ids.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
});

test('checks the limits', () => {
  const batch = z.object({ batch: postBatchOf(LENIENT) });
  expect(() => batch.parse({ batch: { maxResults: 10_001 } })).toThrow(/must be at most 10000/);
});
