/**
 * A multiset of values that knows its first one in Cypher's order: a binary heap of the distinct values. Removed values
 * remain in the heap until they reach the top. A change, including removal of the first value, takes time logarithmic
 * in the number of values.
 */
import { groupKey, orderValues, type GroupKey, type Value } from '@weir/model';
import { exactKey } from '../collections/row-key.js';

/** A shorter heap may keep removed values. */
const LEAST_COMPACTED = 32;

interface Counted {
  readonly value: Value;
  /** Orders values that are equal in Cypher, such as `1` and `1.0`: the visible order must not depend on history. */
  readonly key: string;
  count: number;
}

export class ValueBag {
  private readonly values = new Map<string, Counted>();
  /** Groups of values that are equal to each other, such as `1` and `1.0`, for DISTINCT. Created on first use. */
  private groups: Map<GroupKey, Counted[]> | undefined = undefined;
  private readonly heap: Counted[] = [];

  /** @param sign 1: the smallest value is first; -1: the greatest. */
  constructor(private readonly sign: 1 | -1) {}

  add(value: Value, count: number): Counted {
    const key = exactKey([value]);
    const known = this.values.get(key);
    if (known !== undefined) {
      known.count += count;
      if (known.count === 0) this.values.delete(key);
      return known;
    }
    const counted = { value, key, count };
    if (this.heap.length > LEAST_COMPACTED && this.heap.length > this.values.size * 2) this.dropRemoved();
    this.values.set(key, counted);
    this.push(counted);
    return counted;
  }

  /** @returns which of the values equal to `value` represented them all before, and which does now. */
  addGroup(value: Value, count: number): { before: Value | undefined; after: Value | undefined } {
    this.groups ??= new Map();
    const key = groupKey(value);
    const group = this.groups.get(key) ?? [];
    const before = group[0]?.value;
    const counted = this.add(value, count);
    const others = group.filter(other => other !== counted);
    const next =
      counted.count === 0 ? others : group.includes(counted) ? group : inOrder([...group, counted]);
    if (next.length === 0) this.groups.delete(key);
    else this.groups.set(key, next);
    return { before, after: next[0]?.value };
  }

  /** Number of values in memory, including removed ones. */
  get kept(): number {
    return this.heap.length;
  }

  first(): Value | undefined {
    while (this.heap.length > 0 && this.heap[0]!.count === 0) this.pop();
    return this.heap[0]?.value;
  }

  private precedes(a: Counted, b: Counted): boolean {
    return (orderValues(a.value, b.value) * this.sign || byKey(a, b)) < 0;
  }

  private push(counted: Counted): void {
    const { heap } = this;
    let at = heap.push(counted) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.precedes(counted, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = counted;
  }

  /** Values added and removed below the first one would accumulate. A sorted array is a valid heap. */
  private dropRemoved(): void {
    const kept = [...this.values.values()].sort((a, b) => (this.precedes(a, b) ? -1 : 1));
    this.heap.length = 0;
    for (const counted of kept) this.heap.push(counted);
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.precedes(heap[child + 1]!, heap[child]!)) child++;
      if (!this.precedes(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

function inOrder(values: Counted[]): Counted[] {
  return values.sort((a, b) => orderValues(a.value, b.value) || byKey(a, b));
}

function byKey(a: Counted, b: Counted): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
