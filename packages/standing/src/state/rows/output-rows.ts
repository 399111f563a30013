/** From a pattern node's state to its rows: the input and output of the join. */
import { type NodeId, NodeValue, RelationshipValue, type Value, type ValueMap } from '@weir/model';
import type { OutputColumn, RowEdgePlan } from '../../plan/row-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { isKept } from './compared-columns.js';
import { contributionsOf } from './contributions.js';
import { NO_ORIGINS, originsOfRow, withOrigins } from '../origins/origin-set.js';
import { hasOwnStep, ownRowChanged, ownStepOutput, rightRowsChanged } from './own-step.js';
import { RowBag } from '../../collections/row-bag.js';
import { reducedForm } from './reduction.js';
import type { RowState } from './row-state.js';

const NO_ROW: StandingRow = [];
// Shared, and rows are allocated with their exact length: they live as long as the match does.
const NO_LABELS: readonly string[] = [];
const NO_PROPERTIES: ValueMap = {};

/** Recomputes the join: refills the steps and returns the complete output. */
export function evaluateJoin(state: RowState): RowBag {
  state.clearSteps();
  for (let i = hasOwnStep(state.plan) ? 1 : 0; i < state.plan.steps.length; i++) {
    state.step(i).changeRight(rowsOfStep(state, i));
  }
  return ownChanged(state, undefined, ownRow(state));
}

/** Returns the rows that fill the pattern edges of a step. */
export function rowsOfStep(state: RowState, step: number): RowBag {
  const rows = new RowBag();
  for (const patternEdge of state.plan.patternEdges) {
    if (patternEdge.step !== step) continue;
    state.edgeState(patternEdge.index).forEach((neighbor, kept) => {
      contributionsOf(patternEdge, state.node, neighbor, kept, (row, count) => void rows.add(row, count));
    });
  }
  return rows;
}

/**
 * Returns the complete output of a pattern node whose steps are filled; the cost depends on the output, not on the
 * steps' contents.
 */
export function currentRows(state: RowState): RowBag {
  const own = ownRow(state);
  const { steps } = state.plan;
  let rows = new RowBag();
  if (hasOwnStep(state.plan)) rows = ownStepOutput(state, own);
  else rows.add(own, 1);
  for (let i = hasOwnStep(state.plan) ? 1 : 0; i < steps.length; i++) rows = state.step(i).outputOf(rows);
  return projectedRows(state, rows);
}

/** Returns the changes in the output when the node's own row changes; `undefined`: there was none. */
export function ownChanged(state: RowState, before: StandingRow | undefined, after: StandingRow): RowBag {
  if (hasOwnStep(state.plan)) return throughSteps(state, 1, ownRowChanged(state, before, after));
  const delta = new RowBag();
  delta.add(after, 1);
  if (before !== undefined) delta.add(before, -1);
  return throughSteps(state, 0, delta);
}

/** Returns the changes in the output when the rows over a pattern edge change. */
export function throughEdge(state: RowState, patternEdge: RowEdgePlan, delta: RowBag): RowBag {
  const { step } = patternEdge;
  const isOwn = step === 0 && hasOwnStep(state.plan);
  const rows = isOwn ? rightRowsChanged(state, ownRow(state), delta) : state.step(step).changeRight(delta);
  return throughSteps(state, step + 1, rows);
}

/** The changes in the output when the input rows of a step change. */
function throughSteps(state: RowState, from: number, delta: RowBag): RowBag {
  let rows = delta;
  for (let i = from; i < state.plan.steps.length && !rows.isEmpty; i++) rows = state.step(i).changeLeft(rows);
  return projectedRows(state, rows);
}

export function ownRow(state: RowState): StandingRow {
  const { plan, own, node } = state;
  const row = plan.hasOwnColumn ? [own === undefined ? bareNode(node) : own] : NO_ROW;
  return plan.tracksOrigins ? withOrigins(row, state.ownOrigins ?? NO_ORIGINS) : row;
}

function projectedRows({ plan, node }: RowState, rows: RowBag): RowBag {
  if (plan.reportsAll) return rows;
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

function sentForm({ bare, reduction, keep }: OutputColumn, value: Value, node: NodeId): Value {
  if (keep !== undefined && !isKept(value, keep, node)) return null;
  if (reduction !== undefined) return reducedForm(value, reduction);
  return bare ? bareForm(value) : value;
}

/** Reduces an element to its identity, without its data. */
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
