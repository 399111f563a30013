/**
 * Validates the content of a backup frame before it is used. A backup may be from anywhere, and a correct checksum does
 * not identify its author. The bytes are walked before decoding, because a few bytes can decode to very many objects.
 */
import { decode, MAX_EVENT_TIME } from '@weir/model';
import { WeirError } from '@weir/platform';
import { ItemKind, type StoredItem } from '../store-cut.js';

export interface BackupHeader {
  readonly shards: number;
  /** Milliseconds since the Unix epoch. */
  readonly madeAt: number;
}

export type BackupPartition = readonly [partition: string, items: readonly StoredItem[]];

/** Number of frames before this one. */
export interface BackupEnd {
  readonly frames: number;
  /** CRC-32 of the frames' checksums, in order. */
  readonly checksum: number;
}

/** `[partition, [[kind, key, number, bytes], ...]]` */
const DEEPEST = 3;
/** Maximum number of lists, numbers, texts and byte strings in one frame; frames are closed long before. */
const MOST_VALUES = 1 << 23;
const MOST_SHARDS = 1024;
const PARTITION = /^(?:meta|shard-(0|[1-9]\d{0,3}))$/;

/** @throws WeirError `store.damaged` with a description of the fault. */
export function contentOf(bytes: Buffer): BackupHeader | BackupPartition | BackupEnd {
  refuseUnlikely(bytes);
  let content: unknown;
  try {
    content = decode(bytes);
  } catch {
    throw damagedBackup('one of its parts cannot be read');
  }
  if (Array.isArray(content)) return checkedPartition(content);
  if (isHeader(content) || isEnd(content)) return content;
  throw damagedBackup('one of its parts is neither a header, nor items, nor an end marker');
}

/** Returns the shard of a partition; `undefined` if it belongs to none. */
export function shardOf(partition: string): number | undefined {
  const digits = PARTITION.exec(partition)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function damagedBackup(why: string): WeirError {
  return new WeirError(
    'store.damaged',
    `This backup cannot be used: ${why}. Use another copy of it, or another backup.`,
  );
}

function checkedPartition(content: readonly unknown[]): BackupPartition {
  const [partition, items] = content;
  if (
    typeof partition !== 'string' ||
    !PARTITION.test(partition) ||
    !Array.isArray(items) ||
    content.length !== 2
  ) {
    const name = typeof partition === 'string' ? `'${partition.slice(0, 40)}'` : 'without a name';
    throw damagedBackup(`its part ${name} belongs to no shard`);
  }
  items.forEach((item, index) => {
    const fault = faultOf(item);
    if (fault !== undefined) throw damagedBackup(`item ${index} of a part of ${partition} ${fault}`);
  });
  return content as unknown as BackupPartition;
}

/** Returns a description of an item's fault, if any. */
function faultOf(item: unknown): string | undefined {
  if (!Array.isArray(item)) return 'is not a list';
  const [kind, key, number, bytes] = item as unknown[];
  switch (kind) {
    case ItemKind.Entry:
    case ItemKind.Snapshot:
      if (!isNodeId(key)) return 'has no node id';
      if (!isNumber(number, MAX_EVENT_TIME)) return 'has no time';
      return isWhole(item, bytes, 4);
    case ItemKind.Results:
      if (!isNumber(key, 2 ** 32 - 1)) return 'has no query';
      if (!isNumber(number, Number.MAX_SAFE_INTEGER)) return 'has no position in its query';
      return isWhole(item, bytes, 4);
    case ItemKind.Metadata:
      return typeof key === 'string' ? isWhole(item, number, 3) : 'has no name';
    default:
      return 'has an unknown type';
  }
}

function isWhole(item: readonly unknown[], bytes: unknown, length: number): string | undefined {
  return bytes instanceof Uint8Array && item.length === length ? undefined : 'has no content';
}

/** One char per byte. */
function isNodeId(key: unknown): boolean {
  return typeof key === 'string' && key.length <= 0xffff && /^[\0-\xff]*$/.test(key);
}

function isNumber(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}

function isHeader(content: unknown): content is BackupHeader {
  const { shards, madeAt } = (content ?? {}) as Partial<BackupHeader>;
  const isCount = isNumber(shards, MOST_SHARDS) && shards > 0;
  return isCount && isNumber(madeAt, 8.64e15);
}

function isEnd(content: unknown): content is BackupEnd {
  const { frames, checksum } = (content ?? {}) as Partial<BackupEnd>;
  return isNumber(frames, Number.MAX_SAFE_INTEGER) && isNumber(checksum, 2 ** 32 - 1);
}

/**
 * Walks msgpack without allocating and rejects anything that no valid frame contains: too many values, too deep
 * nesting, lengths past the end, extensions.
 */
function refuseUnlikely(bytes: Buffer): void {
  /** Remaining values of each open list. */
  const open: number[] = [1];
  let at = 0;
  let values = 0;
  const take = (count: number): number => {
    if (count > bytes.length - at) throw damagedBackup('it contains an invalid length');
    const start = at;
    at += count;
    return start;
  };
  const size = (width: number): number => bytes.readUIntBE(take(width), width);
  const enter = (count: number): void => {
    if (count > bytes.length - at || open.length > DEEPEST)
      throw damagedBackup('it contains an invalid length');
    open.push(count);
  };
  while (open.length > 0) {
    if (open.at(-1) === 0) {
      open.pop();
      continue;
    }
    open[open.length - 1]!--;
    if (++values > MOST_VALUES) throw damagedBackup('one of its parts has too many items');
    const type = bytes[take(1)]!;
    if (type <= 0x7f || type >= 0xe0) continue;
    if (type <= 0x8f) enter((type & 0x0f) * 2);
    else if (type <= 0x9f) enter(type & 0x0f);
    else if (type <= 0xbf) take(type & 0x1f);
    else walkLong(type, { take, size, enter });
  }
  if (at !== bytes.length) throw damagedBackup('one of its parts is longer than its content');
}

interface Walk {
  take(count: number): number;
  /** A number of `width` bytes. */
  size(width: number): number;
  enter(count: number): void;
}

/** msgpack types from 0xc0 on: their first byte determines the bytes that follow. */
function walkLong(type: number, { take, size, enter }: Walk): void {
  switch (type) {
    case 0xc0: // nil, false, true
    case 0xc2:
    case 0xc3:
      break;
    case 0xc4: // bytes
    case 0xc5:
    case 0xc6:
      take(size(1 << (type - 0xc4)));
      break;
    case 0xca: // floats
    case 0xcb:
      take(4 << (type - 0xca));
      break;
    case 0xcc: // integers
    case 0xcd:
    case 0xce:
    case 0xcf:
      take(1 << (type - 0xcc));
      break;
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
      take(1 << (type - 0xd0));
      break;
    case 0xd9: // texts
    case 0xda:
    case 0xdb:
      take(size(1 << (type - 0xd9)));
      break;
    case 0xdc: // lists
    case 0xdd:
      enter(size(2 << (type - 0xdc)));
      break;
    case 0xde: // maps
    case 0xdf:
      enter(size(2 << (type - 0xde)) * 2);
      break;
    default:
      throw damagedBackup('one of its parts cannot be read');
  }
}
