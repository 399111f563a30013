/**
 * A map for objects that exist by the million and mostly hold one entry: that one is inline, a few are in one flat
 * array of exact length, many are in a Map. Nothing is allocated before the second entry.
 */
const MOST_IN_ARRAY = 9;

export class CompactMap<K extends string, V> {
  /** The key of the only entry, or `[key, value, key, value, ...]`, or a Map. */
  private entries: K | (K | V)[] | Map<K, V> | undefined = undefined;
  /** The value of the only entry. */
  private onlyValue: V | undefined = undefined;

  get size(): number {
    const { entries } = this;
    if (entries === undefined) return 0;
    if (typeof entries === 'string') return 1;
    return entries instanceof Map ? entries.size : entries.length >> 1;
  }

  get(key: K): V | undefined {
    const { entries } = this;
    if (entries === undefined) return undefined;
    if (typeof entries === 'string') return entries === key ? this.onlyValue : undefined;
    if (entries instanceof Map) return entries.get(key);
    const at = indexIn(entries, key);
    return at < 0 ? undefined : (entries[at + 1] as V);
  }

  set(key: K, value: V): void {
    const { entries } = this;
    if (entries === undefined || entries === key) {
      this.entries = key;
      this.onlyValue = value;
    } else if (typeof entries === 'string') {
      this.entries = [entries, this.onlyValue!, key, value];
      this.onlyValue = undefined;
    } else if (entries instanceof Map) {
      entries.set(key, value);
    } else {
      const at = indexIn(entries, key);
      if (at >= 0) entries[at + 1] = value;
      else if (entries.length < MOST_IN_ARRAY * 2) this.entries = entries.concat([key, value]);
      else this.entries = asMap<K, V>(entries).set(key, value);
    }
  }

  /** @returns false if it was not there. */
  delete(key: K): boolean {
    const { entries } = this;
    if (entries === undefined) return false;
    if (typeof entries === 'string') {
      if (entries !== key) return false;
      this.entries = undefined;
      this.onlyValue = undefined;
      return true;
    }
    if (entries instanceof Map) {
      if (!entries.delete(key)) return false;
      if (entries.size === 0) this.entries = undefined;
      return true;
    }
    const at = indexIn(entries, key);
    if (at < 0) return false;
    if (entries.length === 4) {
      const left = at === 0 ? 2 : 0;
      this.entries = entries[left] as K;
      this.onlyValue = entries[left + 1] as V;
    } else {
      this.entries = entries.filter((_, i) => i !== at && i !== at + 1);
    }
    return true;
  }

  clear(): void {
    this.entries = undefined;
    this.onlyValue = undefined;
  }

  /** In no order. Don't change the map while iterating, except for deleting the entry at hand from a large one. */
  forEach(visit: (key: K, value: V) => void): void {
    const { entries } = this;
    if (entries === undefined) return;
    if (typeof entries === 'string') visit(entries, this.onlyValue!);
    else if (entries instanceof Map) entries.forEach((value, key) => visit(key, value));
    else for (let i = 0; i < entries.length; i += 2) visit(entries[i] as K, entries[i + 1] as V);
  }
}

function indexIn<K, V>(entries: readonly (K | V)[], key: K): number {
  for (let i = 0; i < entries.length; i += 2) if (entries[i] === key) return i;
  return -1;
}

function asMap<K, V>(entries: readonly (K | V)[]): Map<K, V> {
  const map = new Map<K, V>();
  for (let i = 0; i < entries.length; i += 2) map.set(entries[i] as K, entries[i + 1] as V);
  return map;
}
