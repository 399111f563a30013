/** From a neighbor's report to the rows that fill a pattern edge through it. */
import { type NodeId, NodeValue, RelationshipValue, type Value, type ValueMap } from '@weir/model';
import type { RowEdgeColumn, RowEdgePlan } from '../../plan/row-plan.js';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';
import { neighborRowsOf, type NeighborRows, type NeighborEdges, type KeptNeighbor } from './neighbor-rows.js';
import { originsOfRow, unionOf, withOrigins } from '../origins/origin-set.js';
import type { CountedRow } from '../../collections/row-bag.js';
import { edgeKey } from '../../collections/row-key.js';

// Shared, and rows are allocated with their exact length: they live as long as the match does.
const NO_LABELS: readonly string[] = [];
const NO_PROPERTIES: ValueMap = {};
/** The report of a child that demands nothing and needs no subscription. */
const BARE_ROWS: readonly CountedRow[] = [{ row: [], count: 1 }];

type Visit = (row: StandingRow, count: number) => void;

/** Calls `visit` with the rows that fill a pattern edge through one neighbor. */
export function contributionsOf(
  patternEdge: RowEdgePlan,
  node: NodeId,
  neighbor: NodeId,
  kept: KeptNeighbor,
  visit: Visit,
): void {
  const neighborRows = neighborRowsOf(patternEdge, node, neighbor, kept);
  contribute(patternEdge, neighbor, neighborRows, rowsIn(patternEdge, neighborRows), visit);
}

/** Returns the contribution of these rows of the neighbor, over these edges. */
export function contribute(
  patternEdge: RowEdgePlan,
  neighbor: NodeId,
  { edges, origins }: NeighborEdges,
  rows: Iterable<CountedRow>,
  visit: Visit,
): void {
  for (const { row, count } of rows) {
    for (let i = 0; i < edges.length; i++) {
      const filled = contribution(patternEdge, neighbor, edges[i]!, row);
      if (filled === undefined) continue;
      visit(
        origins === undefined
          ? filled
          : withOrigins(filled, contributedOrigins(patternEdge, origins[i]!, row)),
        count,
      );
    }
  }
}

/** Returns the neighbor's reported rows; for one without a subscription, the rows it would report. */
export function rowsIn(patternEdge: RowEdgePlan, { rows }: NeighborRows): Iterable<CountedRow> {
  return patternEdge.child < 0 ? BARE_ROWS : rows.rows();
}

function contributedOrigins(patternEdge: RowEdgePlan, ofEdge: OriginSet, row: StandingRow): OriginSet {
  return patternEdge.child < 0 ? ofEdge : unionOf(ofEdge, originsOfRow(row));
}

/** `undefined` if a path would contain an edge twice. */
function contribution(
  patternEdge: RowEdgePlan,
  neighbor: NodeId,
  edge: RelationshipValue | null,
  row: StandingRow,
): StandingRow | undefined {
  const { columns } = patternEdge;
  const values = new Array<Value>(columns.length);
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!;
    switch (column.from) {
      case 'edge':
        values[i] = edge;
        break;
      case 'node':
        values[i] = new NodeValue(neighbor, NO_LABELS, NO_PROPERTIES, true);
        break;
      case 'child':
        values[i] = row[column.position]!;
        break;
      case 'constant':
        values[i] = column.value;
        break;
      case 'path': {
        const path = pathWith(column, edge, row);
        if (path === undefined) return undefined;
        values[i] = path;
      }
    }
  }
  return values;
}

function pathWith(
  column: Extract<RowEdgeColumn, { from: 'path' }>,
  edge: RelationshipValue | null,
  row: StandingRow,
): readonly Value[] | undefined {
  const rest = column.position < 0 ? [] : (row[column.position] as readonly Value[]);
  if (edge === null) return rest;
  const key = edgeKey(edge);
  for (const other of rest) {
    if (other instanceof RelationshipValue && edgeKey(other) === key) return undefined;
  }
  const between = column.node < 0 || rest.length === 0 ? [] : [row[column.node]!];
  return column.reversed ? [...rest, ...between, edge] : [edge, ...between, ...rest];
}
