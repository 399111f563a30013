import type { StandingOutput } from '@weir/contract';
import { Endpoint, sinkOf, testContext, type TestContext } from '@weir/formats/testing';
import { settle, until } from '@weir/platform/testing';
import { slackDestination } from '../destination-kinds.js';
import type { ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';
import { slackBlocks, slackMessage } from './slack-message.js';

const header = (text: string): object => ({ type: 'header', text: { type: 'plain_text', text } });
const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } });
const code = (n: number): object => section(`\`\`\`{\n  "n" : ${n}\n}\`\`\``);
const match = (n: number): StandingOutput => numberedResult(n);
const cancellation = (n: number): StandingOutput => numberedResult(n, false);

test.each<[matches: number, cancellations: number, text: string, blocks: object[]]>([
  [1, 0, 'New Standing Query Result', [header('New Standing Query Result'), code(1)]],
  [0, 1, 'Standing Query Result Cancelled', [header('Standing Query Result Cancelled'), code(2)]],
  [
    3,
    0,
    'New Standing Query Updates',
    [header('New Standing Query Results'), section('Latest result of 2:'), code(1)],
  ],
  [
    1,
    4,
    'New Standing Query Updates',
    [header('New Standing Query Result'), code(1), header('Standing Query Results Cancelled: 4'), code(2)],
  ],
])('describes %i match(es) and %i cancellation(s)', (matches, cancellations, text, blocks) => {
  const message = slackMessage({
    matches,
    latestMatch: matches > 0 ? match(1) : undefined,
    cancellations,
    latestCancellation: cancellations > 0 ? cancellation(2) : undefined,
  });
  expect(JSON.parse(message)).toEqual({ text, blocks });
});

test('indents data, whatever it holds', () => {
  const data = { a: [1, { b: 'x, {y}: "z"' }], c: [], d: {} };
  const latestMatch = { ...match(1), data };
  const message = slackMessage({ matches: 1, latestMatch, cancellations: 0, latestCancellation: undefined });
  const { blocks } = JSON.parse(message) as { blocks: [unknown, { text: { text: string } }] };
  expect(blocks[1].text.text.slice(3, -3)).toBe(
    '{\n  "a" : [\n    1,\n    {\n      "b" : "x, {y}: \\"z\\""\n    }\n  ],\n  "c" : [],\n  "d" : {}\n}',
  );
});

test('indents only the start of very long data', () => {
  for (const long of [Array.from({ length: 200_000 }, () => []), 'x'.repeat(16_000_000)]) {
    const latestMatch = { ...match(1), data: { long } };
    const message = slackMessage({
      matches: 1,
      latestMatch,
      cancellations: 0,
      latestCancellation: undefined,
    });
    const { blocks } = JSON.parse(message) as { blocks: [unknown, { text: { text: string } }] };
    expect(blocks[1].text.text).toMatch(/^```\{\n {2}"long" : .*…```$/s);
  }
});

test.each(['<&>', '😀', 'x', '"'])('never exceeds the limits of Slack: %s', character => {
  const long = character.repeat(5_000);
  const latestMatch = { ...match(1), data: { long } };
  const bodies = [
    slackMessage({ matches: 1, latestMatch, cancellations: 0, latestCancellation: undefined }),
    slackBlocks(`1 record of ${long}`, long, long),
  ];
  for (const body of bodies) {
    const { blocks } = JSON.parse(body) as { blocks: { type: string; text: { text: string } }[] };
    for (const { type, text } of blocks) {
      expect(text.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000);
      expect(text.text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    }
    expect(blocks.at(-1)!.text.text.slice(-4)).toBe('…```');
  }
});

describe('over time', () => {
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

  async function open(): Promise<void> {
    sink = await sinkOf(slackDestination, { hookUrl: endpoint.url }, context);
    await sink.open();
  }

  test('sends the first result immediately, the others together after the interval', async () => {
    await open();
    const { arrived: first } = await sink.deliver([match(1)]);
    await first;
    await sink.deliver([match(2), match(3)]);
    await sink.deliver([cancellation(3)]);
    context.environment.advance(19_999);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    context.environment.advance(1);
    await until(() => endpoint.received.length === 2);
    expect(endpoint.bodies[1]).toMatchObject({ text: 'New Standing Query Updates' });
  });

  test('reports results as arrived with their message, all results of a message together', async () => {
    await open();
    const [first] = await Promise.all([sink.deliver([match(1)])]);
    expect(await first.arrived).toBeUndefined();
    const [second, third] = [await sink.deliver([match(2)]), await sink.deliver([match(3)])];
    expect(third.arrived).toBe(second.arrived);
    let hasArrived = false;
    void third.arrived!.then(() => (hasArrived = true));
    await settle();
    expect(hasArrived).toBe(false);
    endpoint.answer = () => 404;
    context.environment.advance(20_000);
    expect(await third.arrived).toMatchObject({
      count: 2,
      failures: [{ result: match(3), reason: 'a message about 2 result(s): status 404' }],
    });
  });

  test('sends pending results when the sink is closed; results that cannot be sent have not arrived', async () => {
    await open();
    const { arrived: first } = await sink.deliver([match(1)]);
    await first;
    endpoint.answer = () => 404;
    const { arrived } = await sink.deliver([match(2), match(3)]);
    let hasArrived = false;
    void arrived!.then(() => (hasArrived = true));
    await sink.close();
    await settle();
    expect(endpoint.received).toHaveLength(2);
    expect(hasArrived).toBe(false);
  });

  test('sends results behind a message in flight when the sink is closed, or reports their failure', async () => {
    await open();
    let answer!: (status: number) => void;
    endpoint.answer = () => new Promise(resolve => (answer = resolve));
    await sink.deliver([match(1)]);
    await until(() => endpoint.received.length === 1);
    await sink.deliver([match(2), match(3)]);
    const closed = sink.close();
    answer(200);
    await until(() => endpoint.received.length === 2);
    context.environment.advance(1_000);
    await closed;
    expect(context.environment.logged.map(({ message }) => message)).toEqual([
      expect.stringContaining('is delayed by 2 pending result(s): a message was not sent'),
    ]);
  });
});
