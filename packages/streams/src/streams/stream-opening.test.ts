/** A stream that other processes read too: all readers form one stream, whichever of them join, fail or leave. */
import { RecordsLost } from '@weir/contract';
import { type IngestDefinition, parseIngestDefinition } from '@weir/definitions';
import { WeirError } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { FakeReaderProcess, FakeReaderProcesses, FakeReader } from '../testing/fake-readers.js';
import { ReaderTally } from '../reading/reader-tally.js';
import { SHARING_PAUSE_MILLIS, SharingPause } from '../sharing/sharing-pause.js';
import { StreamCounts } from './stream-counts.js';
import { StreamOpening } from './stream-opening.js';
import { AT_THE_BEGINNING, counted, type StreamProgress } from './stream-progress.js';

const KAFKA = {
  source: {
    type: 'Kafka',
    format: { type: 'Json' },
    topics: ['t'],
    bootstrapServers: 'nowhere:1',
    offsetCommitting: { type: 'ExplicitCommit' },
  },
  query: 'RETURN $that',
};

let environment: TestEnvironment;
let remotes: FakeReaderProcesses;
let own: FakeReader;
let counts: StreamCounts;
let progress: StreamProgress;
let run: string[];
let answer: (text: string) => Promise<void>;
let inspectsRecords: boolean;
let alone: SharingPause;
let opening: StreamOpening;
let ended: Promise<unknown>;

beforeEach(() => {
  environment = new TestEnvironment();
  remotes = new FakeReaderProcesses();
  own = new FakeReader();
  counts = new StreamCounts(environment.clock);
  progress = AT_THE_BEGINNING;
  run = [];
  answer = () => Promise.resolve();
  inspectsRecords = true;
  alone = new SharingPause(environment.clock);
});

function begin(definition: object = KAFKA, isPaused = false): void {
  const nothing = (): Promise<void> => Promise.resolve();
  const parsed: IngestDefinition = parseIngestDefinition(definition);
  opening = new StreamOpening({
    ...{
      stream: 's',
      definition: parsed,
      source: own,
      remotes,
      environment,
      alone,
      tally: new ReaderTally(),
    },
    prepared: {
      openSource: () => own,
      runner: {
        preferredInFlight: 3,
        runChunk: async chunk => {
          const text = new TextDecoder().decode(chunk.bytes);
          run.push(`${chunk.firstPosition} ${text}`);
          await answer(text);
          if (text === 'bad') throw new WeirError('cypher.runtime', 'bad');
          return { done: chunk.bounds.length / 2, rejected: 0, rejections: [] };
        },
        ...{ release: nothing, hold: nothing, abort: nothing, close: nothing },
      },
      inspectsRecords,
      parallelism: parsed.parallelism,
      maximumPerSecond: undefined,
      headerRecords: 0,
      warnings: [],
    },
    observer: {
      read: records => counts.read(records),
      done: (records, bytes) => counts.done(records, bytes),
      ran: () => undefined,
      begins: () => 0,
      rejected: () => undefined,
      setAside: () => Promise.resolve(),
      acknowledged: done => {
        progress = { ...counted(progress, done), point: done.point };
      },
    },
    acknowledgedElsewhere: done => {
      progress = counted(progress, done);
    },
    takeBack: open => counts.takeBack(open),
  });
  ended = opening.run(undefined, isPaused).catch((error: unknown) => error);
}

afterEach(async () => {
  await opening.stop();
  await ended;
});

test('present and later processes read too; all records count; the stream resumes at the position of the owning process', async () => {
  const [one, two] = [new FakeReaderProcess('one'), new FakeReaderProcess('two')];
  remotes.set(one);
  begin();
  await until(() => one.opened.length === 1);
  remotes.set(one, two);
  await until(() => two.opened.length === 1);
  own.give('a', 'b');
  one.last.give('c');
  two.last.give('d', 'e', 'f');
  await until(() => progress.records === 6);
  expect(run.map(line => line.split(' ')[1]).sort()).toEqual(['ab', 'c', 'def']);
  // No two records of the stream have the same number.
  expect(new Set(run.map(line => line.split(' ')[0])).size).toBe(3);
  expect([counts.rates.count, counts.recordsRead]).toEqual([6, 6]);
  expect(progress.point!.position).toBe(2);
  const base = Number(run.find(line => line.endsWith('def'))!.split(' ')[0]);
  await until(() => two.last.acknowledged === base + 3);
  expect(opening.readers().map(({ process, records }) => [process, records])).toEqual([
    [undefined, 2],
    ['one', 1],
    ['two', 3],
  ]);
});

