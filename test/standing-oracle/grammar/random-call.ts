/** `CALL { ... }`: extends the pattern, or aggregates its matches. */
import type { Draft } from './draft.js';
import { statistical } from './random-aggregates.js';
import { anyCondition } from './random-conditions.js';
import { randomChain } from './random-pattern.js';
import { conditionsOn } from './random-where.js';
import { Group, namesIn, type Scope } from './scope.js';

/** `undefined`: the query must not have one. */
export function randomCall(draft: Draft): string | undefined {
  if (draft.use('call-rows', 0.5)) return callRows(draft);
  if (draft.use('call-aggregate', 0.6)) return callAggregate(draft);
  return undefined;
}

/** @returns a CALL with a row for each match, whose variables belong to the pattern from here on. */
function callRows(draft: Draft): string {
  const { random } = draft;
  const from = random.pick(draft.groups.filter(({ nodes }) => nodes.length > 0));
  const start = random.pick(from.nodes);
  draft.require(from);
  const { main } = draft;
  const inner = new Group(main);
  const body = matches(draft, start, main, inner);
  const given = new Group(main);
  const items = inner.nodes.filter(() => random.chance(0.7)).map(name => passed(draft, name, given.nodes));
  for (const edge of inner.edges) if (random.chance(0.5)) items.push(passed(draft, edge, given.edges));
  if (items.length === 0 || random.chance(0.4)) {
    const node = random.pick([start, ...inner.nodes]);
    const value = random.pick([
      `${node}.p`,
      `coalesce(${node}.q, 0)`,
      `[${node}.p, ${start}.q]`,
      `id(${node})`,
    ]);
    items.push(`${value} AS ${named(draft, given.values)}`);
  }
  main.absorb(given);
  return `CALL ${body.ending(`RETURN ${items.join(', ')}`)}`;
}

/** @returns a CALL with a single row. */
function callAggregate(draft: Draft): string {
  const { random } = draft;
  const group = random.pick(draft.groups.filter(each => each.chain().nodes.length > 0));
  const outer = group.chain();
  const start = random.pick(outer.nodes);
  const inner = new Group(undefined);
  const body = matches(draft, start, outer, inner);
  const isOptional = inner.nodes.length > 0 && !body.isLong && draft.use('call-optional', 0.6);
  const given: string[] = [];
  const own = { ...inner, nodes: isOptional ? inner.nodes : [...inner.nodes, start] };
  const aggregates = Array.from({ length: 1 + random.below(2) }, () => {
    return `${plainAggregate(draft, own, isOptional)} AS ${named(draft, given)}`;
  });
  group.values.push(...given);
  if (random.chance(0.15)) {
    const name = draft.fresh('c');
    draft.rowValues.push({ name, kind: 'list' });
    aggregates.push(`collect(${random.pick(own.nodes)}.p) AS ${name}`);
  }
  return `CALL ${body.ending(`RETURN ${aggregates.join(', ')}`, isOptional)}`;
}

interface Body {
  /** Whether it has several MATCHes. */
  readonly isLong: boolean;
  /** @returns everything after the imported variables. */
  ending(last: string, isOptional?: boolean): string;
}

/** With its outer variables imported in one of the possible forms. */
function matches(draft: Draft, start: string, outer: Scope, inner: Group): Body {
  const { random } = draft;
  const imported = [start, ...outer.nodes.filter(node => node !== start && random.chance(0.4))];
  const scope = (): Scope => ({ ...inner, nodes: [...imported, ...inner.nodes] });
  const chain = randomChain(draft, start, random.pick([1, 1, 2]), inner, imported);
  const conditions = random.chance(0.4) ? [anyCondition(draft, scope())] : [];
  if (random.chance(0.15)) conditions.push(...conditionsOn(draft, scope()));
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const isLong = random.chance(0.15);
  const more = isLong ? ` MATCH ${randomChain(draft, random.pick(scope().nodes), 1, inner)}` : '';
  const text = `MATCH ${chain}${where}${more}`;
  const hidden = namesIn(outer).filter(name => !imported.includes(name));
  // An inner name may equal an outer one.
  const hides = hidden.length > 0 && inner.nodes.length > 0 && random.chance(0.25);
  const [own, other] = [inner.nodes[0] ?? '', hidden[0] ?? ''];
  const renamed = (all: string): string =>
    hides ? all.replace(new RegExp(`(?<! AS )\\b${own}\\b`, 'g'), other) : all;
  return {
    isLong,
    ending: (last, isOptional = false) => {
      const body = renamed(`${isOptional ? 'OPTIONAL ' : ''}${text} ${last}`);
      return imports(draft, hides ? imported : random.pick([imported, undefined]), body);
    },
  };
}

/** @param names `undefined`: all. */
function imports({ random }: Draft, names: readonly string[] | undefined, body: string): string {
  const list = names === undefined ? '*' : names.join(', ');
  return random.chance(0.5) ? `(${list}) { ${body} }` : `{ WITH ${list} ${body} }`;
}

/** @param isOptional null without a match. */
export function plainAggregate(draft: Draft, { nodes, edges }: Scope, isOptional: boolean): string {
  const { random } = draft;
  const node = random.pick(nodes);
  const property = random.pick([`${node}.p`, `${node}.q`, `${node}.k`, ...edges.map(edge => `${edge}.w`)]);
  const distinct = random.chance(0.3) ? 'DISTINCT ' : '';
  const own = [
    `count(${distinct}${property})`,
    `count(${distinct}${node})`,
    `sum(${distinct}${node}.k)`,
    `round(1000 * avg(${distinct}${node}.k))`,
    `min(${property})`,
    `max(${property})`,
    `size(collect(${distinct}${property}))`,
    `coalesce(max(${property}), 'none')`,
    `sum(${node}.k) + count(${node})`,
  ];
  if (isOptional) return random.pick(own);
  if (draft.use('statistical-aggregate', 0.3)) return statistical(draft, { nodes });
  return random.pick([
    ...own,
    'count(*)',
    'count(*) > 1',
    `count(${distinct}[${node}.p, ${node}.k])`,
    `count(${distinct}{a: ${node}.p})`,
    `max(coalesce(${property}, 0))`,
    `CASE WHEN count(*) > 1 THEN 'many' ELSE min(${node}.k) END`,
    `size(collect(${distinct}labels(${node})))`,
  ]);
}

function passed(draft: Draft, name: string, sink: string[]): string {
  return `${name} AS ${named(draft, sink)}`;
}

function named(draft: Draft, sink: string[]): string {
  const name = draft.fresh('c');
  sink.push(name);
  return name;
}
