/** UNWIND of every kind of list. */
import type { Draft } from './draft.js';
import { collectSubquery, patternComprehension } from './random-branches.js';

/** Before any pattern. */
export function firstUnwind(draft: Draft): string {
  const list = draft.random.pick([
    '[1, 2]',
    "[1, 'a', null]",
    '[]',
    '[1, 1]',
    "['a', [1, 'a']]",
    'null',
    'range(1, 2)',
  ]);
  return as(draft, list);
}

export function randomUnwind(draft: Draft): string {
  const { random, rowValues } = draft;
  const scope = draft.all();
  if (!draft.use('unwind-of-lists', 0.6)) return as(draft, plainList(draft, random.pick(scope.nodes)));
  const [a, b] = [random.pick(scope.nodes), random.pick(scope.nodes)];
  const nodes = [`[${a}, ${b}]`, ...scope.paths.map(path => `nodes(${path})`)];
  if (random.chance(0.4)) return as(draft, random.pick(nodes), 'node');
  const branches = [collectSubquery, patternComprehension];
  if (random.chance(0.3)) return as(draft, random.pick(branches)(draft, draft.anyChain()));
  const unwound = rowValues.filter(({ kind }) => kind !== 'node').map(({ name }) => name);
  const lists = [
    ...unwound,
    ...unwound.map(name => `[${name}, ${a}.p]`),
    ...scope.values,
    ...scope.paths.map(path => `[x IN relationships(${path}) | x.w]`),
    ...scope.walks.map(walk => `[x IN ${walk} | type(x)]`),
    `[[${a}.p, 1], [${b}.q]]`,
    `labels(${a})`,
    `keys(${a})`,
    `range(1, size(labels(${a})))`,
    `CASE WHEN ${a}.p = 1 THEN [1, 2] ELSE [] END`,
    `CASE WHEN ${a}.p = ${b}.p THEN [${a}.q] END`,
  ];
  return as(draft, random.pick(lists));
}

function plainList({ random }: Draft, node: string): string {
  return random.pick([
    '[1, 2]',
    `[${node}.p, 1, ${node}.q]`,
    `${node}.p`,
    `[x IN [${node}.p, ${node}.q] WHERE x IS NOT NULL]`,
  ]);
}

function as(draft: Draft, list: string, kind: 'node' | 'value' = 'value'): string {
  const name = draft.fresh('u');
  draft.rowValues.push({ name, kind });
  return `UNWIND ${list} AS ${name}`;
}
