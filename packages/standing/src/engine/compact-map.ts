/**
 * A map for objects that exist by the million and mostly hold one entry: the first entry is inline, a few more
 * are in one flat array of exact length, many are in a Map. Nothing is allocated before the second entry.
 */
const MOST_IN_ARRAY = 8;

export class CompactMap<K, V> {
  private firstKey: K | undefined = undefined;
  private firstValue: V | undefined = undefined;
  /** `[key, value, key, value, ...]` of all but the first entry, or of all entries as a Map. */
  private more: (K | V)[] | Map<K, V> | undefined = undefined;

  get size(): number {
    const { more } = this;
    if (more instanceof Map) return more.size;
    return (this.firstKey === undefined ? 0 : 1) + (more === undefined ? 0 : more.length >> 1);
  }

  get(key: K): V | undefined {
    if (this.firstKey === key) return this.firstValue;
    const { more } = this;
    if (more === undefined) return undefined;
    if (more instanceof Map) return more.get(key);
    for (let i = 0; i < more.length; i += 2) if (more[i] === key) return more[i + 1] as V;
    return undefined;
  }

  set(key: K, value: V): void {
    const { more } = this;
    if (more instanceof Map) {
      more.set(key, value);
      return;
    }
    if (this.firstKey === undefined || this.firstKey === key) {
      this.firstKey = key;
      this.firstValue = value;
      return;
    }
    if (more === undefined) {
      this.more = [key, value];
      return;
    }
    for (let i = 0; i < more.length; i += 2) {
      if (more[i] === key) {
        more[i + 1] = value;
        return;
      }
    }
    if (more.length < MOST_IN_ARRAY * 2) {
      this.more = more.concat([key, value]);
      return;
    }
    const map = new Map<K, V>();
    map.set(this.firstKey, this.firstValue!);
    for (let i = 0; i < more.length; i += 2) map.set(more[i] as K, more[i + 1] as V);
    map.set(key, value);
    this.firstKey = undefined;
    this.firstValue = undefined;
    this.more = map;
  }

  /** @returns false if it was not there. */
  delete(key: K): boolean {
    const { more } = this;
    if (more instanceof Map) {
      if (!more.delete(key)) return false;
      if (more.size === 0) this.more = undefined;
      return true;
    }
    if (this.firstKey === key && key !== undefined) {
      this.firstKey = more === undefined ? undefined : (more[0] as K);
      this.firstValue = more === undefined ? undefined : (more[1] as V);
      this.more = more === undefined || more.length === 2 ? undefined : more.slice(2);
      return true;
    }
    if (more === undefined) return false;
    for (let i = 0; i < more.length; i += 2) {
      if (more[i] !== key) continue;
      this.more = more.length === 2 ? undefined : [...more.slice(0, i), ...more.slice(i + 2)];
      return true;
    }
    return false;
  }

  clear(): void {
    this.firstKey = undefined;
    this.firstValue = undefined;
    this.more = undefined;
  }

  /** In no order. Don't change the map while iterating, except for deleting the entry at hand from a large one. */
  forEach(visit: (key: K, value: V) => void): void {
    const { firstKey, more } = this;
    if (more instanceof Map) {
      more.forEach((value, key) => visit(key, value));
      return;
    }
    if (firstKey === undefined) return;
    visit(firstKey, this.firstValue!);
    if (more !== undefined) for (let i = 0; i < more.length; i += 2) visit(more[i] as K, more[i + 1] as V);
  }
}
