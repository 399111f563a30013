/** Aggregates of every kind. */
import type { Draft } from './draft.js';
import { NUMBER_KEY } from './literals.js';
import { countSubquery } from './random-branches.js';
import { anyRowValue } from './random-row-values.js';
import type { Scope } from './scope.js';

export function randomAggregate(draft: Draft, scope: Scope): string {
  const { random } = draft;
  if (draft.use('statistical-aggregate', 0.5)) return statistical(draft, scope);
  if (draft.use('subquery-value', 0.2)) return `sum(${countSubquery(draft, draft.anyChain())})`;
  const node = random.pick(scope.nodes);
  const number = `${node}.${NUMBER_KEY}`;
  const value = anyArgument(draft, scope);
  const distinct = draft.use('distinct-aggregate', 0.5) ? 'DISTINCT ' : '';
  return random.pick([
    'count(*)',
    `count(${distinct}${value})`,
    `count(${distinct}${node})`,
    `sum(${distinct}${number})`,
    // Rounded: the last bits of a float depend on the order of the values.
    `round(1000 * avg(${distinct}${number}))`,
    `min(${distinct}${value})`,
    `max(${distinct}${value})`,
    `min(${number})`,
    `collect(${distinct}${value})`,
    `collect(${distinct}id(${node}))`,
    `size(collect(${distinct}${value}))`,
    `count(*) > 1`,
    `sum(${number}) + count(*)`,
    `{n: count(*), all: collect(${distinct}${value})}`,
    `[count(${value}), max(${number})]`,
    `coalesce(max(${value}), 'none')`,
    `CASE WHEN count(*) > 2 THEN 'many' ELSE min(${number}) END`,
    `any(x IN collect(${value}) WHERE x = 1)`,
  ]);
}

function anyArgument(draft: Draft, { nodes, edges, paths, walks, values }: Scope): string {
  const { random } = draft;
  if (draft.rowValues.length > 0 && random.chance(0.4)) return anyRowValue(draft);
  const node = random.pick(nodes);
  return random.pick([
    `${node}.p`,
    `${node}.q`,
    `${node}.p`,
    `[${node}.p, ${node}.k]`,
    `{a: ${node}.q}`,
    `labels(${node})`,
    `coalesce(${node}.p, 0)`,
    ...edges.map(edge => `${edge}.w`),
    ...paths.map(path => `length(${path})`),
    ...walks.map(walk => `size(${walk})`),
    ...values,
    ...values,
  ]);
}

/** Over the properties of a node. */
export function statistical(draft: Draft, { nodes }: Pick<Scope, 'nodes'>): string {
  const { random } = draft;
  const number = `${random.pick(nodes)}.${NUMBER_KEY}`;
  const distinct = draft.use('distinct-aggregate', 0.3) ? 'DISTINCT ' : '';
  return random.pick([
    `round(1000 * stDev(${distinct}${number}))`,
    `round(1000 * stDevP(${distinct}${number}))`,
    `percentileDisc(${distinct}${number}, ${random.pick(['0.7', '0', '1.0'])})`,
    `percentileCont(${distinct}${number}, ${random.pick(['0.25', '0.5'])})`,
  ]);
}
