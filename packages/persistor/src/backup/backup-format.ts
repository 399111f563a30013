/**
 * A backup is one file, or one stream of bytes: eight magic bytes, then frames.
 *
 * | bytes of a frame | |
 * |---|---|
 * | 4 | length of the content, uint32 little-endian |
 * | 4 | CRC-32 of the content, uint32 little-endian |
 * | | content, msgpack |
 *
 * The first frame is a `BackupHeader`, followed by frames `[partition, items]`; the last frame is a `BackupEnd`.
 * Truncated, swapped or changed frames are detected.
 */
import { crc32 } from 'node:zlib';
import { encode } from '@weir/model';
import { WeirError } from '@weir/platform';
import {
  type BackupEnd,
  type BackupHeader,
  type BackupPartition,
  contentOf,
  damagedBackup,
} from './backup-content.js';

export type { BackupEnd, BackupHeader, BackupPartition } from './backup-content.js';

/** The last byte is the version of this format. The items have the format of the embedded store. */
export const BACKUP_MAGIC = Buffer.from('WEIRBAK\x02', 'latin1');

const HEAD_BYTES = 8;
/** Far above the size of any frame written by this version. */
const MAXIMUM_FRAME_BYTES = 1 << 30;

export function encodeFrame(content: BackupHeader | BackupPartition | BackupEnd): Buffer<ArrayBuffer> {
  const bytes = encode(content);
  const frame = Buffer.allocUnsafeSlow(HEAD_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(crc32(bytes), 4);
  frame.set(bytes, HEAD_BYTES);
  return frame;
}

/** Counts the frames of a backup as they are written, to create its end frame. */
export class BackupTally {
  private frames = 0;
  private checksum = 0;

  add(frame: Uint8Array): void {
    this.frames++;
    this.checksum = crc32(frame.subarray(4, HEAD_BYTES), this.checksum);
  }

  get end(): BackupEnd {
    return { frames: this.frames, checksum: this.checksum };
  }
}

/**
 * Yields the contents of a backup, in order: the header, then parts. Completes only after a valid end frame.
 * @throws WeirError `store.damaged`, `store.incompatible`.
 */
export async function* readBackup(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<BackupHeader | BackupPartition> {
  const reader = new ByteReader(source);
  const magic = await reader.take(BACKUP_MAGIC.length);
  if (magic === undefined || !magic.subarray(0, 7).equals(BACKUP_MAGIC.subarray(0, 7))) {
    throw damagedBackup('it has no backup header');
  }
  if (magic[7] !== BACKUP_MAGIC[7]) {
    throw new WeirError(
      'store.incompatible',
      `This backup has format ${magic[7]}, but this version reads format ${BACKUP_MAGIC[7]}. Use the version that made it.`,
    );
  }
  const tally = new BackupTally();
  for (;;) {
    const head = await reader.take(HEAD_BYTES);
    const length = head?.readUInt32LE(0) ?? 0;
    if (length > MAXIMUM_FRAME_BYTES) throw damagedBackup('it contains an invalid length');
    const bytes = head && (await reader.take(length));
    if (head === undefined || bytes === undefined) throw damagedBackup('its end marker is missing');
    if (crc32(bytes) !== head.readUInt32LE(4)) throw damagedBackup('a checksum does not match');
    const content = contentOf(bytes);
    if ('shards' in content !== (tally.end.frames === 0))
      throw damagedBackup('its header is not at the beginning');
    if ('frames' in content) {
      if (content.frames !== tally.end.frames || content.checksum !== tally.end.checksum) {
        throw damagedBackup('parts are missing or in the wrong order');
      }
      if ((await reader.take(1)) !== undefined) throw damagedBackup('data follows its end marker');
      return;
    }
    tally.add(head);
    yield content;
  }
}

class ByteReader {
  private readonly source: AsyncIterator<Uint8Array>;
  private chunks: Uint8Array[] = [];
  private size = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Takes `count` bytes; returns `undefined` if fewer are left. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.size < count) {
      const next = await this.source.next();
      if (next.done) return undefined;
      this.chunks.push(next.value);
      this.size += next.value.length;
    }
    const all = this.chunks.length === 1 ? asBuffer(this.chunks[0]!) : Buffer.concat(this.chunks);
    this.chunks = [all.subarray(count)];
    this.size -= count;
    return all.subarray(0, count);
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
