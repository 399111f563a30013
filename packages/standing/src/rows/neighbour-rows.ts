/**
 * What is known of one neighbour over one pattern edge, as it is kept: millions of these say one row, which then is all
 * there is. Which edges lead to the neighbour is kept only where that is not to be told from the entry alone.
 */
import { Direction, type NodeId, RelationshipValue, type ValueMap } from '@weir/model';
import type { RowSlotPlan } from '../plan/row-plan.js';
import type { OriginSet, StandingRow } from '../standing-contract.js';
import { RowBag } from './row-bag.js';

/** Fitting edges to a neighbour as the rows that were passed on had them; one `null` on the same node. */
export interface FilledEdges {
  readonly edges: readonly (RelationshipValue | null)[];
  /** By edge: what it comes from. `undefined` unless the plan tracks origins. */
  readonly origins: readonly OriginSet[] | undefined;
}

/** All that is known of the neighbour. */
export interface Filling extends FilledEdges {
  readonly rows: RowBag;
}

/** A multiset of rows as it is kept; a row by itself is there once. */
export type KeptRows = StandingRow | RowBag;

class KeptFilling {
  constructor(
    readonly rows: RowBag,
    readonly edges: FilledEdges['edges'],
    readonly origins: FilledEdges['origins'],
  ) {}
}

export type NeighbourRows = KeptRows | KeptFilling;

const NO_ROW: StandingRow = [];
const NO_PROPERTIES: ValueMap = {};
const NO_EDGE: readonly null[] = [null];

/** @param rows not empty. */
export function keptRows(rows: RowBag): KeptRows {
  return rows.onlyRow ?? rows;
}

export function bagOf(kept: KeptRows | undefined): RowBag {
  if (kept instanceof RowBag) return kept;
  const bag = new RowBag();
  if (kept !== undefined) bag.add(kept, 1);
  return bag;
}

export function keptFilling(slot: RowSlotPlan, { rows, edges, origins }: Filling): NeighbourRows {
  if (slot.keepsEdges) return new KeptFilling(rows, edges, origins);
  return slot.child < 0 ? NO_ROW : keptRows(rows);
}

/** @param node on which the part is. */
export function fillingOf(slot: RowSlotPlan, node: NodeId, neighbour: NodeId, kept: NeighbourRows): Filling {
  if (kept instanceof KeptFilling) return kept;
  return { rows: bagOf(kept), edges: impliedEdges(slot, node, neighbour), origins: undefined };
}

export function rowsOf(kept: NeighbourRows): RowBag {
  return kept instanceof KeptFilling ? kept.rows : bagOf(kept);
}

/** The only edge that there can be, where a slot does not keep them. */
function impliedEdges(slot: RowSlotPlan, node: NodeId, neighbour: NodeId): FilledEdges['edges'] {
  if (slot.here || !slot.columns.some(showsEdge)) return NO_EDGE;
  const label = slot.labels![0]!;
  return [
    slot.direction === Direction.Outgoing
      ? new RelationshipValue(node, label, neighbour, NO_PROPERTIES)
      : new RelationshipValue(neighbour, label, node, NO_PROPERTIES),
  ];
}

function showsEdge({ from }: RowSlotPlan['columns'][number]): boolean {
  return from === 'edge' || from === 'path';
}
