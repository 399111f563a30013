/** Requests of the owner to a remote reader are executed there and answered; over ports that lose nothing. */
import type {
  RecordChunk,
  RecordReader,
  ResumePoint,
  SourceBatch,
  SourceLender,
  SourceStatus,
} from '@weir/contract';
import { WeirError } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { deserialize, serialize } from 'node:v8';
import { type ChannelPort, postKept, WorkerChannel } from '../threads/message-channel.js';
import { LentReaders } from './lent-readers.js';
import { ReaderHost } from './reader-host.js';

class Port implements ChannelPort {
  other!: Port;
  private take: ((message: unknown) => void) | undefined = undefined;

  postMessage(message: unknown): void {
    const bytes = serialize(message);
    setImmediate(() => this.other.take?.(deserialize(bytes)));
  }

  on(_: 'message', take: (message: unknown) => void): void {
    this.take = take;
  }

  close(): void {
    this.take = undefined;
  }
}

class FakeReader implements RecordReader {
  readonly done: string[] = [];
  now: SourceStatus = {};
  private give: ((batch: SourceBatch | undefined) => void) | undefined = undefined;
  failure: WeirError | undefined = undefined;

  async open(from?: ResumePoint): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.done.push(`open ${from?.position}`);
  }

  next(maximum: number): Promise<SourceBatch | undefined> {
    this.done.push(`next ${maximum}`);
    return new Promise(resolve => (this.give = resolve));
  }

  async acknowledge({ position }: ResumePoint): Promise<void> {
    this.done.push(`acknowledge ${position}`);
  }

  async pause(): Promise<void> {
    this.done.push('pause');
  }

  async resume(): Promise<void> {
    this.done.push('resume');
  }

  status(): SourceStatus {
    return this.now;
  }

  async close(): Promise<void> {
    this.done.push('close');
    this.give?.(undefined);
  }

  gives(texts: readonly string[], firstPosition: number): void {
    const bytes = new TextEncoder().encode(texts.join(''));
    let at = 0;
    const bounds = Uint32Array.from(texts.flatMap(text => [at, (at += text.length)]));
    const after = { position: firstPosition + texts.length, cursor: 'there' };
    this.give!({ chunk: { bytes, bounds, firstPosition }, after });
  }
}

let environment: TestEnvironment;
let there: FakeReader;
let prepared: unknown[];
let readers: LentReaders;
let host: ReaderHost;

beforeEach(() => {
  environment = new TestEnvironment();
  there = new FakeReader();
  prepared = [];
  begin({
    prepare: (stream, definition) => {
      prepared.push([stream, definition]);
      return Promise.resolve(there);
    },
  });
});

function begin(sources: SourceLender | undefined): void {
  const [here, elsewhere] = [new Port(), new Port()];
  here.other = elsewhere;
  elsewhere.other = here;
  host = new ReaderHost(elsewhere, sources, environment);
  readers = new LentReaders('other', [2, 3], here);
}

async function opened(keeps = false): Promise<RecordReader> {
  const reader = readers.reader('s', { source: { type: 'Kafka' }, much: 2n ** 60n }, keeps);
  await reader.open({ position: 5, cursor: null });
  return reader;
}

test('prepares a remote reader, returns requested batches, and passes acknowledgements on', async () => {
  const reader = await opened();
  expect(prepared).toEqual([['s', { source: { type: 'Kafka' }, much: 2n ** 60n }]]);
  const asked = reader.next(7);
  await until(() => there.done.includes('next 7'));
  there.gives(['one', 'two'], 5);
  const batch = await asked;
  expect(new TextDecoder().decode(batch!.chunk.bytes)).toBe('onetwo');
  expect([...batch!.chunk.bounds]).toEqual([0, 3, 3, 6]);
  expect(batch!.chunk.firstPosition).toBe(5);
  await reader.pause();
  await reader.resume();
  await reader.acknowledge(batch!.after);
  await reader.close();
  expect(there.done).toEqual(['open 5', 'next 7', 'pause', 'resume', 'acknowledge 7', 'close']);
});

/** Messages to a remote worker about a chunk that its process keeps. */
function recordingWorker(chunk: RecordChunk): {
  readonly messages: unknown[];
  readonly outcome: Promise<unknown>;
} {
  const messages: unknown[] = [];
  const [here, elsewhere] = [new Port(), new Port()];
  here.other = elsewhere;
  elsewhere.other = here;
  const channel = new WorkerChannel(here, undefined as never);
  elsewhere.on('message', message =>
    postKept(
      { postMessage: each => void messages.push(each) },
      message,
      ticket => host.chunk(ticket),
      answer => elsewhere.postMessage(answer),
    ),
  );
  return { messages, outcome: channel.services().lanes.runChunk(9, chunk, true) };
}

