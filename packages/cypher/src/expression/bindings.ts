/** Variables of a query: the slot of each in the row, and the known type of its values. */
export interface Binding {
  readonly slot: number;
  /** `node` and `relationship` are certain (or null); `value` contains no graph element, `unknown` may. */
  readonly kind: 'node' | 'relationship' | 'value' | 'unknown';
}

export type Bindings = ReadonlyMap<string, Binding>;

/** Allocates the slots of one query's rows. All parts of a query, including subqueries, share one row layout. */
export class SlotAllocator {
  private count: number;

  /** @param reserved number of slots in use from the start. */
  constructor(reserved: number) {
    this.count = reserved;
  }

  allocate(): number {
    return this.count++;
  }

  /** Number of slots allocated so far. */
  get width(): number {
    return this.count;
  }
}
