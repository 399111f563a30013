/**
 * Clauses between the first MATCHes and the RETURN: OPTIONAL MATCHes that may extend each other, and, after WITH,
 * UNWIND or CALL, further parts of the pattern.
 */
import type { Draft } from './draft.js';
import { plainAggregate, randomCall } from './random-call.js';
import { computingWith, renamingWith } from './random-names.js';
import { namedPath, randomChain } from './random-pattern.js';
import { randomUnwind } from './random-unwind.js';
import { conditionsOn, conditionsOnRows } from './random-where.js';
import { Group, namesIn } from './scope.js';

export function furtherClauses(draft: Draft): string[] {
  const clauses = [...groupingFirst(draft), ...(draft.random.chance(0.5) ? goingOn(draft) : [])];
  clauses.push(...optionalMatches(draft));
  if (draft.random.chance(0.5)) clauses.push(...goingOn(draft));
  return clauses;
}

/** MATCHes that are grouped by a node, so that the pattern extends the groups. */
function groupingFirst(draft: Draft): string[] {
  const { random, main } = draft;
  if (draft.features.has('unwind-first') || !draft.use('grouping-before-match', 0.6)) return [];
  const key = random.pick(main.nodes);
  const isDistinct = random.chance(0.15);
  const count = isDistinct ? 0 : 1 + random.below(2);
  const aggregates = Array.from({ length: count }, () => plainAggregate(draft, main, false));
  const node = random.chance(0.7) ? key : draft.fresh('r');
  draft.dropped = namesIn(main).filter(name => name !== node);
  const group = new Group(undefined);
  group.nodes.push(node);
  const items = [node === key ? key : `${key} AS ${node}`];
  for (const aggregate of aggregates) {
    const name = draft.fresh('a');
    group.values.push(name);
    items.push(`${aggregate} AS ${name}`);
  }
  draft.groups = [group];
  const [value] = group.values;
  const where =
    value === undefined || random.chance(0.5)
      ? ''
      : ` WHERE ${random.pick([`${value} > 1`, `${value} IS NOT NULL`, `${value} <> 1`])}`;
  const more = random.chance(0.3) ? [renamingWith(draft)] : [];
  return [
    `WITH ${isDistinct ? 'DISTINCT ' : ''}${items.join(', ')}${where}`,
    ...more,
    matchOf(draft, random.pick(draft.main.nodes), draft.main),
  ];
}

/** Clauses that compute or rename, each possibly followed by a MATCH. */
function goingOn(draft: Draft): string[] {
  const clauses: string[] = [];
  const kinds: readonly (() => string | undefined)[] = [
    () => (draft.use('computing-before-match', 0.5) ? computingWith(draft) : undefined),
    () => (draft.use('with', 0.4) ? renamingWith(draft) : undefined),
    () => (draft.use('unwind', 0.4) ? randomUnwind(draft) : undefined),
    () => randomCall(draft),
  ];
  const offset = draft.random.below(kinds.length);
  for (let i = 0; i < kinds.length; i++) {
    const clause = kinds[(i + offset) % kinds.length]!();
    if (clause === undefined) continue;
    clauses.push(clause);
    if (draft.use('match-after-with', 0.5)) clauses.push(matchAfter(draft));
  }
  return clauses;
}

function optionalMatches(draft: Draft): string[] {
  const clauses: string[] = [];
  if (draft.use('optional-match', 0.8)) clauses.push(optionalMatch(draft, draft.main));
  if (clauses.length === 0) return clauses;
  if (draft.use('optional-chain', 0.8)) {
    const parent = draft.random.pick(
      draft.groups
        .slice(1)
        .filter(group => group.nodes.length > 0)
        .concat(draft.main),
    );
    clauses.push(optionalMatch(draft, parent));
  }
  if (draft.use('match-after-optional', 0.7)) clauses.push(matchAfter(draft));
  if (draft.random.chance(0.2)) clauses.push(optionalMatch(draft, draft.main));
  return clauses;
}

function optionalMatch(draft: Draft, parent: Group): string {
  const group = new Group(parent);
  draft.groups.push(group);
  const from = draft.random.pick(parent.nodes);
  return `OPTIONAL ${matchOf(draft, from, group)}`;
}

function matchAfter(draft: Draft): string {
  const from = draft.random.pick(draft.groups.filter(group => group.nodes.length > 0));
  const node = draft.random.pick(from.nodes);
  draft.require(from);
  return matchOf(draft, node, draft.main);
}

function matchOf(draft: Draft, from: string, group: Group): string {
  const { random } = draft;
  const ends = group.chain().nodes;
  const pattern = randomChain(draft, from, random.pick([1, 1, 2]), group, ends);
  const named = namedPath(draft, pattern, group);
  const conditionsOf = group === draft.main ? conditionsOnRows : conditionsOn;
  const conditions = random.chance(0.5) ? conditionsOf(draft, group.chain()) : [];
  return `MATCH ${named}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
}
