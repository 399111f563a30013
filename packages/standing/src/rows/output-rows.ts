/** From what a part holds to its rows: what goes into the join, and what comes out of it. */
import { type NodeId, NodeValue, RelationshipValue, type Value, type ValueMap } from '@weir/model';
import type { OutputColumn, RowSlotPlan } from '../plan/row-plan.js';
import type { StandingRow } from '../standing-contract.js';
import { isKept } from './compared-columns.js';
import { contributionsOf } from './contributions.js';
import { NO_ORIGINS, originsOfRow, withOrigins } from './origins/origin-set.js';
import { hasOwnStep, ownRowChanged, ownStepOutput, rightRowsChanged } from './own-step.js';
import { RowBag } from './row-bag.js';
import type { RowPart } from './row-state.js';

const NO_ROW: StandingRow = [];
// Shared, and rows are made in their exact length: they stay for as long as the match does.
const NO_LABELS: readonly string[] = [];
const NO_PROPERTIES: ValueMap = {};

/** Works the join out from nothing: fills the steps anew and gives everything that comes out. */
export function evaluatePart(part: RowPart): RowBag {
  part.clearSteps();
  for (let i = hasOwnStep(part.plan) ? 1 : 0; i < part.plan.steps.length; i++) {
    part.step(i).changeRight(rowsOfStep(part, i));
  }
  return ownChanged(part, undefined, ownRow(part));
}

/** What fills the slots of a step. */
export function rowsOfStep(part: RowPart, step: number): RowBag {
  const rows = new RowBag();
  for (const slot of part.plan.slots) {
    if (slot.step !== step) continue;
    part.slot(slot.index).forEach((neighbour, kept) => {
      contributionsOf(slot, part.node, neighbour, kept, (row, count) => void rows.add(row, count));
    });
  }
  return rows;
}

/** Everything that comes out of a part whose steps are filled; costs what comes out, not what is in them. */
export function currentRows(part: RowPart): RowBag {
  const own = ownRow(part);
  const { steps } = part.plan;
  let rows = new RowBag();
  if (hasOwnStep(part.plan)) rows = ownStepOutput(part, own);
  else rows.add(own, 1);
  for (let i = hasOwnStep(part.plan) ? 1 : 0; i < steps.length; i++) rows = part.step(i).outputOf(rows);
  return projectedRows(part, rows);
}

/** What changes in the output when the node's own row does; `undefined`: there was none. */
export function ownChanged(part: RowPart, before: StandingRow | undefined, after: StandingRow): RowBag {
  if (hasOwnStep(part.plan)) return throughSteps(part, 1, ownRowChanged(part, before, after));
  const delta = new RowBag();
  delta.add(after, 1);
  if (before !== undefined) delta.add(before, -1);
  return throughSteps(part, 0, delta);
}

/** What changes in the output when the rows that fill a slot do. */
export function throughSlot(part: RowPart, slot: RowSlotPlan, delta: RowBag): RowBag {
  const { step } = slot;
  const isOwn = step === 0 && hasOwnStep(part.plan);
  const rows = isOwn ? rightRowsChanged(part, ownRow(part), delta) : part.step(step).changeRight(delta);
  return throughSteps(part, step + 1, rows);
}

/** What changes in the output when the rows that go into a step do. */
function throughSteps(part: RowPart, from: number, delta: RowBag): RowBag {
  let rows = delta;
  for (let i = from; i < part.plan.steps.length && !rows.isEmpty; i++) rows = part.step(i).changeLeft(rows);
  return projectedRows(part, rows);
}

export function ownRow(part: RowPart): StandingRow {
  const { plan, own } = part;
  const row = plan.hasOwnColumn ? [own instanceof NodeValue ? own : bareNode(own!)] : NO_ROW;
  return plan.tracksOrigins ? withOrigins(row, part.ownOrigins ?? NO_ORIGINS) : row;
}

function projectedRows({ plan, node }: RowPart, rows: RowBag): RowBag {
  const output = new RowBag();
  for (const { row, count } of rows.rows()) {
    const columns = plan.output;
    const values = new Array<Value>(columns.length);
    for (let i = 0; i < columns.length; i++) {
      const value = row[columns[i]!.position]!;
      values[i] = sentForm(columns[i]!, value, node);
    }
    output.add(plan.tracksOrigins ? withOrigins(values, originsOfRow(row)) : values, count);
  }
  return output;
}

function sentForm({ bare, keep }: OutputColumn, value: Value, node: NodeId): Value {
  if (keep !== undefined && !isKept(value, keep, node)) return null;
  return bare ? bareForm(value) : value;
}

/** Which element it is, without what was read of it. */
function bareForm(value: Value): Value {
  if (value instanceof NodeValue) return bareNode(value.id);
  if (value instanceof RelationshipValue && !isEmpty(value.properties))
    return new RelationshipValue(value.start, value.label, value.end, NO_PROPERTIES);
  return Array.isArray(value) ? (value as readonly Value[]).map(bareForm) : value;
}

function isEmpty(map: ValueMap): boolean {
  for (const _ in map) return false;
  return true;
}

function bareNode(id: NodeId): NodeValue {
  return new NodeValue(id, NO_LABELS, NO_PROPERTIES, true);
}
