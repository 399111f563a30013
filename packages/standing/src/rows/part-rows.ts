/** From what a part holds to rows: what neighbours contribute to the join, and what comes out of it. */
import { type NodeId, NodeValue, RelationshipValue, type Value, type ValueMap } from '@weir/model';
import type { StandingRow } from '../standing-operator.js';
import { NO_ORIGINS, type OriginSet, originsOfRow, unionOf, withOrigins } from './origins/origin-set.js';
import { type CountedRow, RowBag } from './row-bag.js';
import { edgeKey } from './row-key.js';
import type { RowPartPlan, RowSlotColumn, RowSlotPlan } from './row-plan.js';
import type { Filling, RowPart } from './row-state.js';

const NO_ROW: StandingRow = [];
// Shared, and rows are made in their exact length: they stay for as long as the match does.
const NO_LABELS: readonly string[] = [];
const NO_PROPERTIES: ValueMap = {};
/** What a child that demands nothing and is not asked would report. */
export const BARE_ROWS: readonly CountedRow[] = [{ row: NO_ROW, count: 1 }];

/** Adds the rows that fill a slot by way of one neighbour, over its edges as given, to `target`. */
export function addContributions(
  slot: RowSlotPlan,
  neighbour: NodeId,
  { edges, origins }: Pick<Filling, 'edges' | 'origins'>,
  rows: Iterable<CountedRow>,
  sign: 1 | -1,
  target: RowBag,
): void {
  for (const { row, count } of rows) {
    for (let i = 0; i < edges.length; i++) {
      const filled = contribution(slot, neighbour, edges[i]!, row);
      if (filled === undefined) continue;
      const contributed =
        origins === undefined ? filled : withOrigins(filled, contributedOrigins(slot, origins[i]!, row));
      target.add(contributed, count * sign);
    }
  }
}

function contributedOrigins(slot: RowSlotPlan, ofEdge: OriginSet, row: StandingRow): OriginSet {
  return slot.child < 0 ? ofEdge : unionOf(ofEdge, originsOfRow(row));
}

/** `undefined`: a path would have an edge twice. */
function contribution(
  slot: RowSlotPlan,
  neighbour: NodeId,
  edge: RelationshipValue | null,
  row: StandingRow,
): StandingRow | undefined {
  const { columns } = slot;
  const values = new Array<Value>(columns.length);
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!;
    switch (column.from) {
      case 'edge':
        values[i] = edge;
        break;
      case 'node':
        values[i] = new NodeValue(neighbour, NO_LABELS, NO_PROPERTIES, true);
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
  column: Extract<RowSlotColumn, { from: 'path' }>,
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

/** Works the join out from nothing: fills the steps anew and gives everything that comes out. */
export function evaluatePart(part: RowPart): RowBag {
  for (const step of part.steps) step.clear();
  const rights = rowsOfSlots(part);
  part.steps.forEach((step, i) => step.changeRight(rights[i]!));
  const start = new RowBag();
  start.add(ownRow(part), 1);
  return throughSteps(part, 0, start);
}

/** By step: what fills its slots. */
export function rowsOfSlots(part: RowPart): RowBag[] {
  const rights = part.steps.map(() => new RowBag());
  for (const slot of part.plan.slots) {
    for (const [neighbour, filling] of part.fillings[slot.index]!) {
      addContributions(
        slot,
        neighbour,
        filling,
        slot.child < 0 ? BARE_ROWS : filling.rows.rows(),
        1,
        rights[slot.step]!,
      );
    }
  }
  return rights;
}

/** Everything that comes out of a part whose steps are filled; costs what comes out, not what is in them. */
export function currentRows(part: RowPart): RowBag {
  let rows = new RowBag();
  rows.add(ownRow(part), 1);
  for (const step of part.steps) rows = step.outputOf(rows);
  return projectedRows(part.plan, rows);
}

/** What changes in the output when the rows that go into a step do. */
export function throughSteps(part: RowPart, from: number, delta: RowBag): RowBag {
  let rows = delta;
  for (let i = from; i < part.steps.length && !rows.isEmpty; i++) rows = part.steps[i]!.changeLeft(rows);
  return projectedRows(part.plan, rows);
}

/** What changes in the output when the rows that fill a slot do. */
export function throughSlot(part: RowPart, slot: RowSlotPlan, delta: RowBag): RowBag {
  return throughSteps(part, slot.step + 1, part.steps[slot.step]!.changeRight(delta));
}

export function ownRow(part: RowPart): StandingRow {
  const row = part.plan.hasOwnColumn ? [part.own] : NO_ROW;
  return part.plan.tracksOrigins ? withOrigins(row, part.ownOrigins ?? NO_ORIGINS) : row;
}

function projectedRows(plan: RowPartPlan, rows: RowBag): RowBag {
  const output = new RowBag();
  for (const { row, count } of rows.rows()) {
    const columns = plan.output;
    const values = new Array<Value>(columns.length);
    for (let i = 0; i < columns.length; i++) {
      const value = row[columns[i]!.position]!;
      values[i] = columns[i]!.bare ? bareForm(value) : value;
    }
    output.add(plan.tracksOrigins ? withOrigins(values, originsOfRow(row)) : values, count);
  }
  return output;
}

/** Which element it is, without what was read of it. */
function bareForm(value: Value): Value {
  if (value instanceof NodeValue) return new NodeValue(value.id, NO_LABELS, NO_PROPERTIES, true);
  if (value instanceof RelationshipValue)
    return new RelationshipValue(value.start, value.label, value.end, NO_PROPERTIES);
  return Array.isArray(value) ? (value as readonly Value[]).map(bareForm) : value;
}
