/**
 * A multiset of values in Cypher's order with access by rank. Sorted chunks of bounded length: a change moves at most
 * one chunk, and a rank is found by walking the chunks, so that even with a million values an operation takes some
 * microseconds.
 */
import { orderValues, type Value } from '@weir/model';
import { exactKey } from '../collections/row-key.js';

const LONGEST_CHUNK = 512;

interface Ranked {
  readonly value: Value;
  /** Orders values that are equal in Cypher, such as `1` and `1.0`: the visible order must not depend on history. */
  readonly key: string;
  count: number;
}

interface Chunk {
  readonly entries: Ranked[];
  /** Number of values, with repetitions. */
  size: number;
}

export class RankedBag {
  /** No chunk is empty. */
  private readonly chunks: Chunk[] = [];
  private total = 0;

  /** Number of values, with repetitions. */
  get size(): number {
    return this.total;
  }

  /** @param count negative to remove values. */
  add(value: Value, count: number): void {
    const added = { value, key: exactKey([value]), count };
    this.total += count;
    const at = this.chunkFor(added);
    const chunk = this.chunks[at];
    if (chunk === undefined) {
      this.chunks.push({ entries: [added], size: count });
      return;
    }
    chunk.size += count;
    const position = firstNotBefore(chunk.entries, added);
    const known = chunk.entries[position];
    if (known === undefined || compare(known, added) !== 0) {
      chunk.entries.splice(position, 0, added);
      if (chunk.entries.length > LONGEST_CHUNK) this.split(at);
      return;
    }
    known.count += count;
    if (known.count !== 0) return;
    chunk.entries.splice(position, 1);
    if (chunk.entries.length === 0) this.chunks.splice(at, 1);
  }

  /** @param rank from 0 to `size` - 1. */
  at(rank: number): Value | undefined {
    let left = rank;
    for (const { entries, size } of this.chunks) {
      if (left >= size) {
        left -= size;
        continue;
      }
      for (const { value, count } of entries) {
        if (left < count) return value;
        left -= count;
      }
    }
    return undefined;
  }

  /** Each value as often as it occurs. */
  values(): Value[] {
    const all: Value[] = [];
    for (const { entries } of this.chunks) {
      for (const { value, count } of entries) for (let i = 0; i < count; i++) all.push(value);
    }
    return all;
  }

  /** The first `most` distinct values. */
  distinct(most: number): Value[] {
    const some: Value[] = [];
    for (const { entries } of this.chunks) {
      for (let i = 0; i < entries.length && some.length < most; i++) some.push(entries[i]!.value);
      if (some.length === most) break;
    }
    return some;
  }

  /** The first chunk that does not end before the value; the last chunk if there is none. */
  private chunkFor(wanted: Ranked): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { entries } = this.chunks[middle]!;
      if (compare(entries[entries.length - 1]!, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private split(at: number): void {
    const { entries, size } = this.chunks[at]!;
    const upper = entries.splice(entries.length >> 1);
    const upperSize = upper.reduce((sum, { count }) => sum + count, 0);
    this.chunks[at]!.size = size - upperSize;
    this.chunks.splice(at + 1, 0, { entries: upper, size: upperSize });
  }
}

function firstNotBefore(entries: readonly Ranked[], wanted: Ranked): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(entries[middle]!, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: Ranked, b: Ranked): number {
  return orderValues(a.value, b.value) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
