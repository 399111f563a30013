/** Backups that are damaged or malicious: a restore rejects them and leaves nothing behind. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decode, encode } from '@weir/model';
import { SeededRandom, WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { BACKUP_MAGIC, BackupTally, encodeFrame, type BackupPartition } from '@weir/persistor';
import { openGraph } from '../coordinator/open-graph.js';
import { restoreGraph } from './restore-graph.js';

const { cases, seed } = randomTest('damaged backups');

let root: string;
let folder: string;
let frames: Buffer[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-damaged-backup-'));
  const graph = await openGraph({ shards: 2, workers: 0 });
  await (
    await graph.query('UNWIND range(1, 50) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.x = i, n:Kept')
  ).rows();
  const chunks: Uint8Array[] = [];
  for await (const chunk of graph.admin.transfer.backup()) chunks.push(chunk);
  await graph.close();
  frames = framesOf(Buffer.concat(chunks));
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'));
});

/** Returns the contents of a backup's frames, without their headers. */
function framesOf(backup: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = BACKUP_MAGIC.length; at < backup.length;) {
    const length = backup.readUInt32LE(at);
    found.push(Buffer.from(backup.subarray(at + 8, at + 8 + length)));
    at += 8 + length;
  }
  return found;
}

/** Returns a backup with these contents and correct checksums, and a correct end unless one is given. */
function backupOf(contents: readonly Uint8Array[], end?: Uint8Array): Buffer {
  const tally = new BackupTally();
  const framed = (content: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(content.length, 0);
    head.writeUInt32LE(crc32(content), 4);
    return Buffer.concat([head, content]);
  };
  const all = contents.map(framed);
  for (const frame of all) tally.add(frame);
  return Buffer.concat([BACKUP_MAGIC, ...all, end === undefined ? encodeFrame(tally.end) : framed(end)]);
}

/**
 * @returns the message of the rejection, after checking that nothing was left; `undefined` if the backup was restored.
 */
async function restored(backup: Buffer): Promise<string | undefined> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < backup.length; at += 1000) yield backup.subarray(at, at + 1000);
  }
  const path = join(folder, 'data');
  try {
    await restoreGraph(source(), path);
  } catch (error) {
    expect(error).toBeInstanceOf(WeirError);
    expect((error as WeirError).code).toMatch(/^store\.(damaged|incompatible)$/);
    expect(await readdir(folder)).toEqual([]);
    return (error as WeirError).message;
  }
  expect(await readdir(folder)).toEqual(['data']);
  expect((await readdir(path)).filter(name => !/^(meta|shard-[01])$/.test(name))).toEqual([]);
  await rm(path, { recursive: true });
  return undefined;
}

const copy = (value: unknown): Uint8Array => Uint8Array.from(encode(value));
const withPart = (part: unknown): Buffer => backupOf([frames[0]!, copy(part)]);

test('restores an intact backup', async () => {
  expect(await restored(backupOf(frames.slice(0, -1)))).toBeUndefined();
});

