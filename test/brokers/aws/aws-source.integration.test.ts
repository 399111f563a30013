/** The AWS sources alone, against Moto. */
import { gzipSync } from 'node:zlib';
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { prepareSource } from '@weir/streams';
import { describeIngestSource } from '@weir/plugins/conformance';
import { parseIngestDefinition } from '@weir/definitions';
import { OPEN_RULES, OutgoingPolicy, type OutgoingRules } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { AwsResources } from './aws-resources.js';
import { takeTexts } from '../take-texts.js';

describeWith('sources of AWS', await motoHere(), found => {
  let server: MotoServer;
  let resources: AwsResources;
  let number = 0;
  const opened: IngestSource[] = [];

  beforeAll(async () => {
    server = await MotoServer.start(found);
    resources = new AwsResources(server);
  });
  afterEach(async () => {
    for (const source of opened.splice(0)) await source.close();
  });
  afterAll(async () => {
    resources.close();
    await server.stop();
  });

  async function make(
    fields: object,
    rules: OutgoingRules = OPEN_RULES,
    isTrial = false,
  ): Promise<IngestSource> {
    const { source: definition } = parseIngestDefinition({
      endpoint: server.endpoint,
      region: AWS_REGION,
      credentials: AWS_USER,
      ...fields,
    });
    const outgoing = new OutgoingPolicy(rules);
    const environment = systemEnvironment();
    const nothing = { files: undefined as never, standardInput: undefined as never };
    const context = { environment, outgoing, isTrial, ...nothing };
    const source = (await prepareSource('s', definition, context)).openSource();
    opened.push(source);
    return source;
  }

  async function open(fields: object, from?: ResumePoint): Promise<IngestSource> {
    const source = await make(fields);
    await source.open(from);
    return source;
  }

  const records = ['a', 'b', 'c', 'd', 'e', 'f'];

  describe('SQS', () => {
    async function queueWith(bodies: readonly string[], attributes = {}) {
      const queueUrl = await resources.queue(`q${++number}`, attributes);
      await resources.sendAll(queueUrl, bodies);
      return { type: 'SQSIngest', queueUrl };
    }

    describeIngestSource('SQS', async () => {
      const fields = await queueWith(records);
      return { records, make: () => make(fields) };
    });

    test('deletes only durable messages', async () => {
      const fields = await queueWith(records);
      const source = await open(fields);
      const { after, texts } = await takeTexts(source, 4);
      expect(texts).toEqual(['a', 'b', 'c', 'd']);
      expect(await resources.queueState(fields.queueUrl)).toEqual([0, 6]);
      await source.acknowledge({ ...after, position: 3 });
      await until(async () => (await resources.queueState(fields.queueUrl))[1] === 3);
      await source.close();
      // Other readers can receive the rest immediately.
      expect(await resources.queueState(fields.queueUrl)).toEqual([3, 0]);
    });

    test('a dry run deletes nothing, and releases its messages immediately', async () => {
      const fields = await queueWith(records);
      const source = await make(fields, OPEN_RULES, true);
      await source.open();
      const { texts, after } = await takeTexts(source, 2);
      expect(texts).toEqual(['a', 'b']);
      await source.acknowledge(after);
      await source.close();
      expect(await resources.queueState(fields.queueUrl)).toEqual([6, 0]);
    });

    test('hides messages that take longer than the visibility timeout', async () => {
      const fields = await queueWith(['slow'], { VisibilityTimeout: '4' });
      const source = await open(fields);
      const { after } = await takeTexts(source, 1);
      const start = performance.now();
      await until(async () => {
        expect(await resources.queueState(fields.queueUrl)).toEqual([0, 1]);
        return performance.now() - start > 9_000;
      });
      await source.acknowledge(after);
      await until(async () => String(await resources.queueState(fields.queueUrl)) === '0,0');
    });

    test('keeps all messages if configured to', async () => {
      const fields = await queueWith(records, { VisibilityTimeout: '1' });
      const source = await open({ ...fields, deleteReadMessages: false });
      const { after } = await takeTexts(source, 6);
      await source.acknowledge(after);
      const { texts } = await takeTexts(source, 6);
      expect(texts.sort()).toEqual(records);
    });

    test('gives back unread messages while it is paused', async () => {
      const fields = await queueWith(records);
      const source = await open(fields);
      await takeTexts(source, 2);
      await source.pause();
      expect(await resources.queueState(fields.queueUrl)).toEqual([4, 2]);
      await source.resume();
      expect((await takeTexts(source, 4)).texts.sort()).toEqual(['c', 'd', 'e', 'f']);
    });

    test('requests several batches concurrently, and reports the number of messages', async () => {
      const texts = Array.from({ length: 300 }, (_, i) => String(i));
      const fields = await queueWith(texts);
      const source = await open({ ...fields, readParallelism: 8 });
      // A queue may deliver a message twice.
      const found = new Set<string>();
      const takeUntil = async (count: number): Promise<ResumePoint | undefined> => {
        let after: ResumePoint | undefined;
        while (found.size < count) {
          const taken = await takeTexts(source, 1);
          found.add(taken.texts[0]!);
          ({ after } = taken);
        }
        return after;
      };
      await takeUntil(250);
      await until(() => source.status!().lag === 300);
      await source.acknowledge((await takeUntil(300))!);
      expect(found).toEqual(new Set(texts));
      // A duplicate is deleted twice.
      const rest = (async () => {
        for (let batch; (batch = await source.next(10)) !== undefined;) await source.acknowledge(batch.after);
      })();
      await until(() => source.status!().lag === 0);
      await source.close();
      await rest;
    });

    test('waits for a queue that does not exist yet, and for a server that went away', async () => {
      const name = `q${++number}`;
      const queueUrl = `${server.endpoint}/123456789012/${name}`;
      const source = await open({ type: 'SQSIngest', queueUrl });
      const first = takeTexts(source, 1);
      await until(() => source.status!().trouble?.includes('does not exist') === true);
      await resources.queue(name);
      await resources.sendAll(queueUrl, ['a']);
      const { texts, after } = await first;
      expect(texts).toEqual(['a']);
      await source.acknowledge(after);
      await until(async () => String(await resources.queueState(queueUrl)) === '0,0');
      const second = takeTexts(source, 1);
      await server.kill();
      await until(() => source.status!().trouble !== undefined);
      await server.startAgain();
      await resources.sendAll(queueUrl, ['b']);
      // The server forgot the deletions.
      expect(['a', 'b']).toContain((await second).texts[0]);
      expect(source.status!().trouble).toBeUndefined();
    });
  });

  describe('Kinesis', () => {
    async function streamWith(texts: readonly string[], shards = 1) {
      const streamName = `k${++number}`;
      await resources.stream(streamName, shards);
      await resources.put(streamName, texts);
      return { type: 'KinesisIngest', streamName, iteratorType: 'TrimHorizon' as unknown };
    }

    describeIngestSource('Kinesis', async () => {
      const fields = await streamWith(records);
      return { records, make: () => make(fields) };
    });

    test('begins at the configured position', async () => {
      const fields = await streamWith(['a', 'b', 'c']);
      const [shard] = await resources.shards(fields.streamName);
      const { StartingSequenceNumber: sequenceNumber } = shard!.SequenceNumberRange!;
      const shardIds = [shard!.ShardId];
      const at = (type: string) => open({ ...fields, shardIds, iteratorType: { type, sequenceNumber } });
      const from = { type: 'AtTimestamp', millisSinceEpoch: 0 };
      expect((await takeTexts(await open({ ...fields, iteratorType: from }), 3)).texts).toEqual([
        'a',
        'b',
        'c',
      ]);
      const [first] = (await takeTexts(await at('AtSequenceNumber'), 1)).texts;
      const [second] = (await takeTexts(await at('AfterSequenceNumber'), 1)).texts;
      expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
      const latest = await open({ ...fields, iteratorType: 'Latest' });
      const waiting = takeTexts(latest, 1);
      await until(() => latest.status!().behindMillis === 0);
      await resources.put(fields.streamName, ['d']);
      expect((await waiting).texts).toEqual(['d']);
    });

    test('follows splits and merges, reads each record once, and resumes in the middle of them', async () => {
      const texts = (from: number) => Array.from({ length: 200 }, (_, i) => String(from + i));
      const fields = await streamWith(texts(0), 2);
      const [one] = await resources.shards(fields.streamName);
      await resources.split(fields.streamName, one!.ShardId!);
      await resources.put(fields.streamName, texts(200));
      const source = await open(fields);
      const { texts: begin, after } = await takeTexts(source, 250);
      await source.close();
      const [left, right] = (await resources.shards(fields.streamName)).filter(
        ({ ParentShardId }) => ParentShardId === one!.ShardId,
      );
      await resources.merge(fields.streamName, left!.ShardId!, right!.ShardId!);
      await resources.put(fields.streamName, texts(400));
      const again = await open(fields, JSON.parse(JSON.stringify(after)) as ResumePoint);
      const { texts: rest } = await takeTexts(again, 350);
      const all = [...begin, ...rest];
      expect(all.length).toBe(600);
      expect(new Set(all).size).toBe(600);
    });

    test('ends with the configured shards', async () => {
      const fields = await streamWith(records);
      const [shard] = await resources.shards(fields.streamName);
      await resources.split(fields.streamName, shard!.ShardId!);
      const source = await open({ ...fields, shardIds: [shard!.ShardId!] });
      expect((await takeTexts(source, 100)).texts).toEqual(records);
      const none = await open({ ...fields, shardIds: ['shardId-none'] });
      await expect(none.next(1)).rejects.toMatchObject({ code: 'ingest.invalid' });
    });

    test('reads a hundred shards', async () => {
      const texts = Array.from({ length: 1000 }, (_, i) => String(i));
      const fields = await streamWith(texts, 100);
      expect(new Set((await takeTexts(await open(fields), 1000)).texts)).toEqual(new Set(texts));
    });

    test('survives a server crash and restart without loss', async () => {
      const fields = await streamWith(['a', 'b']);
      const source = await open(fields);
      expect((await takeTexts(source, 2)).texts).toEqual(['a', 'b']);
      const waiting = takeTexts(source, 1);
      await server.kill();
      await until(() => source.status!().trouble !== undefined);
      await server.startAgain();
      await resources.put(fields.streamName, ['c']);
      expect((await waiting).texts).toEqual(['c']);
      expect(source.status!().trouble).toBeUndefined();
    });
  });

  describe('S3', () => {
    const bucket = 'objects';
    const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i} ${'x'.repeat(i % 50)}`);

    async function objectWith(body: string | Buffer, encoding?: string) {
      const key = `folder/o ${++number}`;
      await resources.object(bucket, key, body, encoding);
      return { type: 'S3Ingest', bucket, key };
    }

    describeIngestSource('S3', async () => {
      const fields = await objectWith(records.join('\n'));
      return { records, make: () => make(fields) };
    });

    describeIngestSource('S3, packed', async () => {
      const fields = await objectWith(gzipSync(records.join('\n')), 'gzip');
      return { records, make: () => make(fields) };
    });

    test('resumes in the middle of a large object, unless the object has changed', async () => {
      const fields = await objectWith(lines.join('\n'));
      const first = await open(fields);
      const { after, texts } = await takeTexts(first, 12_345);
      expect(texts).toEqual(lines.slice(0, 12_345));
      const second = await open(fields, after);
      expect((await takeTexts(second, 1e6)).texts).toEqual(lines.slice(12_345));
      const { length } = Buffer.from(lines.join('\n'));
      expect(second.status!().progress).toEqual({ unit: 'bytes', done: length, total: length });
      await resources.object(bucket, fields.key, 'other');
      const changed = await open(fields, after);
      await expect(changed.next(1)).rejects.toMatchObject({ code: 'ingest.source-changed' });
    });

    test('decompresses as version 2 defines', async () => {
      const { key } = await objectWith(gzipSync(lines.join('\n')));
      const source = {
        ...{ type: 'S3', bucket, key, format: { type: 'Line' }, startOffset: 10, limit: 5 },
        ...{ characterEncoding: 'UTF-8', recordDecoders: ['GZIP'] },
        ...{ endpoint: server.endpoint, region: AWS_REGION, credentials: AWS_USER },
      };
      const opened = await open({ source, query: 'RETURN 1' });
      expect((await takeTexts(opened, 100)).texts).toEqual(lines.slice(10, 15));
      expect(opened.status!().progress).toEqual({ unit: 'records', done: 5, total: 5 });
    });

    test('fails for a missing object', async () => {
      const source = await open({ type: 'S3Ingest', bucket, key: 'nothing' });
      await expect(source.next(1)).rejects.toMatchObject({ code: 'ingest.invalid' });
    });
  });

  test.each<[object, string]>([
    [{ endpoint: 'localhost:5000' }, 'endpoint'],
    [{ endpoint: 'file:///etc/passwd' }, 'not an http or https URL'],
    [{ endpoint: 'http://169.254.169.254' }, 'is not an allowed destination'],
    [{ queueUrl: 'http://169.254.169.254/1/q' }, 'queueUrl: 169.254.169.254 is not an allowed destination'],
    [{ queueUrl: 'q' }, 'queueUrl'],
  ])('rejects %j', async (fields, complaint) => {
    const made = make({ type: 'SQSIngest', queueUrl: `${server.endpoint}/1/q`, ...fields });
    await expect(made).rejects.toMatchObject({
      code: 'ingest.invalid',
      message: expect.stringContaining(complaint),
    });
  });

  test('checks connections, not only the definition', async () => {
    const { endpoint } = server;
    const rules = { ...OPEN_RULES, loopback: false };
    const fields = { type: 'KinesisIngest', streamName: 'k' };
    await expect(make(fields, rules)).rejects.toMatchObject({ code: 'ingest.invalid' });
    process.env['AWS_ENDPOINT_URL'] = endpoint;
    try {
      const source = await make({ ...fields, endpoint: undefined }, rules);
      await source.open();
      const waiting = source.next(1);
      await until(() => source.status!().trouble?.includes('is not an allowed destination') === true);
      await source.close();
      await waiting;
    } finally {
      delete process.env['AWS_ENDPOINT_URL'];
    }
  });
});
