/**
 * State of one neighbor over one pattern edge, in compact form: millions of these hold one row, which is then stored
 * alone. The edges to the neighbor are stored only if the entry alone does not imply them.
 */
import { Direction, type NodeId, RelationshipValue, type ValueMap } from '@weir/model';
import type { RowEdgePlan } from '../../plan/row-plan.js';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';
import { bagOf, type KeptRows, keptRows } from '../../collections/kept-rows.js';
import type { RowBag } from '../../collections/row-bag.js';

/** Fitting edges to a neighbor, as in the rows that were passed on; one `null` on the same node. */
export interface NeighborEdges {
  readonly edges: readonly (RelationshipValue | null)[];
  /** Origins of each edge. `undefined` unless the plan tracks origins. */
  readonly origins: readonly OriginSet[] | undefined;
}

export interface NeighborRows extends NeighborEdges {
  readonly rows: RowBag;
}

class KeptWithEdges {
  constructor(
    readonly rows: RowBag,
    readonly edges: NeighborEdges['edges'],
    readonly origins: NeighborEdges['origins'],
  ) {}
}

export type KeptNeighbor = KeptRows | KeptWithEdges;

const NO_ROW: StandingRow = [];
const NO_PROPERTIES: ValueMap = {};
const NO_EDGE: readonly null[] = [null];

export function keptNeighbor(patternEdge: RowEdgePlan, { rows, edges, origins }: NeighborRows): KeptNeighbor {
  if (patternEdge.keepsEdges) return new KeptWithEdges(rows, edges, origins);
  return patternEdge.child < 0 ? NO_ROW : keptRows(rows);
}

/** @param node the node on which the pattern node is evaluated. */
export function neighborRowsOf(
  patternEdge: RowEdgePlan,
  node: NodeId,
  neighbor: NodeId,
  kept: KeptNeighbor,
): NeighborRows {
  if (kept instanceof KeptWithEdges) return kept;
  return { rows: bagOf(kept), edges: impliedEdges(patternEdge, node, neighbor), origins: undefined };
}

export function rowsOf(kept: KeptNeighbor): RowBag {
  return kept instanceof KeptWithEdges ? kept.rows : bagOf(kept);
}

/** The only possible edge, for a pattern edge that does not store them. */
function impliedEdges(patternEdge: RowEdgePlan, node: NodeId, neighbor: NodeId): NeighborEdges['edges'] {
  if (patternEdge.here || !patternEdge.columns.some(showsEdge)) return NO_EDGE;
  const label = patternEdge.labels![0]!;
  return [
    patternEdge.direction === Direction.Outgoing
      ? new RelationshipValue(node, label, neighbor, NO_PROPERTIES)
      : new RelationshipValue(neighbor, label, node, NO_PROPERTIES),
  ];
}

function showsEdge({ from }: RowEdgePlan['columns'][number]): boolean {
  return from === 'edge' || from === 'path';
}
