/**
 * Nodes and relationships as they travel in rows: handles that know an id and, for as long as nothing was
 * written, what was read of the element. `epoch` counts the updates of a run (see RunState): what was read
 * in an older epoch counts as not read. So a later clause sees all earlier writes, through whatever alias,
 * list or path it reaches the element.
 */
import { NodeValue, RelationshipValue } from '@weir/model';
import type { NodeId, ValueMap } from '@weir/model';
import type { NodeView } from '../../node-view.js';

const NO_LABELS: readonly string[] = Object.freeze([]);
const NO_PROPERTIES: ValueMap = Object.freeze({});

/** Among the parts of a handle, beside `ReadPart`: the properties that its scan was asked for, and no others. */
export const SCANNED_PROPERTIES = 1 << 8;

export class NodeHandle extends NodeValue {
  view: NodeView | undefined = undefined;
  /** The parts of `view` that are filled (`ReadPart`, or `SCANNED_PROPERTIES`). */
  parts = 0;
  epoch = -1;
  /** The number of the fetch that it was last part of. */
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

/** A text that identifies an edge. Ids may hold any char; their lengths keep the parts apart. */
export function edgeKey(start: NodeId, label: string, end: NodeId): string {
  return `${start.length},${end.length},${start}${end}${label}`;
}
