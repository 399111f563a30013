/** Output of a step for a left row: joined with a right row, or with the answer about the right rows that match it. */
import type { Value } from '@weir/model';
import type { StepPlan } from '../../plan/row-plan.js';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';
import type { AggregateState } from '../../aggregates/aggregate.js';
import { aggregateState } from '../../aggregates/aggregate-state.js';
import { originsOfRow, unionOf, withOrigins } from '../origins/origin-set.js';
import type { OriginTally } from '../origins/origin-tally.js';
import type { RowBag } from '../../collections/row-bag.js';

/** Summary of the right rows that match a left one. */
export interface Matches {
  readonly matches: number;
  /** Their origins, if the plan tracks origins and the answer includes them. */
  readonly origins: OriginTally | undefined;
  /** Their aggregate, if the step has one. */
  readonly aggregate: AggregateState | undefined;
}

/** Returns summary of right rows if only their number matters. */
export function onlyCounted(matches: number): Matches {
  return { matches, origins: undefined, aggregate: undefined };
}

export function mergedRow(plan: StepPlan, left: StandingRow, right: StandingRow): StandingRow {
  const { take } = plan;
  if (plan.origins !== undefined) return mergedWithOrigins(plan, left, right);
  if (take.length === 0) return left;
  const { length } = left;
  if (length === 0 && plan.takesAll) return right;
  const row = new Array<Value>(length + take.length);
  for (let i = 0; i < length; i++) row[i] = left[i]!;
  for (let i = 0; i < take.length; i++) row[length + i] = right[take[i]!]!;
  return row;
}

function mergedWithOrigins({ take }: StepPlan, left: StandingRow, right: StandingRow): StandingRow {
  const row = left.slice(0, -1);
  for (const position of take) row.push(right[position]!);
  return withOrigins(row, unionOf(originsOfRow(left), originsOfRow(right)));
}

/** Returns whether a left and a right row, merged, match. */
export function fits(plan: StepPlan, merged: StandingRow): boolean {
  for (const condition of plan.on) if (!condition(merged)) return false;
  return true;
}

/** Adds a row to the step's output, unless conditions reject it. */
export function pass(plan: StepPlan, row: StandingRow, count: number, output: RowBag): void {
  for (const condition of plan.after) if (!condition(row)) return;
  output.add(row, count);
}

/** Adds a left row with the summary of its matches; in `optional`, when it has none. */
export function passAnswer(
  plan: StepPlan,
  matched: Matches,
  row: StandingRow,
  count: number,
  output: RowBag,
): void {
  const { matches, origins } = matched;
  const left = origins === undefined ? row : comingFrom(row, origins.set());
  switch (plan.mode) {
    case 'inner':
      break;
    case 'semi':
      if (matches > 0) pass(plan, left, count, output);
      break;
    case 'anti':
      if (matches === 0) pass(plan, left, count, output);
      break;
    case 'count':
      passWith(plan, extended(plan, left, [matches]), left, count, output);
      break;
    case 'aggregate':
      passAggregate(plan, matched, left, count, output);
      break;
    case 'optional':
      if (matches === 0) pass(plan, extended(plan, left, plan.take.map(nothing)), count, output);
  }
}

/** A sum of non-numbers has no value, and the row is dropped. */
function passAggregate(
  plan: StepPlan,
  { aggregate }: Matches,
  left: StandingRow,
  count: number,
  output: RowBag,
): void {
  const value = (aggregate ?? aggregateState(plan.aggregate!)).result();
  if (value !== undefined) passWith(plan, extended(plan, left, [value]), left, count, output);
}

/** Adds the answer only if it is needed after this step; otherwise most changes of it have no effect. */
function passWith(
  plan: StepPlan,
  answered: StandingRow,
  row: StandingRow,
  count: number,
  output: RowBag,
): void {
  if (plan.keepsAnswer) {
    pass(plan, answered, count, output);
    return;
  }
  for (const condition of plan.after) if (!condition(answered)) return;
  output.add(row, count);
}

function extended(plan: StepPlan, row: StandingRow, values: StandingRow): StandingRow {
  if (plan.origins === undefined) return row.concat(values);
  return [...row.slice(0, -1), ...values, row[row.length - 1]!];
}

function comingFrom(row: StandingRow, origins: OriginSet): StandingRow {
  if (origins.length === 0) return row;
  return withOrigins(row.slice(0, -1), unionOf(originsOfRow(row), origins));
}

function nothing(): null {
  return null;
}
