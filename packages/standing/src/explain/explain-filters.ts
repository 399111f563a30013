/** Evaluates conditions over several nodes and edges on candidates, and explains for which they fail and why. */
import {
  IdValue,
  mapGet,
  mapSet,
  NodeValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { ConditionText, PropertyRead, RowCondition } from '../plan/node-demands.js';
import type { RowBag } from '../collections/row-bag.js';
import type { StandingRow } from '../contract/delta.js';

export interface FilterExplanation {
  readonly filter: string;
  /** Number of candidates that pass. */
  readonly holds: number;
  readonly fails: number;
  /**
   * At most `MOST_EXAMPLES` candidates that fail: the values it reads, such as `o.total`, and the id of the node as
   * `o`.
   */
  readonly failing: readonly ValueMap[];
}

export const MOST_EXAMPLES = 10;
/** Maximum number of candidates per step. */
const MOST_CANDIDATES = 10_000;

export function explainFilters(
  conditions: readonly RowCondition[],
  texts: readonly ConditionText[],
  candidates: RowBag,
): FilterExplanation[] {
  return conditions.map((condition, i) => {
    const { text = '', propertyReads = [] } = texts[i] ?? {};
    let holds = 0;
    let fails = 0;
    const failing: ValueMap[] = [];
    for (const { row } of candidates.rows()) {
      if (holds + fails === MOST_CANDIDATES) break;
      if (condition(row)) holds++;
      else if (++fails <= MOST_EXAMPLES)
        failing.push(withNodes(propertyReads, row, readValues(propertyReads, row)));
    }
    return { filter: text, holds, fails, failing };
  });
}

/** Returns the values that a condition reads, by name. */
export function readValues(propertyReads: readonly PropertyRead[], row: StandingRow): ValueMap {
  const values: ValueMap = {};
  for (const { name, position, key } of propertyReads)
    mapSet(values, name, valueAt(row[position] ?? null, key));
  return values;
}

function withNodes(propertyReads: readonly PropertyRead[], row: StandingRow, values: ValueMap): ValueMap {
  for (const { name, position, key } of propertyReads) {
    const value = row[position];
    if (key !== undefined && value instanceof NodeValue) {
      mapSet(values, name.slice(0, -key.length - 1), new IdValue(value.id));
    }
  }
  return values;
}

function valueAt(value: Value, key: string | undefined): Value {
  if (key === undefined) return value;
  const isElement = value instanceof NodeValue || value instanceof RelationshipValue;
  return isElement ? (mapGet(value.properties, key) ?? null) : null;
}
