/**
 * Types of node ids, byte for byte as in the reference: how `idFrom` derives an id, how ids are written and read, and
 * the result of `id(n)`. The default, UUIDs from MD5, has no provider: see node-id.ts and id-hash.ts.
 */
import { createHash } from 'node:crypto';
import { WeirError } from '@weir/platform/errors';
import { IdValue, integer, type Value } from '../values/value.js';
import type { NodeId } from '../ids/node-id.js';
import { formatUuid, parseUuid } from '../ids/uuid-text.js';

export const ID_TYPES = ['uuid', 'uuid-3', 'uuid-4', 'uuid-5', 'long', 'byte-array'] as const;
export type IdType = (typeof ID_TYPES)[number];

export interface IdProviderOptions {
  readonly type: IdType;
  /** Namespace UUID of `uuid-3` and `uuid-5` ids; default: the UUID of zeros. */
  readonly namespace?: string | undefined;
  /** Each id begins with a position, as `locIdFrom` sets it. */
  readonly partitioned?: boolean | undefined;
}

export interface IdProvider {
  /** Identifies the provider with its options: `uuid-5 in 6ba7b810-...`, `partitioned long`. */
  readonly name: string;
  /** @param hashes 16 bytes for each argument of `idFrom`. */
  fromHashes(hashes: Uint8Array): NodeId;
  /** @param random the bytes of a random UUID. */
  fromRandom(random: NodeId): NodeId;
  /** Returns `undefined` for bytes that the provider would not create. */
  format(id: NodeId): string | undefined;
  parse(text: string): NodeId | undefined;
  /** The value that `id(n)` returns. */
  valueOf(id: NodeId): Value;
  /** The id for a value other than a string, an `IdValue`, or a node. */
  idOf(value: Value): NodeId | undefined;
  /** The id at a position. Only for providers with positions. */
  at?(position: number, hashes: Uint8Array): NodeId;
}

/** @returns `undefined` for the default. @throws WeirError `config.invalid` */
export function idProvider(options: IdProviderOptions): IdProvider | undefined {
  const { type, partitioned = false } = options;
  if (options.namespace !== undefined && type !== 'uuid-3' && type !== 'uuid-5') {
    throw new WeirError('config.invalid', `Ids of type ${type} have no namespace.`);
  }
  if (type === 'uuid' && !partitioned) return undefined;
  const inner = plainProvider(type, options.namespace);
  return partitioned ? partitionedProvider(inner) : inner;
}

function plainProvider(type: IdType, namespace: string | undefined): IdProvider {
  switch (type) {
    case 'uuid':
      return uuidProvider(
        'uuid',
        undefined,
        bytes => uuidOf(createHash('md5').update(bytes).digest(), 3),
        id => id,
      );
    case 'uuid-3': {
      const { name, prefix } = inNamespace(type, namespace);
      const make = (bytes: Uint8Array): NodeId => uuidOf(digest('md5', prefix, bytes), 3);
      return uuidProvider(name, 3, make, id => make(bytesOf(id)));
    }
    case 'uuid-4':
      return uuidProvider(
        'uuid-4',
        4,
        bytes => uuidOf(digest('sha256', lengthMark(16), bytes), 4),
        id => id,
      );
    case 'uuid-5': {
      const { name, prefix } = inNamespace(type, namespace);
      const make = (bytes: Uint8Array): NodeId => uuidOf(digest('sha1', prefix, bytes), 5);
      return uuidProvider(name, 5, make, id => make(bytesOf(id)));
    }
    case 'long':
      return LONGS;
    case 'byte-array':
      return BYTE_ARRAYS;
  }
}

/** @param version `undefined` accepts UUIDs of any version. */
function uuidProvider(
  name: string,
  version: number | undefined,
  fromHashes: (hashes: Uint8Array) => NodeId,
  fromRandom: (random: NodeId) => NodeId,
): IdProvider {
  const isOwn = (id: NodeId): boolean =>
    id.length === 16 && (version === undefined || id.charCodeAt(6) >> 4 === version);
  return {
    name,
    fromHashes,
    fromRandom,
    format: id => (isOwn(id) ? formatUuid(id) : undefined),
    parse: text => {
      const id = parseUuid(text);
      return id !== undefined && isOwn(id) ? id : undefined;
    },
    valueOf: id => new IdValue(id),
    idOf: () => undefined,
  };
}

