/**
 * `idFrom`: ids derived from values, byte for byte as in the reference, so that ids survive a migration.
 *
 * Each value is hashed to 16 bytes (Murmur3 x64-128 of its encoding, value-hash.ts). The id is the MD5 of the
 * concatenated hashes, with version 3 and the RFC variant set. Everything works on 32-bit words in reused arrays; only
 * the id itself is allocated.
 */
import { md5, md5Digest } from './md5.js';
import { murmur3 } from './murmur3.js';
import type { NodeId } from '../ids/node-id.js';
import { idOfWords } from '../ids/recent-ids.js';
import { threadIdProvider } from '../id-providers/thread-id-provider.js';
import type { Value } from '../values/value.js';
import { ValueHasher } from './value-hash.js';

/** The 16 bytes that represent one argument, as four little-endian words. Created by `argumentHash`. */
export type ArgumentHash = Int32Array & { readonly __argumentHash: unique symbol };

const HASH_WORDS = 4;
const values = new ValueHasher();

/**
 * Creates ids argument by argument, for callers that know some arguments beforehand: `begin()`, then one `add...` for
 * each argument in order, then `finish()`. Reused from id to id; not re-entrant.
 */
export class IdHasher {
  private words = new Int32Array(16 * HASH_WORDS);
  private count = 0;
  private hasNull = false;

  begin(): void {
    this.count = 0;
    this.hasNull = false;
  }

  /** Adds an argument whose hash is known. */
  addHashed(hash: ArgumentHash): void {
    const at = this.next();
    const words = this.words;
    words[at] = hash[0]!;
    words[at + 1] = hash[1]!;
    words[at + 2] = hash[2]!;
    words[at + 3] = hash[3]!;
  }

  addValue(value: Value): void {
    if (value === null) {
      this.hasNull = true;
      return;
    }
    const at = this.next();
    if (typeof value === 'string') values.hashString(value, this.words, at);
    else values.hashValue(value, this.words, at);
  }

  /** @returns the id; `null` when an argument was null. */
  finish(): NodeId | null {
    if (this.hasNull) return null;
    const provider = threadIdProvider();
    if (provider !== undefined) return provider.fromHashes(this.hashes());
    return this.finishUuid();
  }

  /** Returns the id at that position. @returns `undefined` when the ids of this thread have no positions. */
  finishAt(position: number): NodeId | null | undefined {
    const provider = threadIdProvider();
    if (provider?.at === undefined) return undefined;
    return this.hasNull ? null : provider.at(position, this.hashes());
  }

  /** Returns the id in the default form, whatever the provider of this thread is. */
  finishUuid(): NodeId | null {
    if (this.hasNull) return null;
    md5(this.words, this.count);
    const version3 = (md5Digest[1]! & ~0x00f00000) | 0x00300000;
    const variant = (md5Digest[2]! & ~0xc0) | 0x80;
    return idOfWords(md5Digest[0]!, version3, variant, md5Digest[3]!);
  }

  private hashes(): Uint8Array {
    const bytes = Buffer.allocUnsafe(this.count * 4);
    for (let i = 0; i < this.count; i++) bytes.writeInt32LE(this.words[i]!, i * 4);
    return bytes;
  }

  private next(): number {
    const at = this.count;
    this.count = at + HASH_WORDS;
    if (this.count > this.words.length) {
      const larger = new Int32Array(this.words.length * 2);
      larger.set(this.words);
      this.words = larger;
    }
    return at;
  }
}

/** Returns the hash of one argument for `IdHasher.addHashed`. A null argument has no hash: it makes the id null. */
export function argumentHash(value: Exclude<Value, null>): ArgumentHash {
  const words = new Int32Array(HASH_WORDS);
  values.hashValue(value, words, 0);
  return words as ArgumentHash;
}

const shared = new IdHasher();

/** Returns the id derived from `arguments_`, or `null` if one of them is null. */
export function idFrom(arguments_: readonly Value[]): NodeId | null {
  shared.begin();
  for (let i = 0; i < arguments_.length; i++) shared.addValue(arguments_[i]!);
  return shared.finish();
}

/** As `idFrom` in the default form: 16 bytes, whatever the id provider of this thread is. */
export function uuidFrom(arguments_: readonly Value[]): NodeId | null {
  shared.begin();
  for (let i = 0; i < arguments_.length; i++) shared.addValue(arguments_[i]!);
  return shared.finishUuid();
}

/** `locIdFrom(position, ...)`: `undefined` when the ids of this thread have no positions. */
export function idFromAt(position: number, arguments_: readonly Value[]): NodeId | null | undefined {
  shared.begin();
  for (let i = 0; i < arguments_.length; i++) shared.addValue(arguments_[i]!);
  return shared.finishAt(position);
}

/** Cypher's `hash(...)`: 64 bits, signed. Nulls count as values here, unlike in `idFrom`. */
export function hashValues(arguments_: readonly Value[]): bigint {
  const words = new Int32Array(Math.max(1, arguments_.length) * HASH_WORDS);
  for (let i = 0; i < arguments_.length; i++) values.hashValue(arguments_[i]!, words, i * HASH_WORDS);
  const bytes = Buffer.allocUnsafe(arguments_.length * HASH_WORDS * 4);
  for (let i = 0; i < arguments_.length * HASH_WORDS; i++) bytes.writeInt32LE(words[i]!, i * 4);
  const result = new Int32Array(HASH_WORDS);
  murmur3(bytes, bytes.length, result, 0);
  return (BigInt(result[1]!) << 32n) | BigInt(result[0]! >>> 0);
}
