/** Edges in rows that are only compared with others: null replaces an edge that cannot collide. */
import { type NodeId, RelationshipValue, type Value } from '@weir/model';
import type { ComparedColumn } from '../../plan/row-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { RowBag } from '../../collections/row-bag.js';

const AT_START = 1;
const AT_END = 2;

/** @param keep see OutputColumn. */
export function isKept(value: Value, keep: number, node: NodeId): boolean {
  if (!(value instanceof RelationshipValue)) return true;
  return ((keep & AT_START) !== 0 && value.start === node) || ((keep & AT_END) !== 0 && value.end === node);
}

/** Returns a neighbor's report in the form stored on a node. */
export function comparedOn(node: NodeId, columns: readonly ComparedColumn[], rows: RowBag): RowBag {
  if (columns.length === 0) return rows;
  const kept = new RowBag();
  for (const { row, count } of rows.rows()) kept.add(comparedRow(node, columns, row), count);
  return kept;
}

function comparedRow(node: NodeId, columns: readonly ComparedColumn[], row: StandingRow): StandingRow {
  let kept: Value[] | undefined;
  for (const { position, keep } of columns) {
    const value = row[position]!;
    if (value === null || isKept(value, keep, node)) continue;
    kept ??= row.slice();
    kept[position] = null;
  }
  return kept ?? row;
}