test('closes a leaving reader and ends its records in flight; a returning process gets a new reader', async () => {
  const one = new FakeReaderProcess('one');
  remotes.set(one);
  begin();
  let go = (): void => undefined;
  answer = () => new Promise(resolve => (go = resolve));
  await until(() => one.opened.length === 1);
  one.last.give('x', 'y');
  await until(() => run.length === 1);
  expect(counts.recordsRead).toBe(2);
  const { last } = one;
  last.fail(new WeirError('graph.worker-lost', 'gone'));
  remotes.set();
  go();
  await until(() => last.calls.includes('close'));
  await until(() => progress.records === 2);
  answer = () => Promise.resolve();
  // The same process in another session.
  const again = new FakeReaderProcess('one');
  remotes.set(again);
  await until(() => again.opened.length === 1);
  again.last.give('z');
  await until(() => progress.records === 3);
  expect([counts.rates.count, counts.recordsRead]).toEqual([3, 3]);
});

test('does not count records that were read elsewhere and lost with their reader', async () => {
  const one = new FakeReaderProcess('one');
  remotes.set(one);
  begin();
  await until(() => one.opened.length === 1);
  one.last.give('a');
  await until(() => progress.records === 1);
  await opening.pause();
  one.last.give('b', 'c');
  await until(() => counts.recordsRead === 3);
  remotes.set();
  await until(() => counts.recordsRead === 1);
  expect(run).toHaveLength(1);
});

test('restarts a failed reader after a while; meanwhile the stream continues and reports the reason', async () => {
  const one = new FakeReaderProcess('one');
  one.nextFailure = new WeirError('ingest.invalid', 'no such key file');
  remotes.set(one);
  begin();
  await until(() => opening.status().trouble !== undefined);
  expect(opening.status().trouble).toBe('one: no such key file');
  expect(opening.readers()[1]).toEqual({
    stream: 's',
    process: 'one',
    records: 0,
    trouble: 'no such key file',
  });
  own.give('a');
  await until(() => progress.records === 1);
  one.nextFailure = undefined;
  environment.advance(1_000);
  await until(() => one.opened.length === 2);
  one.last.give('b');
  await until(() => progress.records === 2);
  expect(opening.status().trouble).toBeUndefined();
});

test('a record for which the query fails ends the opening, wherever it was read, and closes all readers', async () => {
  const [one, two] = [new FakeReaderProcess('one'), new FakeReaderProcess('two')];
  remotes.set(one, two);
  begin();
  await until(() => one.opened.length + two.opened.length === 2);
  two.last.give('bad');
  expect(await ended).toMatchObject({ code: 'cypher.runtime' });
  for (const reader of [own, one.last, two.last]) expect(reader.calls).toContain('close');
});

test('pause and resume apply to all readers; a reader that joins meanwhile waits', async () => {
  const [one, two] = [new FakeReaderProcess('one'), new FakeReaderProcess('two')];
  remotes.set(one);
  begin();
  await until(() => one.opened.length === 1);
  await opening.pause();
  remotes.set(one, two);
  await until(() => two.opened.length === 1);
  for (const reader of [own, one.last, two.last]) expect(reader.calls.at(-1)).toBe('pause');
  expect(two.last.calls).not.toContain('open');
  one.last.give('a');
  await opening.resume();
  await until(() => progress.records === 1);
  await until(() => two.last.calls.includes('open'));
});

test('all readers together are limited to the records in flight of a single one', async () => {
  const [one, two] = [new FakeReaderProcess('one'), new FakeReaderProcess('two')];
  remotes.set(one, two);
  let most = 0;
  let underWay = 0;
  const waiting: (() => void)[] = [];
  answer = async () => {
    most = Math.max(most, ++underWay);
    await new Promise<void>(resolve => waiting.push(resolve));
    underWay--;
  };
  begin();
  await until(() => one.opened.length + two.opened.length === 2);
  for (let i = 0; i < 10; i++) for (const reader of [own, one.last, two.last]) reader.give('a');
  while (progress.records < 30) {
    await until(() => waiting.length > 0);
    for (const go of waiting.splice(0)) go();
    await new Promise(resolve => setImmediate(resolve));
  }
  // The limit is three; each reader checked before it read.
  expect(most).toBeLessThanOrEqual(5);
});

