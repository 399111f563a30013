/** A map of bounded total weight that evicts the least recently used entry first. */
export class LruMap<K, V> {
  private readonly entries = new Map<K, V>();
  private weight = 0;

  /**
   * @param limit total weight of all entries.
   * @param weightOf must return the same weight for an entry each time; by default each entry weighs 1. An entry that
   * weighs more than the limit is not kept.
   */
  constructor(
    private readonly limit: number,
    private readonly weightOf: (key: K, value: V) => number = () => 1,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    const weight = this.weightOf(key, value);
    if (weight > this.limit) return;
    this.delete(key);
    this.entries.set(key, value);
    this.weight += weight;
    while (this.weight > this.limit) this.delete(this.entries.keys().next().value!);
  }

  private delete(key: K): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.weight -= this.weightOf(key, value);
  }
}
