import { createHmac } from 'node:crypto';
import type { OutputStructure } from '@weir/formats/forms';
import { Endpoint, sinkOf, testContext, type TestContext } from '@weir/formats/testing';
import { until } from '@weir/platform/testing';
import { httpDestination } from '../destination-kinds.js';
import type { ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';

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

async function open({
  structure,
  ...fields
}: { structure?: OutputStructure } & Record<string, unknown> = {}): Promise<ResultSink> {
  sink = await sinkOf(httpDestination, { url: endpoint.url, ...fields }, context, structure);
  await sink.open();
  return sink;
}

const RESULT = numberedResult(7);
const META = { resultId: RESULT.resultId, isPositiveMatch: true };

test.each<[definition: { structure?: OutputStructure }, body: unknown]>([
  [{}, { meta: META, data: { n: 7 } }],
  [{ structure: { type: 'Bare' } }, { n: 7 }],
])('%j decides which parts of a result are sent', async (definition, body) => {
  await (await open(definition)).deliver([RESULT]);
  expect(endpoint.bodies).toEqual([body]);
});

test('sends JSON by POST, with the headers of the definition', async () => {
  await (
    await open({ headers: { Authorization: 'Bearer secret', 'Content-Type': 'text/plain' } })
  ).deliver([RESULT]);
  const [{ method, headers }] = endpoint.received as [(typeof endpoint.received)[0]];
  expect(method).toBe('POST');
  expect(headers['authorization']).toBe('Bearer secret');
  expect(headers['content-type']).toBe('application/json');
});

test.each([
  [{}, `Basic ${Buffer.from('user:pass').toString('base64')}`],
  [{ authorization: 'Bearer own' }, 'Bearer own'],
])('sends the login in its address, unless the headers %j have one', async (headers, authorization) => {
  const url = endpoint.url.replace('//', '//user:pass@');
  await (await open({ url, headers })).deliver([RESULT]);
  expect(endpoint.received[0]?.headers['authorization']).toBe(authorization);
});

test('signs each request as Standard Webhooks defines, with the same id on every retry', async () => {
  const key = Buffer.from('a key of some length');
  const signed = await open({
    signingSecret: `whsec_${key.toString('base64')}`,
    structure: { type: 'Bare' },
  });
  const cancelled = numberedResult(7, false);
  await signed.deliver([RESULT, RESULT, cancelled]);
  const ids = endpoint.received.map(({ headers, body }) => {
    const [id, seconds, signature] = ['id', 'timestamp', 'signature'].map(name =>
      String(headers[`webhook-${name}`]),
    );
    const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    return id!;
  });
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(2);
});

test('keeps the configured number of requests in flight', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => (release = resolve));
  endpoint.answer = () => held.then(() => 200);
  const delivery = (await open({ parallelism: 3 })).deliver(
    Array.from({ length: 9 }, (_, n) => numberedResult(n)),
  );
  await until(() => endpoint.atOnce === 3);
  release();
  expect(await delivery).toEqual({ delivered: 9, failed: 0, dropped: 0 });
  expect(endpoint.mostAtOnce).toBe(3);
});

test('blocks while an endpoint has transient errors, and loses nothing', async () => {
  let answers = 0;
  endpoint.answer = () => (++answers < 4 ? 503 : 200);
  const delivery = (await open()).deliver([RESULT]);
  for (const pause of [250, 500, 1000]) {
    await until(() => context.environment.timersWaiting === 1);
    context.environment.advance(pause);
  }
  expect(await delivery).toEqual({ delivered: 1, failed: 0, dropped: 0 });
  expect(context.environment.logged).toEqual([]);
});

test('gives up on an endpoint that stays unreachable, and reports the reason', async () => {
  const sender = await open({ parallelism: 1 });
  await endpoint.stop();
  const delivery = sender.deliver([numberedResult(1), numberedResult(2)]);
  let isDone = false;
  void delivery.then(() => (isDone = true));
  for (;;) {
    await until(() => isDone || context.environment.timersWaiting === 1);
    if (isDone) break;
    context.environment.advance(4000);
  }
  const { failures, ...report } = await delivery;
  expect(report).toEqual({ delivered: 0, failed: 2, dropped: 0 });
  expect(failures!.map(({ mayPass }) => mayPass)).toEqual([true, true]);
  expect(failures![0]!.reason).toContain('ECONNREFUSED');
  endpoint = await Endpoint.start();
});

test.each([400, 401, 404, 422, 302])('does not retry when the endpoint answers %i', async status => {
  endpoint.answer = () => status;
  const reason = `${endpoint.url}: status ${status}`;
  expect(await (await open()).deliver([RESULT])).toEqual({
    delivered: 0,
    failed: 1,
    dropped: 0,
    failures: [{ result: RESULT, reason, mayPass: false }],
  });
  expect(endpoint.received).toHaveLength(1);
});

test.each(['nowhere', 'ftp://host/x', 'file:///etc/passwd', ''])('rejects %j as an address', async url => {
  await expect(open({ url })).rejects.toMatchObject({ code: 'output.invalid' });
});
