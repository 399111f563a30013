/** Values and conditions on whole rows: items of UNWIND, and values computed from several patterns. */
import type { Draft } from './draft.js';
import { literal, VALUES } from './literals.js';

/** There must be at least one. */
export function anyRowValue({ random, rowValues, main }: Draft): string {
  const { name, kind } = random.pick(rowValues);
  if (kind === 'list') return `size(${name})`;
  const plain = [name, name, name, `[${name}, 1]`, `coalesce(${name}, 0)`, `${name} IS NULL`, `{a: ${name}}`];
  const other = main.nodes.length === 0 ? [] : [`${name} = ${random.pick(main.nodes)}.p`];
  const ofNode = [`${name}.p`, `id(${name})`, `labels(${name})`, `size(keys(${name}))`, `[${name}.q]`];
  return random.pick(kind === 'node' ? [...ofNode, ...ofNode, name] : [...plain, ...other]);
}

/** `undefined` if there is nothing to compare, or the query must not. */
export function rowCondition(draft: Draft): string | undefined {
  const { random, rowValues, main } = draft;
  if (rowValues.length === 0 || !draft.use('unwound-condition', 0.8)) return undefined;
  const { name, kind } = random.pick(rowValues);
  if (kind === 'list') return `size(${name}) ${random.pick(['> 1', '= 0', '<> 2'])}`;
  const node = random.pick(main.nodes);
  const value = literal(random.pick(VALUES));
  const either = [`${name} IS NOT NULL`];
  const others = rowValues.filter(each => each.kind === kind).map(each => `${name} <> ${each.name}`);
  either.push(...others);
  if (kind === 'node')
    return random.pick([...either, `${name}.p = ${value}`, `${name} <> ${node}`, `${name}:A`]);
  return random.pick([
    ...either,
    `${name} = ${value}`,
    `${name} <> ${value}`,
    `${name} = ${node}.p`,
    `${node}.q <> ${name}`,
    `${name} IN [1, 'a', true, ${node}.p]`,
    `(${name} = 1 OR ${node}.q = 'a')`,
    `${name} > 1`,
    `coalesce(${name}, 1) = 1`,
  ]);
}
