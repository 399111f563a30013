/**
 * Random expressions that the naive interpreter can evaluate (integers, conditions, lists of integers), and random
 * patterns. They contain each other, so they are one file.
 */
import type { SeededRandom } from '@weir/platform';
import { EDGE_LABELS, KEYS, LABELS, NUMBER_KEY, type RandomScope } from './random-scope.js';

export function randomInteger(random: SeededRandom, scope: RandomScope, depth: number): string {
  const simple = simpleIntegers(random, scope);
  if (depth === 0 || random.chance(0.5)) return random.pick(simple)();
  const inner = (): string => randomInteger(random, scope, depth - 1);
  return random.pick([
    () => `(${inner()} ${random.pick(['+', '-', '*'])} ${inner()})`,
    () => `coalesce(${inner()}, ${inner()})`,
    () => `CASE WHEN ${randomCondition(random, scope, depth - 1)} THEN ${inner()} ELSE ${inner()} END`,
    () => `size(${randomList(random, scope, depth - 1)})`,
    () => `abs(${inner()})`,
    () => `reduce(acc = 0, x IN ${randomList(random, scope, depth - 1)} | acc + coalesce(x, 1))`,
    () => `head(${randomList(random, scope, depth - 1)})`,
    () => `COUNT { ${randomPattern(random, scope, false).text} }`,
    () => counted(random, scope, depth),
    ...(scope.of('node').length > 0 ? [() => `length(${randomShortest(random, scope)})`] : []),
    () => `CASE ${inner()} WHEN ${inner()} THEN ${inner()} END`,
    () => `{a: ${inner()}, b: 1}.a`,
  ])();
}

function simpleIntegers(random: SeededRandom, scope: RandomScope): (() => string)[] {
  const choices = [() => String(random.below(4)), () => '$p'];
  const elements = scope.of('node', 'edge');
  const integers = scope.of('integer');
  const paths = scope.of('path');
  if (elements.length > 0) {
    const property = (): string => `${random.pick(elements)}.${random.pick([...KEYS, NUMBER_KEY])}`;
    choices.push(property, property, property);
  }
  if (integers.length > 0)
    choices.push(
      () => random.pick(integers),
      () => random.pick(integers),
    );
  if (paths.length > 0) choices.push(() => `length(${random.pick(paths)})`);
  return choices;
}

function counted(random: SeededRandom, scope: RandomScope, depth: number): string {
  const pattern = randomPattern(random, scope, true);
  return `COUNT { MATCH ${pattern.text} WHERE ${randomCondition(random, pattern.scope, depth - 1)} }`;
}

export function randomCondition(random: SeededRandom, scope: RandomScope, depth: number): string {
  const nodes = scope.of('node');
  const choices = [
    () =>
      `${randomInteger(random, scope, 0)} ${random.pick(['=', '<>', '<', '>', '<=', '>='])} ${randomInteger(random, scope, 0)}`,
    () => `${randomInteger(random, scope, 0)} IS ${random.pick(['', 'NOT '])}NULL`,
  ];
  if (nodes.length > 0) {
    choices.push(() => `${random.pick(nodes)}:${random.pick(LABELS)}`);
    choices.push(() => `${random.pick(nodes)} ${random.pick(['=', '<>'])} ${random.pick(nodes)}`);
  }
  if (depth === 0 || random.chance(0.4)) return random.pick(choices)();
  const inner = (): string => randomCondition(random, scope, depth - 1);
  const list = (): string => randomList(random, scope, depth - 1);
  return random.pick([
    () => `(${inner()} ${random.pick(['AND', 'OR', 'XOR'])} ${inner()})`,
    () => `NOT (${inner()})`,
    () => `${randomInteger(random, scope, depth - 1)} IN ${list()}`,
    () => `${random.pick(['all', 'any', 'none', 'single'])}(x IN ${list()} WHERE x > ${random.below(3)})`,
    () => `EXISTS { ${randomPattern(random, scope, false).text} }`,
    () => {
      const pattern = randomPattern(random, scope, true);
      return `EXISTS { MATCH ${pattern.text} WHERE ${randomCondition(random, pattern.scope, depth - 1)} }`;
    },
    ...(nodes.length > 0 ? [() => predicate(random, scope)] : []),
  ])();
}

/** A pattern used as a condition begins with a bound node here, so that it cannot be parsed as an expression. */
function predicate(random: SeededRandom, scope: RandomScope): string {
  const node = random.pick(scope.of('node'));
  return `(${node})${random.pick(['-->', '--', '<--', '-[:R]->', '-[:S*1..2]->'])}(${random.chance(0.5) ? '' : ':A'})`;
}

