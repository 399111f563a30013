/** Limits on how much of a broker's response is decompressed together, and how the session reacts to a larger one. */
import { setImmediate } from 'node:timers/promises';
import { isTooMuchAtOnce, MOST_UNPACKED_BYTES, UnpackingTurn } from './kafka-compression.js';
import type { Fetched } from './kafka-client.js';
import { KafkaPositions, type TopicPartition } from './kafka-positions.js';
import { KafkaSession } from './kafka-session.js';

const tooMuch = (message: string): Error =>
  Object.assign(new Error(message), { findBy: (name: string) => name === 'tooMuchAtOnce' });
const MEBIBYTE = 1024 * 1024;
/** A batch of `size` bytes, in one record. */
function batchOf(size: number): (packed: Uint8Array, most: number) => Uint8Array {
  return (_, most) => {
    if (size > most) throw new Error(`its decompressed size exceeds ${most} bytes`);
    const bytes = new Uint8Array(size);
    // A zigzag varint of five bytes.
    for (let i = 0, left = (size - 5) * 2; i < 5; i++, left = Math.floor(left / 128))
      bytes[i] = (left % 128) | (i < 4 ? 128 : 0);
    return bytes;
  };
}
const PACKED = new Uint8Array(0);

function failure(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
}

test('limits the batches of one turn together, and starts over in the next turn', async () => {
  const turn = new UnpackingTurn(tooMuch);
  const batch = batchOf(100 * MEBIBYTE);
  for (let i = 0; i < 3; i++) {
    expect(turn.unpacked(PACKED, batch).length + turn.unpacked(PACKED, batch).length).toBe(200 * MEBIBYTE);
    const error = failure(() => turn.unpacked(PACKED, batch));
    expect(isTooMuchAtOnce(error)).toBe(true);
    await setImmediate();
  }
});

test('reports a single batch that is too large as such', async () => {
  const turn = new UnpackingTurn(tooMuch);
  const error = failure(() => turn.unpacked(PACKED, batchOf(MOST_UNPACKED_BYTES + 1)));
  expect(isTooMuchAtOnce(error)).toBe(false);
  expect(String(error)).toMatch(/decompressed size exceeds/);
  await setImmediate();
  // Behind another batch it may be too large, or not be a batch at all.
  turn.unpacked(PACKED, batchOf(8));
  expect(isTooMuchAtOnce(failure(() => turn.unpacked(PACKED, batchOf(MOST_UNPACKED_BYTES))))).toBe(true);
});

test('counts the memory of small records', () => {
  // Records of seven bytes, each with its length.
  const bytes = new Uint8Array(8 * MEBIBYTE).fill(14);
  const error = failure(() => new UnpackingTurn(tooMuch).unpacked(PACKED, () => bytes));
  expect(isTooMuchAtOnce(error)).toBe(false);
  expect(String(error)).toMatch(/has more than/);
});

test('requests less from a broker until its responses can be decompressed, then more again', async () => {
  const partitions = [0, 1, 2].map(partition => ({ topic: 't', partition }));
  const asked: number[] = [];
  const firsts = new Set<number>();
  const client = {
    fetchBytes: 4096,
    join: (joined: (those: readonly TopicPartition[]) => void) => Promise.resolve(joined(partitions)),
    committed: () => Promise.resolve(new Map(partitions.map(each => [each, 0n]))),
    bounds: () => Promise.resolve(new Map<TopicPartition, bigint>()),
    leaders: (those: readonly TopicPartition[]) => Promise.resolve(new Map([[1, [...those]]])),
    fetch: (
      _: number,
      wanted: readonly (TopicPartition & { offset: bigint })[],
      maxBytes: number,
    ): Promise<Fetched> => {
      asked.push(maxBytes);
      if (maxBytes > 500 && asked.length < 8) return Promise.reject(tooMuch('too much'));
      const { topic, partition, offset } = wanted[0]!;
      firsts.add(partition);
      const records = [{ offset, value: PACKED }];
      return Promise.resolve({
        batches: [{ topic, partition, records, next: offset + 1n }],
        ends: [],
        outside: [],
      });
    },
  };
  const session = new KafkaSession({
    client,
    autoOffsetReset: 'EARLIEST',
    positions: new KafkaPositions(),
    past: new KafkaPositions(),
    endingOffset: undefined,
    adopted: () => undefined,
    logger: { log: () => undefined },
  });
  await session.open();
  const taken: string[] = [];
  while (taken.length < 12)
    for (const { partition, records } of (await session.take())!)
      taken.push(...records.map(({ offset }) => `${partition}:${offset}`));
  // Every record once, from all partitions.
  expect(new Set(taken).size).toBe(taken.length);
  expect(firsts.size).toBe(3);
  expect(asked.slice(0, 9)).toEqual([4096, 512, 64, 128, 256, 512, 64, 128, 256]);
  expect(asked.at(-1)).toBe(4096);
});
