/** The results of a random standing query, and the WITHs between its patterns and its RETURN. */
import type { StandingMode } from '@weir/standing';
import type { Draft } from './draft.js';
import { furtherClauses } from './random-clauses.js';
import { randomAggregate } from './random-aggregates.js';
import { renamingWith } from './random-names.js';
import { computedResult } from './random-stages.js';
import { randomUnwind } from './random-unwind.js';
import { randomValue } from './random-values.js';

export interface Returned {
  readonly text: string;
  readonly mode: StandingMode;
  /** Rows are grouped, so a row may show any of several equal values. */
  readonly isGrouped: boolean;
}

export function randomReturn(draft: Draft): Returned {
  const clauses = furtherClauses(draft);
  const isAggregate = draft.use('aggregate', 0.6);
  const isGlobal = !isAggregate && draft.use('global-aggregate', 0.5);
  const isMore = isAggregate || isGlobal || draft.features.has('scan-hint') || draft.use('values', 0.85);
  if (!isMore) {
    const function_ = draft.random.pick(['id', 'strId']);
    const text = `RETURN DISTINCT ${function_}(${draft.random.pick(draft.main.nodes)}) AS root`;
    return { text: [...clauses, text].join(' '), mode: 'DistinctId', isGrouped: false };
  }
  draft.features.add('values');
  if (draft.use('with', 0.4)) clauses.push(renamingWith(draft));
  if (draft.use('unwind', 0.3)) clauses.push(randomUnwind(draft));
  const { text, isGrouped } = rows(draft, isAggregate, isGlobal);
  const order = draft.use('order-by', 1) ? ' ORDER BY 1' : '';
  return { text: `${[...clauses, text].join(' ')}${order}`, mode: 'MultipleValues', isGrouped };
}

function rows(draft: Draft, isAggregate: boolean, isGlobal: boolean): Pick<Returned, 'text' | 'isGrouped'> {
  const isDistinct = !isAggregate && !isGlobal && draft.use('distinct', 0.7);
  const isGrouped = isAggregate || isGlobal || isDistinct;
  const { random } = draft;
  const scope = draft.all();
  const count = isGlobal ? 0 : 1 + random.below(isAggregate ? 2 : 3);
  const values = Array.from({ length: count }, () => randomValue(draft, scope, isGrouped));
  const aggregates =
    isAggregate || isGlobal
      ? Array.from({ length: 1 + random.below(2) }, () => randomAggregate(draft, scope))
      : [];
  const result = computedResult(draft, values, aggregates, isDistinct);
  return { text: result.text, isGrouped: isGrouped || result.isGrouped };
}
