/**
 * What is known of one neighbour over one pattern edge, as it is kept: millions of these say one row, which then is all
 * there is. Which edges lead to the neighbour is kept only where that is not to be told from the entry alone.
 */
import { Direction, type NodeId, RelationshipValue, type ValueMap } from '@weir/model';
import type { RowEdgePlan } from '../../plan/row-plan.js';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';
import { bagOf, type KeptRows, keptRows } from '../../collections/kept-rows.js';
import type { RowBag } from '../../collections/row-bag.js';

/** Fitting edges to a neighbour as the rows that were passed on had them; one `null` on the same node. */
export interface NeighbourEdges {
  readonly edges: readonly (RelationshipValue | null)[];
  /** By edge: what it comes from. `undefined` unless the plan tracks origins. */
  readonly origins: readonly OriginSet[] | undefined;
}

/** All that is known of the neighbour. */
export interface NeighbourRows extends NeighbourEdges {
  readonly rows: RowBag;
}

class KeptWithEdges {
  constructor(
    readonly rows: RowBag,
    readonly edges: NeighbourEdges['edges'],
    readonly origins: NeighbourEdges['origins'],
  ) {}
}

export type KeptNeighbour = KeptRows | KeptWithEdges;

const NO_ROW: StandingRow = [];
const NO_PROPERTIES: ValueMap = {};
const NO_EDGE: readonly null[] = [null];

export function keptNeighbour(
  patternEdge: RowEdgePlan,
  { rows, edges, origins }: NeighbourRows,
): KeptNeighbour {
  if (patternEdge.keepsEdges) return new KeptWithEdges(rows, edges, origins);
  return patternEdge.child < 0 ? NO_ROW : keptRows(rows);
}

/** @param node on which the pattern node is evaluated. */
export function neighbourRowsOf(
  patternEdge: RowEdgePlan,
  node: NodeId,
  neighbour: NodeId,
  kept: KeptNeighbour,
): NeighbourRows {
  if (kept instanceof KeptWithEdges) return kept;
  return { rows: bagOf(kept), edges: impliedEdges(patternEdge, node, neighbour), origins: undefined };
}

export function rowsOf(kept: KeptNeighbour): RowBag {
  return kept instanceof KeptWithEdges ? kept.rows : bagOf(kept);
}

/** The only edge that there can be, where a pattern edge does not keep them. */
function impliedEdges(patternEdge: RowEdgePlan, node: NodeId, neighbour: NodeId): NeighbourEdges['edges'] {
  if (patternEdge.here || !patternEdge.columns.some(showsEdge)) return NO_EDGE;
  const label = patternEdge.labels![0]!;
  return [
    patternEdge.direction === Direction.Outgoing
      ? new RelationshipValue(node, label, neighbour, NO_PROPERTIES)
      : new RelationshipValue(neighbour, label, node, NO_PROPERTIES),
  ];
}

function showsEdge({ from }: RowEdgePlan['columns'][number]): boolean {
  return from === 'edge' || from === 'path';
}
