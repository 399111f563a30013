/** Final WITHs of a query: computed values, groups and conditions on them. */
import type { Draft } from './draft.js';
import { groupsOfGroups } from './random-groupings.js';
import { namesIn } from './scope.js';

export interface Result {
  readonly text: string;
  readonly isGrouped: boolean;
}

/** @returns the last clauses, which return `values` and `aggregates`, or values computed from them. */
export function computedResult(
  draft: Draft,
  values: readonly string[],
  aggregates: readonly string[],
  isDistinct: boolean,
): Result {
  const distinct = isDistinct ? 'DISTINCT ' : '';
  const items = [...values, ...aggregates];
  if (aggregates.length === 0 && draft.use('star', 0.4)) {
    const all = `WITH *, ${named(values, 'v')}`;
    return {
      text: `${all}${where(draft.random.chance(0.3), values)} RETURN ${distinct}*`,
      isGrouped: isDistinct,
    };
  }
  if (draft.use('groups-of-groups', 0.5)) {
    return { text: groupsOfGroups(draft, values, aggregates), isGrouped: true };
  }
  if (aggregates.length > 0 && values.length > 0 && draft.use('grouping-with', 0.6)) {
    return { text: groupingWith(draft, values, aggregates), isGrouped: true };
  }
  if (aggregates.length === 0 && !isDistinct && draft.use('grouping-with', 0.3)) {
    return { text: `WITH DISTINCT ${named(values, 'v')} RETURN ${passed(values, 'v')}`, isGrouped: true };
  }
  if (draft.use('computing-with', 0.6)) {
    return { text: computingWith(draft, values, aggregates, distinct), isGrouped: false };
  }
  return { text: `RETURN ${distinct}${named(items, 'c')}`, isGrouped: false };
}

/** Names values, possibly computes more from them, and then returns them or groups by them. */
function computingWith(
  draft: Draft,
  values: readonly string[],
  aggregates: readonly string[],
  distinct: string,
): string {
  const { random } = draft;
  if (aggregates.length > 0) {
    // The arguments of aggregates must still be in scope.
    const variables = [...namesIn(draft.all()), ...draft.rowValues.map(({ name }) => name)];
    if (aggregates.some(text => text.includes('{ ')))
      return `RETURN ${named([...values, ...aggregates], 'c')}`;
    const first = [...variables, ...values.map((value, i) => `${value} AS v${i}`)].join(', ');
    return `WITH ${first}${where(random.chance(0.4), values)} RETURN ${named([...names(values, 'v'), ...aggregates], 'c')}`;
  }
  let text = `WITH ${named(values, 'v')}${where(random.chance(0.4), values)}`;
  let current = names(values, 'v');
  if (draft.use('with-chain', 0.9)) {
    const next = [...current, `[${current.join(', ')}]`, `${current[0]} IS NULL`];
    text += ` WITH ${named(next, 'u')}${where(random.chance(0.3), next, 'u')}`;
    current = names(next, 'u');
  }
  const made = random.pick([
    current,
    [`[${current.join(', ')}]`],
    [`coalesce(${current.join(', ')})`, current[0]!],
    current.slice(-1),
  ]);
  return `${text} RETURN ${distinct}${named(made, 'c')}`;
}

function groupingWith(draft: Draft, values: readonly string[], aggregates: readonly string[]): string {
  const { random } = draft;
  const items = `${named(values, 'v')}, ${named(aggregates, 'a')}`;
  const condition = random.pick([
    '',
    ' WHERE a0 IS NOT NULL',
    ' WHERE a0 = 1 OR v0 IS NULL',
    ' WHERE a0 <> 2',
  ]);
  const all = `${passed(values, 'v')}, ${passed(aggregates, 'a')}`;
  const chain = draft.use('with-chain', 0.7)
    ? ` WITH ${all}, [v0, a0] AS both WHERE both[0] IS NOT NULL`
    : '';
  const result = random.pick([
    `RETURN ${all}`,
    'RETURN a0',
    'RETURN v0, {a: a0} AS made',
    chain === '' ? `RETURN DISTINCT ${all}` : 'RETURN both, v0',
  ]);
  return `WITH ${items}${condition}${chain} ${result}`;
}

function where(isWanted: boolean, values: readonly string[], prefix = 'v'): string {
  if (!isWanted || values.length === 0) return '';
  return ` WHERE ${prefix}${values.length - 1} IS NOT NULL`;
}

function named(values: readonly string[], prefix: string): string {
  return values.map((value, i) => `${value} AS ${prefix}${i}`).join(', ');
}

function names(values: readonly string[], prefix: string): string[] {
  return values.map((_, i) => `${prefix}${i}`);
}

function passed(values: readonly string[], prefix: string): string {
  return names(values, prefix).join(', ');
}
