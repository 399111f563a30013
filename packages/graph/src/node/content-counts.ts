/**
 * Counts of the contents of nodes, which every write of a node changes. `change` is 1 for what was added, -1 for what
 * was removed.
 */
import type { Direction, Value, ValueMap } from '@weir/model';
import type { PropertyBag } from './property-bag.js';

export interface ContentCounts {
  node(change: number): void;
  label(label: string, change: number): void;
  /** Each edge is counted at its source node. @param properties default: none. */
  edge(type: string, direction: Direction, change: number, properties?: ValueMap): void;
  /** @param before, after `undefined` or `null`: no value. */
  property(key: string, before: Value | undefined, after: Value | undefined): void;
  edgeProperty(key: string, direction: Direction, before: Value | undefined, after: Value | undefined): void;
  /** All properties of a node at once. */
  properties(bag: PropertyBag, change: number): void;
}
