import type { ChunkOutcome, DeadRecord, RecordChunk, Undelivered } from '@weir/contract';
import { TestEnvironment, until } from '@weir/platform/testing';
import { BadRecords } from './bad-records.js';

const environment = new TestEnvironment();
const RETRIES = { minBackoff: 100, maxBackoff: 1, randomFactor: 0, maxRetries: 3 };

function chunkOf(texts: readonly string[]): RecordChunk {
  const bounds = new Uint32Array(texts.length * 2);
  let at = 0;
  texts.forEach((text, i) => {
    bounds[2 * i] = at;
    bounds[2 * i + 1] = at += text.length;
  });
  return { bytes: Buffer.from(texts.join('')), bounds, firstPosition: 10 };
}

/** A record that begins with a digit is bad that many times. */
class Lane {
  readonly preferredInFlight = 1;
  readonly chunks: string[][] = [];
  private readonly tries = new Map<string, number>();

  runChunk({ bytes, bounds, firstPosition }: RecordChunk): Promise<ChunkOutcome> {
    const texts: string[] = [];
    const rejections: { position: number; reason: string }[] = [];
    for (let i = 0; i < bounds.length; i += 2) {
      const text = Buffer.from(bytes.subarray(bounds[i], bounds[i + 1])).toString();
      texts.push(text);
      const tries = (this.tries.get(text) ?? 0) + 1;
      this.tries.set(text, tries);
      if (tries <= Number(text[0])) rejections.push({ position: firstPosition + i / 2, reason: 'bad' });
    }
    this.chunks.push(texts);
    const { length: rejected } = rejections;
    return Promise.resolve({ done: texts.length - rejected, rejected, rejections });
  }
  release = (): Promise<void> => Promise.resolve();
  hold = (): Promise<void> => Promise.resolve();
  abort = (): Promise<void> => Promise.resolve();
  close = (): Promise<void> => Promise.resolve();
}

function setUp(options: {
  retries?: typeof RETRIES;
  undelivered?: Undelivered | Promise<Undelivered>;
  abort?: () => void;
}) {
  const lane = new Lane();
  const dead: DeadRecord[] = [];
  const deadLetters = {
    add: (records: readonly DeadRecord[]) => {
      dead.push(...records);
      return Promise.resolve(options.undelivered ?? new Map());
    },
    abort: () => options.abort?.(),
    close: () => Promise.resolve(),
  };
  const frameOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  return {
    lane,
    dead,
    runner: new BadRecords(lane, { retries: options.retries, deadLetters, frameOf, environment }),
  };
}

async function advance(millis: number): Promise<void> {
  await until(() => environment.timersWaiting === 1);
  environment.advance(millis);
}

test('retries bad records after growing delays, and delivers the permanently bad ones as dead letters', async () => {
  const { lane, dead, runner } = setUp({ retries: RETRIES });
  const outcome = runner.runChunk(chunkOf(['a', '2b', '9c']));
  for (const millis of [100, 200, 400]) await advance(millis);
  expect(await outcome).toEqual({ done: 2, rejected: 1, rejections: [{ position: 12, reason: 'bad' }] });
  expect(lane.chunks).toEqual([['a', '2b', '9c'], ['2b'], ['9c'], ['2b'], ['9c'], ['9c']]);
  expect(dead).toEqual([{ bytes: new Uint8Array(Buffer.from('9c')), frame: '9c', message: 'bad' }]);
});

test('a stopped stream does not wait any longer', async () => {
  const { dead, runner } = setUp({ retries: RETRIES });
  const outcome = runner.runChunk(chunkOf(['9']));
  await until(() => environment.timersWaiting === 1);
  await runner.release();
  expect(await outcome).toMatchObject({ done: 0, rejected: 1 });
  expect(dead).toHaveLength(1);
});

test('sets aside only records that did not reach every destination', async () => {
  const { runner } = setUp({ undelivered: new Map([[1, ['queue: full']]]) });
  expect(await runner.runChunk(chunkOf(['1a', '1b', '1c']))).toEqual({
    done: 0,
    rejected: 2,
    rejections: [
      { position: 10, reason: 'bad' },
      { position: 12, reason: 'bad' },
    ],
    setAside: [
      {
        position: 11,
        bytes: Uint8Array.from(Buffer.from('1b')),
        reason: 'Record 11 (bad) could not be delivered as a dead letter: queue: full',
      },
    ],
  });
});

test('sets aside records in flight when the stream is canceled', async () => {
  let abort!: () => void;
  const undelivered = new Promise<Undelivered>(resolve => {
    abort = () => resolve(new Map([[0, ['queue: stopped']]]));
  });
  const { dead, runner } = setUp({ undelivered, abort: () => abort() });
  const outcome = runner.runChunk(chunkOf(['1']));
  await until(() => dead.length === 1);
  await runner.abort();
  expect(await outcome).toMatchObject({ done: 0, rejected: 0, setAside: [{ position: 10 }] });
});
