/** Counts the contents of one shard's nodes with every change, so that no question needs a scan. */
import { Direction, packedTypes, typeNumber, type Value, type ValueMap } from '@weir/model';
import type { GraphCatalog } from '@weir/cypher';
import type { ContentCounts } from '../node/content-counts.js';
import { directionOf, labelOf } from '../node/edge-type.js';
import { forEachRun } from '../node/half-edges.js';
import type { KeyList } from '../node/known-keys.js';
import type { NodeContent } from '../node/node-snapshot.js';
import { keyListOfBag, NO_PROPERTIES, type PropertyBag, readBag, VALUES_AT } from '../node/property-bag.js';
import { NameTallies, type NameTally, type PackedTally } from './name-tallies.js';

/** Properties whose types are read at once; a longer list is unpacked. */
const MOST_PACKED = 256;

export type PackedCounts = [
  nodes: number,
  edges: number,
  labels: PackedTally[],
  edgeTypes: PackedTally[],
  propertyKeys: PackedTally[],
  edgePropertyKeys: PackedTally[],
  isTruncated: boolean,
];

export class NodeCounts implements ContentCounts {
  private nodes = 0;
  private edges = 0;
  private readonly labels = new NameTallies(false);
  private readonly edgeTypes = new NameTallies(false);
  private readonly propertyKeys = new NameTallies(true);
  private readonly edgePropertyKeys = new NameTallies(true);
  /** Indexed by the number of a key list, so that similar nodes need no lookup by name. */
  private readonly byKeyList: (readonly (NameTally | undefined)[])[] = [];
  private readonly types = new Uint8Array(MOST_PACKED);
  private wasTruncated = false;

  // Changes: see `ContentCounts`.

  node(change: number): void {
    this.nodes += change;
  }

  label(label: string, change: number): void {
    this.labels.count(label, change);
  }

  edge(type: string, direction: Direction, change: number, properties: ValueMap = NO_PROPERTIES): void {
    if (direction !== Direction.Outgoing) return;
    this.edges += change;
    this.edgeTypes.count(type, change);
    for (const key in properties) this.edgePropertyKeys.countValue(key, typeNumber(properties[key]!), change);
  }

  property(key: string, before: Value | undefined, after: Value | undefined): void {
    valueChanged(this.propertyKeys, key, before, after);
  }

  edgeProperty(key: string, direction: Direction, before: Value | undefined, after: Value | undefined): void {
    if (direction === Direction.Outgoing) valueChanged(this.edgePropertyKeys, key, before, after);
  }

  properties(bag: PropertyBag, change: number): void {
    const list = keyListOfBag(bag);
    if (list === undefined || list.keys.length > MOST_PACKED) {
      const map = readBag(bag);
      for (const key in map) this.propertyKeys.countValue(key, typeNumber(map[key]!), change);
      return;
    }
    const tallies = this.byKeyList[list.number] ?? this.talliesOf(list);
    packedTypes(bag as string, VALUES_AT, this.types);
    for (let i = 0; i < tallies.length; i++) {
      const tally = tallies[i];
      if (tally !== undefined) this.propertyKeys.addValue(tally, this.types[i]!, change);
    }
  }

  // The store

  /** Counts a node that was read from the store. @param seen see `NameTallies.countStored`. */
  stored(node: NodeContent, change: number, seen: number): void {
    if (!node.exists) return;
    this.nodes += change;
    for (const label of node.labelSet) this.labels.countStored(label, change, seen);
    const map = readBag(node.bag);
    for (const key in map) this.propertyKeys.countStored(key, change, seen, typeNumber(map[key]!));
    forEachRun(node.halfEdges, (type, others) => {
      if (directionOf(type) !== Direction.Outgoing) return;
      this.edges += others.length * change;
      this.edgeTypes.countStored(labelOf(type), others.length * change, seen);
    });
    for (const { direction, properties } of node.edgeProperties?.entries() ?? []) {
      if (direction !== Direction.Outgoing) continue;
      for (const key in properties) {
        this.edgePropertyKeys.countStored(key, change, seen, typeNumber(properties[key]!));
      }
    }
  }

  /** Records when the changes since the last call were made. @param isNew whether names not seen before are new. */
  sawTime(millis: number, isNew: boolean): void {
    for (const tallies of this.all()) tallies.sawTime(millis, isNew);
  }

  /** See `NameTallies.knowsNew`. */
  knowsNew(): void {
    for (const tallies of this.all()) tallies.knowsNew();
  }

  get isTruncated(): boolean {
    return this.wasTruncated || this.all().some(tallies => tallies.isTruncated);
  }

  summary(isExact: boolean): GraphCatalog {
    return {
      nodes: Math.max(0, this.nodes),
      edges: Math.max(0, this.edges),
      labels: this.labels.entries(),
      edgeTypes: this.edgeTypes.entries(),
      propertyKeys: this.propertyKeys.keys(),
      edgePropertyKeys: this.edgePropertyKeys.keys(),
      isExact: isExact && !this.isTruncated,
      isTruncated: this.isTruncated,
    };
  }

  pack(): PackedCounts {
    const { nodes, edges, isTruncated } = this;
    const [labels, edgeTypes, propertyKeys, edgePropertyKeys] = this.all().map(tallies => tallies.pack());
    return [nodes, edges, labels!, edgeTypes!, propertyKeys!, edgePropertyKeys!, isTruncated];
  }

  /** Adds the counts of an earlier run. */
  unpack([nodes, edges, labels, edgeTypes, propertyKeys, edgePropertyKeys, isTruncated]: PackedCounts): void {
    this.nodes += nodes;
    this.edges += edges;
    this.labels.unpack(labels);
    this.edgeTypes.unpack(edgeTypes);
    this.propertyKeys.unpack(propertyKeys);
    this.edgePropertyKeys.unpack(edgePropertyKeys);
    this.wasTruncated ||= isTruncated;
  }

  private all(): readonly NameTallies[] {
    return [this.labels, this.edgeTypes, this.propertyKeys, this.edgePropertyKeys];
  }

  private talliesOf(list: KeyList): readonly (NameTally | undefined)[] {
    const tallies = list.keys.map(key => this.propertyKeys.of(key));
    this.byKeyList[list.number] = tallies;
    return tallies;
  }
}

function valueChanged(
  tallies: NameTallies,
  key: string,
  before: Value | undefined,
  after: Value | undefined,
): void {
  if (before !== undefined && before !== null) tallies.countValue(key, typeNumber(before), -1);
  if (after !== undefined && after !== null) tallies.countValue(key, typeNumber(after), 1);
}