/** Integers within 53 bits, as eight bytes, big-endian. */
const LONGS: IdProvider = {
  name: 'long',
  fromHashes: hashes => idOfLong(digest('sha256', lengthMark(8), hashes).readBigInt64BE(0) % LONG_LIMIT),
  fromRandom: random => {
    const bytes = bytesOf(random);
    return idOfLong((bytes.readBigInt64BE(8) ^ (bytes.readBigInt64BE(0) << 3n)) % LONG_LIMIT);
  },
  format: id => (id.length === 8 ? String(bytesOf(id).readBigInt64BE(0)) : undefined),
  parse: text => (/^-?\d{1,19}$/.test(text) ? longId(BigInt(text)) : undefined),
  valueOf: id => (id.length === 8 ? integer(bytesOf(id).readBigInt64BE(0))! : new IdValue(id)),
  idOf: value => {
    if (typeof value === 'bigint') return longId(value);
    return typeof value === 'number' && Number.isSafeInteger(value) ? longId(BigInt(value)) : undefined;
  },
};

const LONG_LIMIT = 2n ** 53n;

function longId(value: bigint): NodeId | undefined {
  return integer(value) === undefined ? undefined : idOfLong(value);
}

function idOfLong(value: bigint): NodeId {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(BigInt.asIntN(64, value));
  return idOfBuffer(bytes);
}

const BYTE_ARRAYS: IdProvider = {
  name: 'byte-array',
  fromHashes: hashes => idOfBuffer(Buffer.from(hashes)),
  fromRandom: random => random,
  format: id => (id === '' ? 'empty' : bytesOf(id).toString('hex').toUpperCase()),
  parse: text => {
    if (text === 'empty') return '' as NodeId;
    return /^(?:[0-9a-f]{2})+$/i.test(text) ? idOfBuffer(Buffer.from(text, 'hex')) : undefined;
  },
  valueOf: id => new IdValue(id),
  idOf: value => (value instanceof Uint8Array ? idOfBuffer(Buffer.from(value)) : undefined),
};

const POSITION_TEXT = /^([0-9a-f]{8})\/(.*)$/is;

/** The position as four bytes, big-endian, then the id of the inner provider. */
function partitionedProvider(inner: IdProvider): IdProvider {
  const at = (position: number, id: NodeId): NodeId => {
    const bytes = Buffer.allocUnsafe(4);
    bytes.writeInt32BE(position);
    return (bytes.toString('latin1') + id) as NodeId;
  };
  return {
    name: `partitioned ${inner.name}`,
    fromHashes: hashes => {
      const hash = digest('sha256', lengthMark(32), hashes);
      return at(hash.readInt32BE(0), inner.fromHashes(hash.subarray(4)));
    },
    fromRandom: random => at(bytesOf(random).readInt32BE(9) & 0x7fffffff, inner.fromRandom(random)),
    format: id => {
      const text = id.length < 4 ? undefined : inner.format(id.slice(4) as NodeId);
      if (text === undefined) return undefined;
      return `${bytesOf(id).toString('hex', 0, 4).toUpperCase()}/${text}`;
    },
    parse: text => {
      const parts = POSITION_TEXT.exec(text);
      const id = parts === null ? undefined : inner.parse(parts[2]!);
      return id === undefined ? undefined : at(Buffer.from(parts![1]!, 'hex').readInt32BE(0), id);
    },
    valueOf: id => new IdValue(id),
    idOf: () => undefined,
    at: (position, hashes) => at(position, inner.fromHashes(hashes)),
  };
}

function inNamespace(type: IdType, namespace: string | undefined): { name: string; prefix: Buffer } {
  if (namespace === undefined) return { name: type, prefix: Buffer.alloc(16) };
  const id = namespace.startsWith('#') ? undefined : parseUuid(namespace);
  if (id === undefined)
    throw new WeirError('config.invalid', `The namespace of ids, '${namespace}', is not a UUID.`);
  const isNil = /^\0*$/.test(id);
  return { name: isNil ? type : `${type} in ${formatUuid(id)}`, prefix: bytesOf(id) };
}

function digest(algorithm: 'md5' | 'sha1' | 'sha256', first: Uint8Array, then: Uint8Array): Buffer {
  return createHash(algorithm).update(first).update(then).digest();
}

/** Length of the result, which the reference hashes first. */
function lengthMark(bytes: number): Buffer {
  const mark = Buffer.allocUnsafe(4);
  mark.writeInt32BE(bytes);
  return mark;
}

function uuidOf(hash: Buffer, version: number): NodeId {
  hash[6] = (hash[6]! & 0x0f) | (version << 4);
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return idOfBuffer(hash.subarray(0, 16));
}

function bytesOf(id: NodeId): Buffer {
  return Buffer.from(id, 'latin1');
}

function idOfBuffer(bytes: Buffer): NodeId {
  return bytes.toString('latin1') as NodeId;
}