const ID = 'x'.repeat(16);
const BYTES = Buffer.from('bytes');
test.each<[what: string, backup: () => Buffer, says: RegExp]>([
  ['a path for a name', () => withPart(['../../outside', []]), /'\.\.\/\.\.\/outside' belongs to no shard/],
  ['an absolute path', () => withPart(['/tmp/outside', []]), /belongs to no shard/],
  ['a null character in a name', () => withPart(['shard-0\0', []]), /belongs to no shard/],
  ['another name for a shard', () => withPart(['shard-01', []]), /belongs to no shard/],
  ['a shard too many', () => withPart(['shard-2', [[0, ID, 1, BYTES]]]), /items of shard-2, and 2 shards/],
  ['a name that is none', () => withPart([7, []]), /without a name/],
  ['items that are none', () => withPart(['shard-0', 'items']), /belongs to no shard/],
  [
    'an item that is none',
    () => withPart(['shard-0', [[0, ID, 1, BYTES], null]]),
    /item 1 of a part of shard-0 is not a list/,
  ],
  [
    'a kind that is none',
    () => withPart(['shard-1', [[9, ID, 1, BYTES]]]),
    /item 0 of a part of shard-1 has an unknown type/,
  ],
  [
    'an id of other characters',
    () => withPart(['shard-1', [[0, 'ü€', 1, BYTES]]]),
    /item 0 .* has no node id/,
  ],
  [
    'an id that is too long',
    () => withPart(['shard-1', [[0, 'x'.repeat(65_536), 1, BYTES]]]),
    /has no node id/,
  ],
  ['a time before all', () => withPart(['shard-1', [[0, ID, -1, BYTES]]]), /has no time/],
  ['a time past all', () => withPart(['shard-1', [[1, ID, 2 ** 60, BYTES]]]), /has no time/],
  ['a query that is none', () => withPart(['shard-1', [[2, 2 ** 40, 1, BYTES]]]), /has no query/],
  ['content that is none', () => withPart(['shard-1', [[0, ID, 1, 'text']]]), /has no content/],
  [
    'metadata without a name',
    () => withPart(['meta', [[3, 1, BYTES]]]),
    /item 0 of a part of meta has no name/,
  ],
  ['a map for a part', () => withPart({ partition: 'meta' }), /neither a header, nor items/],
  ['no shards', () => backupOf([copy({ shards: 0, madeAt: 1 })]), /neither a header/],
  ['more shards than can be', () => backupOf([copy({ shards: 1e9, madeAt: 1 })]), /neither a header/],
  ['no header', () => backupOf([]), /header is not at the beginning/],
  ['two headers', () => backupOf([frames[0]!, frames[0]!]), /header is not at the beginning/],
  [
    'an end that counts other frames',
    () => backupOf(frames.slice(0, -1), copy({ frames: 1, checksum: 0 })),
    /missing or in the wrong order/,
  ],
  ['lists within lists', () => backupOf([frames[0]!, Buffer.alloc(1 << 20, 0x91)]), /invalid length/],
  [
    'a list longer than all',
    () => backupOf([frames[0]!, Buffer.from('ddffffffff', 'hex')]),
    /invalid length/,
  ],
  [
    'a text longer than all',
    () => backupOf([frames[0]!, Buffer.from('92dbffffffff', 'hex')]),
    /invalid length/,
  ],
  ['an extension', () => backupOf([frames[0]!, Buffer.from('92c70103', 'hex')]), /cannot be read/],
  [
    'more values than can be',
    () => backupOf([frames[0]!, Buffer.concat([Buffer.from('dd01000000', 'hex'), Buffer.alloc(1 << 24)])]),
    /too many items/,
  ],
  [
    'a frame longer than can be',
    () => Buffer.concat([BACKUP_MAGIC, Buffer.from('ffffffff00000000', 'hex')]),
    /invalid length/,
  ],
])('rejects %s, and names the fault', async (_, backup, says) => {
  expect(await restored(backup())).toMatch(says);
});

/** Bytes changed, cut out, duplicated or moved. */
function damaged(bytes: Buffer, random: SeededRandom): Buffer {
  const at = Math.floor(random.next() * bytes.length);
  const length = 1 + Math.floor(random.next() * Math.min(64, bytes.length - at));
  const [before, some, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  switch (Math.floor(random.next() * 5)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << Math.floor(random.next() * 8);
      return flipped;
    }
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, some, some, after]);
    default:
      return Buffer.concat([before, Buffer.from(some).fill(0xff), after]);
  }
}

/** Replaces values with ones of the wrong type. */
function spoilt(value: unknown, random: SeededRandom): unknown {
  const odd = [
    null,
    -1,
    2 ** 53,
    1.5,
    '',
    '../x',
    'shard-9',
    true,
    [],
    {},
    [[]],
    Buffer.alloc(0),
    'x'.repeat(70_000),
  ];
  if (random.next() < 0.02) return odd[Math.floor(random.next() * odd.length)];
  return Array.isArray(value) ? value.map(inner => spoilt(inner, random)) : value;
}

test('damage of any type, with correct and incorrect checksums, is rejected or harmless', async () => {
  let refused = 0;
  for (let i = 0; i < cases; i++) {
    const random = new SeededRandom(seed + i);
    const contents = frames.slice(0, -1);
    const which = Math.floor(random.next() * contents.length);
    switch (i % 4) {
      case 0:
        refused += (await restored(damaged(backupOf(contents), random))) === undefined ? 0 : 1;
        continue;
      case 1:
        contents[which] = damaged(contents[which]!, random);
        break;
      case 2:
        contents[which] = Buffer.from(copy(spoilt(decode(contents[which]!) as BackupPartition, random)));
        break;
      default:
        contents.sort(() => random.next() - 0.5);
        contents.splice(which, 1, ...contents.slice(0, Math.floor(random.next() * 3)));
    }
    refused += (await restored(backupOf(contents))) === undefined ? 0 : 1;
  }
  expect(refused).toBeGreaterThan(cases / 3);
});
