/**
 * A map and a set for states that exist by the million and mostly hold nothing or one entry: that one is inline, more
 * are in a Map or a Set, which is never given back for a smaller form. In the order of insertion, as those are. While one
 * is iterated, the entry at hand may be deleted; what is added meanwhile may or may not come.
 */
const NOTHING: readonly never[] = [];

export class LeanMap<K extends string, V> implements Iterable<readonly [K, V]> {
  /** Of the only entry. */
  private onlyKey: K | undefined = undefined;
  /** The value of the only entry; without one, all entries. */
  private content: V | Map<K, V> | undefined = undefined;

  private get many(): Map<K, V> | undefined {
    return this.onlyKey === undefined ? (this.content as Map<K, V> | undefined) : undefined;
  }

  get size(): number {
    return this.onlyKey === undefined ? (this.many?.size ?? 0) : 1;
  }

  has(key: K): boolean {
    return this.onlyKey === undefined ? this.many?.has(key) === true : this.onlyKey === key;
  }

  get(key: K): V | undefined {
    if (this.onlyKey === undefined) return this.many?.get(key);
    return this.onlyKey === key ? (this.content as V) : undefined;
  }

  set(key: K, value: V): void {
    const { onlyKey, content } = this;
    if (onlyKey === key || (onlyKey === undefined && content === undefined)) {
      this.onlyKey = key;
      this.content = value;
    } else if (onlyKey === undefined) {
      (content as Map<K, V>).set(key, value);
    } else {
      this.onlyKey = undefined;
      this.content = new Map<K, V>().set(onlyKey, content as V).set(key, value);
    }
  }

  delete(key: K): boolean {
    const { many } = this;
    if (many !== undefined) return many.delete(key);
    if (this.onlyKey === undefined || this.onlyKey !== key) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.onlyKey = undefined;
    this.content = undefined;
  }

  keys(): Iterable<K> {
    return this.onlyKey === undefined ? (this.many?.keys() ?? NOTHING) : [this.onlyKey];
  }

  values(): Iterable<V> {
    return this.onlyKey === undefined ? (this.many?.values() ?? NOTHING) : [this.content as V];
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    const entries: Iterable<readonly [K, V]> =
      this.onlyKey === undefined ? (this.many ?? NOTHING) : [[this.onlyKey, this.content as V]];
    return entries[Symbol.iterator]();
  }
}

export class LeanSet<K extends string> implements Iterable<K> {
  private content: K | Set<K> | undefined = undefined;

  get size(): number {
    const { content } = this;
    if (content === undefined) return 0;
    return typeof content === 'string' ? 1 : content.size;
  }

  has(key: K): boolean {
    const { content } = this;
    return typeof content === 'object' ? content.has(key) : content === key;
  }

  add(key: K): void {
    const { content } = this;
    if (content === undefined || content === key) this.content = key;
    else if (typeof content === 'string') this.content = new Set([content, key]);
    else content.add(key);
  }

  delete(key: K): boolean {
    const { content } = this;
    if (typeof content === 'object') return content.delete(key);
    if (content === undefined || content !== key) return false;
    this.content = undefined;
    return true;
  }

  [Symbol.iterator](): Iterator<K> {
    const { content } = this;
    const keys: Iterable<K> =
      content === undefined ? NOTHING : typeof content === 'string' ? [content] : content;
    return keys[Symbol.iterator]();
  }
}
