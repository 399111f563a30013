import { fc } from '@weir/platform/testing/properties';
import type { NodeId } from '@weir/model';
import { ItemKind } from '../store-cut.js';
import { BACKUP_MAGIC, type BackupPartition, BackupTally, encodeFrame, readBackup } from './backup-format.js';

const PARTS: readonly BackupPartition[] = ['shard-0', 'shard-1', 'meta'].map((partition, i) => [
  partition,
  [
    [ItemKind.Entry, `\0\xff${i}` as NodeId, 2 ** 50 + i, Buffer.from('entry')],
    [ItemKind.Metadata, 'key', Buffer.from([i])],
  ],
]);
const HEADER = { shards: 2, madeAt: 1_700_000_000_000 };

function frames(): Buffer[] {
  const content = [encodeFrame(HEADER), ...PARTS.map(encodeFrame)];
  const tally = new BackupTally();
  for (const frame of content) tally.add(frame);
  return [BACKUP_MAGIC, ...content, encodeFrame(tally.end)];
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, size = 1000): Promise<unknown[]> {
  const contents: unknown[] = [];
  for await (const content of readBackup(inChunks(bytes, size))) contents.push(content);
  return contents;
}

test.each([1, 7, 1000])('reads a backup back in chunks of %d bytes', async size => {
  expect(await read(Buffer.concat(frames()), size)).toEqual([HEADER, ...PARTS]);
});

test('detects every changed byte', async () => {
  const whole = Buffer.concat(frames());
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(whole);
      changed[at]! ^= change;
      const code = at === BACKUP_MAGIC.length - 1 ? 'store.incompatible' : 'store.damaged';
      await expect(read(changed)).rejects.toMatchObject({ code });
    }),
  );
});

test('detects truncation at every position', async () => {
  const whole = Buffer.concat(frames());
  for (let length = 0; length < whole.length; length++) {
    await expect(read(whole.subarray(0, length))).rejects.toMatchObject({ code: 'store.damaged' });
  }
});

test.each([
  ['missing', (all: Buffer[]) => all.filter((_, i) => i !== 3)],
  ['repeated', (all: Buffer[]) => [...all.slice(0, 3), all[2]!, ...all.slice(3)]],
  ['in another order', (all: Buffer[]) => [all[0]!, all[1]!, all[3]!, all[2]!, ...all.slice(4)]],
  ['after the end', (all: Buffer[]) => [...all, Buffer.of(0)]],
])('detects a part that is %s', async (_, change) => {
  await expect(read(Buffer.concat(change(frames())))).rejects.toMatchObject({ code: 'store.damaged' });
});