export function randomList(random: SeededRandom, scope: RandomScope, depth: number): string {
  const lists = scope.of('list');
  if (lists.length > 0 && random.chance(0.4)) return random.pick(lists);
  const integer = (): string => randomInteger(random, scope, Math.max(0, depth - 1));
  if (depth === 0 || random.chance(0.4)) return `[${[integer(), integer()].join(', ')}]`;
  const inner = (): string => randomList(random, scope, depth - 1);
  const nodes = scope.of('node');
  return random.pick([
    () => `range(${random.below(2)}, ${random.below(4)})`,
    () => `[x IN ${inner()} WHERE x > ${random.below(3)} | x + ${integer()}]`,
    () => `(${inner()} + ${inner()})`,
    () => `tail(${inner()})`,
    ...scope
      .of('path')
      .flatMap(path => [
        () => `[x IN nodes(${path}) | x.k]`,
        () => `[x IN relationships(${path}) WHERE x.w > 0 | x.w]`,
      ]),
    () => `${inner()}[${random.below(2)}..${random.below(4)}]`,
    () => {
      const pattern = randomPattern(random, scope, true);
      return `COLLECT { MATCH ${pattern.text} RETURN ${randomInteger(random, pattern.scope, 0)} }`;
    },
    ...(nodes.length > 0
      ? [
          () => {
            const { name, scope: after } = scope.fresh('node');
            const value = randomInteger(random, after, Math.max(0, depth - 1));
            return `[(${random.pick(nodes)})${random.pick(['-->', '--', '<-[:R]-'])}(${name}) | ${value}]`;
          },
        ]
      : []),
  ])();
}

export interface RandomPattern {
  readonly text: string;
  readonly scope: RandomScope;
}

export const LENGTHS = ['*', '*0..', '*2..', '*0..2', '*1..2', '*2..3', '*..3', '*2', '*0', '*3..', '*1'];

/** @param binds allows new variables; otherwise the pattern uses only existing ones. */
export function randomPattern(random: SeededRandom, scope: RandomScope, binds: boolean): RandomPattern {
  let pattern = randomNode(random, scope, binds);
  const hops = random.pick([0, 1, 1, 1, 2]);
  let text = pattern.text;
  for (let i = 0; i < hops || (i === 0 && !binds); i++) {
    const edge = randomEdge(random, pattern.scope, binds);
    pattern = randomNode(random, edge.scope, binds);
    text += edge.text + pattern.text;
  }
  if (!binds || hops === 0 || random.chance(0.85)) return { text, scope: pattern.scope };
  const { name, scope: after } = pattern.scope.fresh('path');
  return { text: `${name} = ${text}`, scope: after };
}

function randomNode(random: SeededRandom, scope: RandomScope, binds: boolean): RandomPattern {
  const known = scope.of('node');
  if (known.length > 0 && random.chance(0.35)) return { text: `(${random.pick(known)})`, scope };
  const bound = binds && random.chance(0.8) ? scope.fresh('node') : undefined;
  const labels = random.chance(0.5) ? `:${randomLabels(random)}` : '';
  const after = bound?.scope ?? scope;
  const where =
    bound !== undefined && random.chance(0.08) ? ` WHERE ${randomCondition(random, after, 1)}` : '';
  return { text: `(${bound?.name ?? ''}${labels}${randomProperties(random, scope)}${where})`, scope: after };
}

function randomLabels(random: SeededRandom): string {
  const label = random.pick(LABELS);
  if (random.chance(0.75)) return label;
  return random.pick([
    `!${label}`,
    `${label}|${random.pick(LABELS)}`,
    `${label}&${random.pick(LABELS)}`,
    '%',
  ]);
}

function randomProperties(random: SeededRandom, scope: RandomScope): string {
  if (random.chance(0.75)) return '';
  return ` {${random.pick(KEYS)}: ${randomInteger(random, scope, 0)}}`;
}

export function randomEdge(random: SeededRandom, scope: RandomScope, binds: boolean): RandomPattern {
  const known = scope.of('edge');
  if (known.length > 0 && random.chance(0.1)) return { text: `-[${random.pick(known)}]-`, scope };
  const length = random.chance(0.2) ? random.pick(LENGTHS) : '';
  const bound = binds && length === '' && random.chance(0.4) ? scope.fresh('edge') : undefined;
  const label = random.pick(EDGE_LABELS);
  const labels = random.chance(0.6) ? `:${random.chance(0.8) ? label : EDGE_LABELS.join('|')}` : '';
  const properties = random.chance(0.85) ? '' : ` {w: ${1 + random.below(2)}}`;
  const where =
    bound !== undefined && random.chance(0.1) ? ` WHERE ${bound.name}.w > ${random.below(2)}` : '';
  const inside = `${bound?.name ?? ''}${labels}${length}${properties}${where}`;
  const [left, right] = random.pick([
    ['-', '->'],
    ['-', '->'],
    ['<-', '-'],
    ['-', '-'],
  ] as const);
  return { text: `${left}[${inside}]${right}`, scope: bound?.scope ?? scope };
}

/** A shortest path between bound nodes. */
export function randomShortest(random: SeededRandom, scope: RandomScope): string {
  const nodes = scope.of('node');
  const edge = random.pick(['-[', '-[:R', '<-[', '-[:S|R']);
  const close = edge.startsWith('<') || random.chance(0.4) ? ']-' : ']->';
  const length = random.pick(LENGTHS);
  return `shortestPath((${random.pick(nodes)})${edge}${length}${close}(${random.pick(nodes)}))`;
}
