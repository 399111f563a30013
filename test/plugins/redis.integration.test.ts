/** Redis streams as a source and a destination, against a real server. */
import { describeDestination, describeSource, destinationOf, sourceOf } from '@weir/plugins/conformance';
import { TestEnvironment } from '@weir/platform/testing';
import { extensions } from '@weir/plugin-redis';
import type { Redis } from 'ioredis';
import { takeTexts } from '../brokers/take-texts.js';
import { REDIS_USER, redisHere, RedisServer } from '../services/redis-server.js';
import { describeWith } from '../services/service-cache.js';
import { until } from '../support/until.js';
import { message } from './plugin-messages.js';
import { distinctNumbers, numbers, PluginRun } from './plugin-run.js';

const [source] = extensions.sources!;
const [destination] = extensions.destinations!;

describeWith('Redis streams', await redisHere(), found => {
  let server: RedisServer;
  let redis: Redis;
  let run: PluginRun | undefined;
  let keys = 0;
  beforeAll(async () => {
    server = await RedisServer.start(found);
    redis = server.client();
  });
  afterAll(async () => {
    await run?.stop();
    redis.disconnect();
    await server.stop();
  });

  const freshKey = (): string => `key-${keys++}`;

  async function add(key: string, ...values: string[]): Promise<void> {
    for (const data of values) await redis.xadd(key, '*', 'data', data);
  }

  /** Values of one field, in order. */
  async function valuesOf(key: string, field = 'data'): Promise<string[]> {
    const entries = await redis.xrange(key, '-', '+');
    return entries.map(([, parts]) => parts[parts.indexOf(field) + 1]!);
  }

  describeSource(source!, async () => {
    const key = freshKey();
    const records = ['one', 'two', 'three', 'four', 'fünf'];
    await add(key, ...records);
    return { definition: { url: server.url, key, field: 'data' }, records };
  });

  describeDestination(destination!, () => {
    const key = freshKey();
    return { definition: { url: server.url, key }, arrived: () => valuesOf(key) };
  });

  test('a record is an entry with its id, or one of its fields', async () => {
    const key = freshKey();
    await redis.xadd(key, '1-1', 'user', 'Ada', 'data', '{"n":1}');
    await redis.xadd(key, '1-2', 'user', 'Bob');
    const whole = await sourceOf(source!, { url: server.url, key });
    await whole.open();
    const { texts, after } = await takeTexts(whole, 2);
    expect(texts).toEqual([
      '{"id":"1-1","fields":{"user":"Ada","data":"{\\"n\\":1}"}}',
      '{"id":"1-2","fields":{"user":"Bob"}}',
    ]);
    expect(after).toEqual({ position: 2, cursor: '1-2' });
    await whole.close();
    const single = await sourceOf(source!, { url: server.url, key, field: 'data' });
    await single.open();
    expect((await takeTexts(single, 2)).texts).toEqual(['{"n":1}', '']);
    await single.close();
  });

  test('starts at the end and continues after a lost connection', async () => {
    const key = freshKey();
    await add(key, 'old');
    const environment = new TestEnvironment();
    const reader = await sourceOf(
      source!,
      { url: server.url, key, field: 'data', start: 'end' },
      { environment },
    );
    await reader.open();
    const first = reader.next(1);
    const isBlocked = async (): Promise<boolean> =>
      String(await redis.call('CLIENT', 'LIST')).includes('cmd=xread');
    await until(isBlocked);
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(() => reader.status!().trouble !== undefined);
    await add(key, 'new');
    environment.advance(10_000);
    const batch = await first;
    expect(Buffer.from(batch!.chunk.bytes).toString()).toBe('new');
    expect(reader.status!()).toEqual({});
    await reader.close();
  });

  test.each([
    ['a wrong password', { ...REDIS_USER, password: 'wrong' }, /WRONGPASS/],
    ['a database that does not exist', { database: 99 }, /ERR DB index is out of range/],
    ['a key of another type', { key: 'text' }, /WRONGTYPE/],
  ])('rejects %s with a clear error', async (_, { database, ...fields }: Record<string, unknown>, reason) => {
    await redis.set('text', 'a text');
    const url = database === undefined ? server.url : `${server.url}/${String(database)}`;
    const definition = { url, key: freshKey(), ...fields };
    const reader = await sourceOf(source!, definition);
    await reader.open();
    const sender = `Cannot read from Redis at 127.0.0.1:${server.port}: `;
    await expect(reader.next(1)).rejects.toMatchObject({
      code: 'ingest.invalid',
      message: expect.stringMatching(new RegExp(sender + reason.source)),
    });
    await reader.close();
    const writer = await destinationOf(destination!, definition);
    const one = message('r1', { n: 1 });
    expect(await writer.write([one])).toEqual([
      { message: one, reason: expect.stringMatching(reason), mayPass: false },
    ]);
    await writer.close();
  });

  test('logs in with a name and a password', async () => {
    const key = freshKey();
    await add(key, 'one');
    const reader = await sourceOf(source!, { url: server.url, ...REDIS_USER, key, field: 'data' });
    await reader.open();
    expect((await takeTexts(reader, 1)).texts).toEqual(['one']);
    await reader.close();
  });

  test('refuses to continue in a stream that was replaced by another one', async () => {
    const key = freshKey();
    await redis.xadd(key, '5-1', 'data', 'other');
    const reader = await sourceOf(source!, { url: server.url, key });
    await reader.open({ position: 3, cursor: '7-1' });
    await expect(reader.next(1)).rejects.toMatchObject({
      code: 'ingest.source-changed',
      message: `The stream '${key}' ends at 5-1, before 7-1, which was read. It was replaced by another one: create the ingest stream again.`,
    });
    await reader.close();
  });

  test('a retraction has the id of its match, in the stream that a placeholder names', async () => {
    const writer = await destinationOf(destination!, { url: server.url, key: 'of-{{data.user}}' });
    await writer.write([message('r1', { user: 'Ada' }), message('r2', { user: 'Bob' })]);
    await writer.write([message('r1', { user: 'Ada' }, true)]);
    await writer.close();
    expect(await valuesOf('of-Ada', 'id')).toEqual(['r1', 'r1']);
    expect(await valuesOf('of-Ada', 'kind')).toEqual(['match', 'retraction']);
    expect(await valuesOf('of-Bob')).toEqual(['{"user":"Bob"}']);
  });

  test('limits the length of a stream', async () => {
    const key = freshKey();
    const writer = await destinationOf(destination!, { url: server.url, key, maxLength: 10 });
    await writer.write(numbers(0, 1000).map(n => message(`r${n}`, { n })));
    await writer.close();
    // The server removes whole groups of 100 entries.
    expect(await redis.xlen(key)).toBeLessThanOrEqual(110);
    expect((await valuesOf(key)).at(-1)).toBe('{"n":999}');
  });

  test('delivers again after the server was restarted', async () => {
    const own = await RedisServer.start(found);
    const writer = await destinationOf(destination!, { url: own.url, key: 'k' });
    expect(await writer.write([message('r1', { n: 1 })])).toEqual([]);
    await own.kill();
    expect(await writer.write([message('r2', { n: 2 })])).toMatchObject([{ mayPass: true }]);
    await own.startAgain();
    expect(await writer.write([message('r2', { n: 2 })])).toEqual([]);
    await writer.close();
    const client = own.client();
    expect(await client.xlen('k')).toBe(2);
    client.disconnect();
    await own.stop();
  });

  test('carries records to matches in another stream across a crash, and masks the password', async () => {
    const [from, to] = [freshKey(), freshKey()];
    run = await PluginRun.start('@weir/plugin-redis');
    const login = { url: server.url, ...REDIS_USER };
    await run.createPipeline(
      { type: 'weir.RedisStream', ...login, key: from, field: 'data' },
      { type: 'weir.RedisStream', ...login, key: to },
    );
    expect(await run.stream()).not.toContain(REDIS_USER.password);
    expect(await run.standing()).not.toContain(REDIS_USER.password);
    const addNumbers = (a: number, b: number) => add(from, ...numbers(a, b).map(n => JSON.stringify({ n })));
    await addNumbers(0, 500);
    await until(async () => (await redis.xlen(to)) >= 100);
    const adding = addNumbers(500, 1000);
    await run.crash();
    await adding;
    await until(async () => distinctNumbers(await valuesOf(to)).length === 1000);
    expect(distinctNumbers(await valuesOf(to))).toEqual(numbers(0, 1000));
    await run.expectCount(1000);
  });
});