test.each([true, false])(
  'records stay where they were read, unless this process inspects them: %s',
  async inspects => {
    inspectsRecords = inspects;
    const one = new FakeReaderProcess('one');
    remotes.set(one);
    begin();
    await until(() => one.opened.length === 1);
    expect(one.keeps).toBe(!inspects);
  },
);

test('limits records that stay elsewhere to the needs of the workers there, while other records continue', async () => {
  inspectsRecords = false;
  const one = new FakeReaderProcess('one');
  remotes.set(one);
  const waiting: (() => void)[] = [];
  answer = () => new Promise(resolve => waiting.push(resolve));
  begin();
  await until(() => one.opened.length === 1);
  for (let i = 0; i < 4; i++) one.last.give('a');
  await until(() => waiting.length === 2);
  own.give('b');
  await until(() => waiting.length === 3);
  expect(run.map(line => line.split(' ')[1])).toEqual(['a', 'a', 'b']);
  while (progress.records < 5) {
    for (const go of waiting.splice(0)) go();
    await new Promise(resolve => setImmediate(resolve));
  }
});

test('records lost with their process are not a failure', async () => {
  const one = new FakeReaderProcess('one');
  remotes.set(one);
  answer = async text => {
    if (text === 'gone') throw new RecordsLost(false);
  };
  begin();
  await until(() => one.opened.length === 1);
  one.last.give('gone');
  await until(() => opening.status().trouble !== undefined);
  environment.advance(1_000);
  await until(() => one.opened.length === 2);
  own.give('a');
  await until(() => progress.records === 1);
});

test('reads the stream only here for a while if a worker was lost together with lost records', async () => {
  const [one, two] = [new FakeReaderProcess('one'), new FakeReaderProcess('two')];
  remotes.set(one, two);
  answer = async text => {
    if (text === 'deadly') throw new RecordsLost(true);
  };
  begin();
  await until(() => one.opened.length + two.opened.length === 2);
  one.last.give('deadly');
  await until(() => opening.readers().length === 1);
  await until(() => two.last.calls.includes('close'));
  own.give('a');
  await until(() => progress.records === 1);
  remotes.set(one, two);
  expect(opening.readers()).toHaveLength(1);
  environment.advance(SHARING_PAUSE_MILLIS);
  expect(opening.readers()).toHaveLength(3);
});

const REST = { format: { type: 'Json' } };
const NATS = { type: 'NatsJetStream', servers: ['nowhere:1'], stream: 's', ...REST };
const LEASES = {
  ...{ type: 'KinesisKCL', kinesisStreamName: 's', applicationName: 'a', ...REST },
  initialPosition: { type: 'TrimHorizon' },
};
const QUEUE = { type: 'SQS', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/1/q', ...REST };

test.each([
  ['Kafka', KAFKA.source, 7],
  ['NATS', NATS, 4],
  ['Kinesis with leases', LEASES, 4],
  ['SQS', QUEUE, 4],
])('all processes read it, and the lag is known: %s', async (_, source, lag) => {
  const one = new FakeReaderProcess('one');
  remotes.set(one);
  begin({ ...KAFKA, source });
  await until(() => one.opened.length === 1);
  own.lag = 3;
  expect(opening.status().lag).toBeUndefined();
  one.last.lag = 4;
  expect(opening.status().lag).toBe(lag);
});

test.each([
  ['one record after the other', { ...KAFKA, parallelism: 1 }],
  ['no offsets in the group', { ...KAFKA, source: { ...KAFKA.source, offsetCommitting: undefined } }],
  ['partitions by name', { ...KAFKA, source: { ...KAFKA.source, topics: { t: [0] } } }],
  ['an end', { ...KAFKA, source: { ...KAFKA.source, endingOffset: 7 } }],
  ['what stays in its queue', { ...KAFKA, source: { ...QUEUE, deleteReadMessages: false } }],
  [
    'one name for all',
    {
      ...KAFKA,
      source: { ...LEASES, advancedSettings: { configsBuilder: { workerIdentifier: 'me' } } },
    },
  ],
  ['numbers', { source: { type: 'NumberIterator', startOffset: 0 }, query: 'RETURN $that', parallelism: 4 }],
])('reads it only here: %s', async (_, definition) => {
  const one = new FakeReaderProcess('one');
  remotes.set(one);
  begin(definition);
  own.give('a');
  await until(() => progress.records === 1);
  expect(one.opened).toEqual([]);
  expect(opening.readers()).toHaveLength(1);
});
