/** Changes of an edge that the entries of one end record since the checkpoint. */
import { type Direction, encode, type HalfEdge, type NodeId, type Value } from '@weir/model';

const NO_WORD = '';
const ADDED = 'added';
const REMOVED = 'removed';
/** Only its properties changed. */
const CHANGED = 'changed';

export class TouchedEdge implements HalfEdge {
  /** Whether the properties may differ from the other half's. */
  mayHaveOtherProperties = false;
  private what = NO_WORD;
  /** Properties set or removed since the edge was added or, if it existed before, since the checkpoint. */
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

  /** Final state that the entries record. Two ends with equal words agree on the edge. */
  get word(): string {
    const { properties } = this;
    if (properties === undefined || properties.size === 0) return this.what;
    const sorted = [...properties].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.what + Buffer.from(encode(sorted)).toString('latin1');
  }
}
