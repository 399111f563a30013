/**
 * Nodes and relationships in rows: handles with an id and, until the next write, the data read from the element.
 * `epoch` counts the updates of a run (see RunState): data of an older epoch counts as not read. So a later clause sees
 * all earlier writes, whatever alias, list or path leads to the element.
 */
import { NodeValue, RelationshipValue } from '@weir/model';
import type { NodeId, ValueMap } from '@weir/model';
import type { NodeView } from '../node-view.js';

const NO_LABELS: readonly string[] = Object.freeze([]);
const NO_PROPERTIES: ValueMap = Object.freeze({});

/** Additional flag of a handle's `parts`, beside `ReadPart`: only the properties that its scan requested. */
export const SCANNED_PROPERTIES = 1 << 8;

export class NodeHandle extends NodeValue {
  view: NodeView | undefined = undefined;
  /** The loaded parts of `view` (`ReadPart`, or `SCANNED_PROPERTIES`). */
  parts = 0;
  epoch = -1;
  /** Number of the last fetch that included it. */
  fetch = 0;

  constructor(id: NodeId) {
    super(id, NO_LABELS, NO_PROPERTIES, false);
  }
}

export class RelationshipHandle extends RelationshipValue {
  /** As of `epoch`. */
  current: ValueMap;
  epoch: number;

  constructor(start: NodeId, label: string, end: NodeId, properties: ValueMap, epoch: number) {
    super(start, label, end, properties);
    this.current = properties;
    this.epoch = epoch;
  }
}

/** Returns a text that identifies an edge. Ids may contain any char; the lengths make it unambiguous. */
export function edgeKey(start: NodeId, label: string, end: NodeId): string {
  return `${start.length},${end.length},${start}${end}${label}`;
}
