/** What comes after the first MATCHes: OPTIONAL MATCHes, one going on from another, and MATCHes among them. */
import type { Draft } from './draft.js';
import { conditionsOn } from './random-where.js';
import { namedPath, randomChain } from './random-pattern.js';
import { Group } from './scope.js';

export function furtherClauses(draft: Draft): string[] {
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
  const conditions = random.chance(0.5) ? conditionsOn(draft, group.chain()) : [];
  return `MATCH ${named}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
}