async function keptChunk(reader: RecordReader): Promise<SourceBatch> {
  const asked = reader.next(7);
  await until(() => there.done.includes('next 7'));
  there.gives(['one', 'two'], 5);
  return (await asked)!;
}

test('passes a kept chunk to a worker there, complete and as often as requested', async () => {
  const reader = await opened(true);
  const { chunk, after } = await keptChunk(reader);
  expect([chunk.bytes.length, chunk.bounds.length, chunk.firstPosition]).toEqual([0, 4, 5]);
  expect(chunk.kept!.workers).toEqual([2, 3]);
  for (let k = 0; k < 2; k++) {
    const { messages } = recordingWorker(chunk);
    await until(() => messages.length > 0);
    const [kind, , lane, bytes, bounds, position, hasTurn] = messages[0] as unknown[];
    expect([kind, lane, position, hasTurn]).toEqual(['chunk', 9, 5, true]);
    expect(new TextDecoder().decode(bytes as Uint8Array)).toBe('onetwo');
    expect([...(bounds as Uint32Array)]).toEqual([0, 3, 3, 6]);
  }
  await reader.acknowledge(after);
  await until(() => there.done.includes('acknowledge 7'));
  expect(host.chunk(chunk.kept!.ticket)).toBeUndefined();
});

test('chunks kept for a reader are dropped with it, and later requests for them fail', async () => {
  const reader = await opened(true);
  const { chunk } = await keptChunk(reader);
  await reader.close();
  await expect(recordingWorker(chunk).outcome).rejects.toMatchObject({ code: 'cypher.cancelled' });
  readers.end(new WeirError('graph.worker-lost', 'gone'));
  expect(chunk.kept!.workers).toEqual([]);
});

test('closing ends a pending call', async () => {
  const reader = await opened();
  const asked = reader.next(1);
  await until(() => there.done.includes('next 1'));
  await reader.close();
  expect(await asked).toBeUndefined();
});

test('an error of the remote reader is reported here, with its code', async () => {
  there.failure = new WeirError('ingest.invalid', 'no such topic');
  await expect(opened()).rejects.toMatchObject({ code: 'ingest.invalid', message: 'no such topic' });
});

test('a process without sources reports that', async () => {
  begin(undefined);
  await expect(opened()).rejects.toMatchObject({ code: 'ingest.unavailable' });
});

test('sends the status of a reader with batches, and now and then', async () => {
  there.now = { lag: 12 };
  const reader = await opened();
  const asked = reader.next(1);
  await until(() => there.done.includes('next 1'));
  there.now = { lag: 11 };
  there.gives(['x'], 5);
  await asked;
  await until(() => reader.status!().lag === 11);
  there.now = { lag: 11, trouble: 'nobody answers' };
  environment.advance(1_000);
  await until(() => reader.status!().trouble === 'nobody answers');
});

test('if the process is lost, pending calls fail and notifications are dropped', async () => {
  const reader = await opened();
  const asked = reader.next(1);
  await until(() => there.done.includes('next 1'));
  readers.end(new WeirError('graph.worker-lost', 'gone'));
  await expect(asked).rejects.toMatchObject({ code: 'graph.worker-lost' });
  await expect(reader.next(1)).rejects.toMatchObject({ code: 'graph.worker-lost' });
  await reader.acknowledge({ position: 6, cursor: null });
  await reader.pause();
  await reader.close();
  expect(there.done).toEqual(['open 5', 'next 1']);
});

test('if the owner is lost, all remote readers are closed', async () => {
  await opened();
  await host.end();
  expect(there.done).toEqual(['open 5', 'close']);
  environment.advance(10_000);
  expect(environment.timersWaiting).toBe(0);
});

test.each(['the owner closes it', 'the owner is gone'])(
  'closes a prepared reader when %s is not opened',
  async why => {
    let isPrepared = (): void => undefined;
    let isAsked = false;
    begin({
      prepare: async () => {
        isAsked = true;
        await new Promise<void>(resolve => (isPrepared = resolve));
        return there;
      },
    });
    const reader = readers.reader('s', {}, false);
    const opening = reader.open();
    await until(() => isAsked);
    if (why === 'the owner is gone') await host.end();
    else await reader.close();
    isPrepared();
    await until(() => there.done.length > 0);
    expect(there.done).toEqual(['close']);
    if (why === 'the owner closes it') await opening;
  },
);
