/** What a random standing query returns, and the WITHs between its patterns and its RETURN. */
import type { StandingMode } from '@weir/standing';
import type { Draft } from './draft.js';
import { furtherClauses } from './random-optional.js';
import { randomAggregate } from './random-aggregates.js';
import { computedResult, renamingWith } from './random-stages.js';
import { randomValue } from './random-values.js';

export interface Returned {
  readonly text: string;
  readonly mode: StandingMode;
  /** Rows are grouped, so a row may show any of several equal values. */
  readonly isGrouped: boolean;
}

export function randomReturn(draft: Draft): Returned {
  const isAggregate = draft.use('aggregate', 0.6);
  const isGlobal = !isAggregate && draft.use('global-aggregate', 0.5);
  const isMore = isAggregate || isGlobal || draft.features.has('scan-hint') || draft.use('values', 0.85);
  if (!isMore) {
    const function_ = draft.random.pick(['id', 'strId']);
    const text = `RETURN DISTINCT ${function_}(${draft.random.pick(draft.main.nodes)}) AS root`;
    return { text, mode: 'DistinctId', isGrouped: false };
  }
  draft.features.add('values');
  const clauses = furtherClauses(draft);
  if (draft.use('with', 0.6)) clauses.push(renamingWith(draft));
  if (draft.use('unwind', 0.5)) clauses.push(randomUnwind(draft));
  const { text, isGrouped } = rows(draft, isAggregate, isGlobal);
  const order = draft.use('order-by', 1) ? ' ORDER BY 1' : '';
  return { text: `${[...clauses, text].join(' ')}${order}`, mode: 'MultipleValues', isGrouped };
}

function randomUnwind({ random, main }: Draft): string {
  const node = random.pick(main.nodes);
  const lists = [
    '[1, 2]',
    `[${node}.p, 1, ${node}.q]`,
    `${node}.p`,
    `[x IN [${node}.p, ${node}.q] WHERE x IS NOT NULL]`,
  ];
  return `UNWIND ${random.pick(lists)} AS unwound`;
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
