import { WaitingRecords } from './waiting-records.js';

async function countOf(waiting: WaitingRecords, maximum: number): Promise<number | undefined> {
  const taken = await waiting.take(maximum);
  return taken === undefined ? undefined : taken.bounds.length / 2;
}

test.each([0, 1, 100, 100_000])(
  'becomes full with records of %i bytes, and has room after they are taken',
  async size => {
    const waiting = new WaitingRecords();
    let count = 0;
    for (; !waiting.isFull && count < 1_000_000; count++) waiting.add(new Uint8Array(size));
    expect(count).toBeLessThanOrEqual((1024 * 1024) / Math.max(64, size) + 1);
    expect(await countOf(waiting, 1)).toBe(1);
    expect(waiting.isFull).toBe(false);
    expect(await countOf(waiting, Infinity)).toBe(count - 1);
  },
);

test('returns pending records before the end, and the first end counts', async () => {
  const waiting = new WaitingRecords();
  const asked = waiting.take(9);
  waiting.add(Uint8Array.of(1));
  waiting.endWith(new Error('broken'));
  waiting.endWith(undefined);
  expect((await asked)?.bytes).toEqual(Uint8Array.of(1));
  await expect(waiting.take(9)).rejects.toThrow('broken');
});

test('an end wakes pending readers', async () => {
  const waiting = new WaitingRecords();
  const asked = waiting.take(9);
  waiting.endWith(undefined);
  expect(await asked).toBeUndefined();
});
