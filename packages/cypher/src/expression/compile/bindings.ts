/** Where the variables of a query live: each has a slot of the row, and what is known of its values. */
export interface Binding {
  readonly slot: number;
  /** `node` and `relationship` are certain (or null); `value` holds no graph element, `unknown` may. */
  readonly kind: 'node' | 'relationship' | 'value' | 'unknown';
}

export type Bindings = ReadonlyMap<string, Binding>;

/** Gives out the slots of one query's rows. All parts of a query, subqueries too, share one row layout. */
export class SlotAllocator {
  private count: number;

  /** @param reserved slots that are taken from the start. */
  constructor(reserved: number) {
    this.count = reserved;
  }

  allocate(): number {
    return this.count++;
  }

  /** The number of slots given out so far. */
  get width(): number {
    return this.count;
  }
}
