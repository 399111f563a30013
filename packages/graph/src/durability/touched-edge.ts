/** What the entries of one end since the checkpoint say of an edge. */
import { type Direction, encode, type HalfEdge, type NodeId, type Value } from '@weir/model';

const NO_WORD = '';
const ADDED = 'added';
const REMOVED = 'removed';
/** Its properties alone. */
const CHANGED = 'changed';

export class TouchedEdge implements HalfEdge {
  /** Than the other half. */
  mayHaveOtherProperties = false;
  private what = NO_WORD;
  /** Since it was added, or, if it was there before, all that were set or removed. */
  private properties: Map<string, Value> | undefined = undefined;

  constructor(
    readonly label: string,
    readonly direction: Direction,
    readonly other: NodeId,
  ) {}

  added(): void {
    this.what = ADDED;
    this.properties = undefined;
  }

  removed(): void {
    this.what = REMOVED;
    this.properties = undefined;
    this.mayHaveOtherProperties = true;
  }

  propertySet(key: string, value: Value): void {
    if (this.what === NO_WORD) this.what = CHANGED;
    this.mayHaveOtherProperties = true;
    this.properties ??= new Map();
    if (value === null && this.what === ADDED) this.properties.delete(key);
    else this.properties.set(key, value);
  }

  /** The last word about it: where both ends have the same, they agree on it. */
  get word(): string {
    const { properties } = this;
    if (properties === undefined || properties.size === 0) return this.what;
    const sorted = [...properties].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.what + Buffer.from(encode(sorted)).toString('latin1');
  }
}
