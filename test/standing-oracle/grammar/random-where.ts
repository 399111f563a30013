/** The WHERE of a MATCH or OPTIONAL MATCH. */
import type { Draft } from './draft.js';
import { BRANCH_CONDITIONS } from './random-branches.js';
import { VALUE_CONDITIONS } from './random-conditions.js';
import { rowCondition } from './random-row-values.js';
import type { Scope } from './scope.js';

const KINDS = [...VALUE_CONDITIONS, ...BRANCH_CONDITIONS];

/** Includes values of whole rows where the patterns belong to the query itself. */
export function conditionsOnRows(draft: Draft, scope: Scope): string[] {
  const condition = rowCondition(draft);
  return [...conditionsOn(draft, scope), ...(condition === undefined ? [] : [condition])];
}

/** Few, or nothing would match. @param scope variables that their patterns may refer to. */
export function conditionsOn(draft: Draft, scope: Scope): string[] {
  const most = draft.random.pick([0, 1, 1, 2, 2, 3]);
  const conditions: string[] = [];
  const offset = draft.random.below(KINDS.length);
  for (let i = 0; i < KINDS.length && conditions.length < most; i++) {
    const condition = KINDS[(i + offset) % KINDS.length]!(draft, scope);
    if (condition !== undefined) conditions.push(condition);
  }
  if (draft.use('impure', 1)) conditions.push('rand() < 0.5');
  return conditions;
}
