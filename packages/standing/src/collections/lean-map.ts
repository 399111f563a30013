/**
 * A map and a set for states that exist by the million and mostly have no entry or one. A single entry is inline, a few
 * are in one flat array of exact length, many are in a Map or a Set. Iteration follows insertion order. During
 * iteration the current entry may be deleted; entries added meanwhile may or may not be visited.
 */
const NOTHING: readonly never[] = [];
const MOST_IN_ARRAY = 9;

export class LeanMap<K extends string, V> implements Iterable<readonly [K, V]> {
  /** The key of the only entry, or `[key, value, key, value, ...]`, or a Map. */
  private entries: K | (K | V)[] | Map<K, V> | undefined = undefined;
  private onlyValue: V | undefined = undefined;

  get size(): number {
    const { entries } = this;
    if (entries === undefined) return 0;
    if (typeof entries === 'string') return 1;
    return entries instanceof Map ? entries.size : entries.length >> 1;
  }

  has(key: K): boolean {
    const { entries } = this;
    if (entries === undefined || typeof entries === 'string') return entries === key;
    return entries instanceof Map ? entries.has(key) : indexIn(entries, key) >= 0;
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
      else this.entries = new Map(pairsIn<K, V>(entries)).set(key, value);
    }
  }

  /** @returns false if the key was absent. */
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
      this.entries = entries.slice(0, at).concat(entries.slice(at + 2));
    }
    return true;
  }

  clear(): void {
    this.entries = undefined;
    this.onlyValue = undefined;
  }

  forEach(visit: (key: K, value: V) => void): void {
    const { entries } = this;
    if (entries === undefined) return;
    if (typeof entries === 'string') visit(entries, this.onlyValue!);
    else if (entries instanceof Map) entries.forEach((value, key) => visit(key, value));
    else for (let i = 0; i < entries.length; i += 2) visit(entries[i] as K, entries[i + 1] as V);
  }

  keys(): Iterable<K> {
    const { entries } = this;
    if (entries === undefined) return NOTHING;
    if (typeof entries === 'string') return [entries];
    return entries instanceof Map ? entries.keys() : (entries.filter((_, i) => i % 2 === 0) as K[]);
  }

  values(): Iterable<V> {
    const { entries } = this;
    if (entries === undefined) return NOTHING;
    if (typeof entries === 'string') return [this.onlyValue!];
    return entries instanceof Map ? entries.values() : (entries.filter((_, i) => i % 2 === 1) as V[]);
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    const { entries } = this;
    if (entries === undefined) return NOTHING[Symbol.iterator]();
    if (typeof entries === 'string') return [[entries, this.onlyValue!] as const][Symbol.iterator]();
    return entries instanceof Map ? entries.entries() : pairsIn<K, V>(entries)[Symbol.iterator]();
  }
}

function indexIn<K, V>(entries: readonly (K | V)[], key: K): number {
  for (let i = 0; i < entries.length; i += 2) if (entries[i] === key) return i;
  return -1;
}

function pairsIn<K, V>(entries: readonly (K | V)[]): (readonly [K, V])[] {
  const pairs: (readonly [K, V])[] = [];
  for (let i = 0; i < entries.length; i += 2) pairs.push([entries[i] as K, entries[i + 1] as V]);
  return pairs;
}

/** Members of a set, to be stored in a field; not changed in place unless there are many. */
export type Members<K extends string> = K | readonly K[] | Set<K> | undefined;

export function membersOf<K extends string>(members: Members<K>): Iterable<K> {
  if (members === undefined) return NOTHING;
  return typeof members === 'string' ? [members] : members;
}

export function memberCount(members: Members<string>): number {
  if (members === undefined) return 0;
  if (typeof members === 'string') return 1;
  return members instanceof Set ? members.size : members.length;
}

export function isMember<K extends string>(members: Members<K>, key: K): boolean {
  if (members === undefined || typeof members === 'string') return members === key;
  return members instanceof Set ? members.has(key) : members.includes(key);
}

/** @param key not yet a member. */
export function withMember<K extends string>(members: Members<K>, key: K): Members<K> {
  if (members === undefined) return key;
  if (typeof members === 'string') return [members, key];
  if (members instanceof Set) return members.add(key);
  return members.length < MOST_IN_ARRAY ? members.concat(key) : new Set(members).add(key);
}

/** @param key a member. */
export function withoutMember<K extends string>(members: Members<K>, key: K): Members<K> {
  if (members instanceof Set) {
    members.delete(key);
    return members.size === 0 ? undefined : members;
  }
  if (members === undefined || typeof members === 'string') return undefined;
  const left = members.filter(other => other !== key);
  return left.length === 1 ? left[0] : left;
}

export class LeanSet<K extends string> implements Iterable<K> {
  private content: Members<K> = undefined;

  get size(): number {
    return memberCount(this.content);
  }

  has(key: K): boolean {
    return isMember(this.content, key);
  }

  /** @returns false if the key was present. */
  add(key: K): boolean {
    if (isMember(this.content, key)) return false;
    this.content = withMember(this.content, key);
    return true;
  }

  /** @returns false if the key was absent. */
  delete(key: K): boolean {
    if (!isMember(this.content, key)) return false;
    this.content = withoutMember(this.content, key);
    return true;
  }

  [Symbol.iterator](): Iterator<K> {
    return membersOf(this.content)[Symbol.iterator]();
  }
}
