/** Random patterns, for MATCH, EXISTS, comprehensions and MERGE. */
import type { SeededRandom } from '@weir/model';
import { randomCondition, randomInteger } from './random-expressions.js';
import { EDGE_LABELS, KEYS, LABELS, type RandomScope } from './random-scope.js';

export interface RandomPattern {
  readonly text: string;
  readonly scope: RandomScope;
}

const LENGTHS = ['*', '*0..', '*2..', '*0..2', '*1..2', '*2..3', '*..3', '*2', '*0', '*3..', '*1'];

/** @param binds new variables may be bound; else the pattern only uses those that are there. */
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

function randomEdge(random: SeededRandom, scope: RandomScope, binds: boolean): RandomPattern {
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

/** A MATCH without the word, with an optional WHERE. */
export function randomMatch(random: SeededRandom, scope: RandomScope): RandomPattern {
  if (random.chance(0.12)) return shortest(random, scope);
  if (random.chance(0.12)) return byId(random, scope);
  const parts = [randomPattern(random, scope, true)];
  if (random.chance(0.2)) parts.push(randomPattern(random, parts[0]!.scope, true));
  const after = parts.at(-1)!.scope;
  const where = random.chance(0.4) ? ` WHERE ${randomCondition(random, after, 2)}` : '';
  return { text: parts.map(part => part.text).join(', ') + where, scope: after };
}

/** A shortest path between bound nodes. */
export function randomShortest(random: SeededRandom, scope: RandomScope): string {
  const nodes = scope.of('node');
  const edge = random.pick(['-[', '-[:R', '<-[', '-[:S|R']);
  const close = edge.startsWith('<') || random.chance(0.4) ? ']-' : ']->';
  const length = random.pick(LENGTHS);
  return `shortestPath((${random.pick(nodes)})${edge}${length}${close}(${random.pick(nodes)}))`;
}

function shortest(random: SeededRandom, scope: RandomScope): RandomPattern {
  const from = scope.fresh('node');
  const to = from.scope.fresh('node');
  const path = to.scope.fresh('path');
  const edge = randomEdge(random, scope, false).text.replace(/\*[\d.]*/, '');
  const length = random.pick(LENGTHS);
  const sized = edge.replace(/( \{.*\})?\]/, `${length}$1]`);
  const ends = [from.name, to.name].map(
    name => `(${name}${random.chance(0.3) ? `:${random.pick(LABELS)}` : ''})`,
  );
  const call = random.pick(['shortestPath', 'allShortestPaths']);
  return { text: `${path.name} = ${call}(${ends[0]}${sized}${ends[1]})`, scope: path.scope };
}

function byId(random: SeededRandom, scope: RandomScope): RandomPattern {
  const { name, scope: after } = scope.fresh('node');
  const id = (): string => `idFrom('n', ${random.chance(0.3) ? '$p' : 1 + random.below(3)})`;
  const test = random.chance(0.6) ? `= ${id()}` : `IN [${id()}, ${id()}]`;
  return { text: `(${name}) WHERE id(${name}) ${test}`, scope: after };
}

/** A pattern that CREATE or MERGE can make. */
export function randomCreation(random: SeededRandom, scope: RandomScope, merges: boolean): RandomPattern {
  const node = (inner: RandomScope): RandomPattern => {
    const known = inner.of('node');
    if (known.length > 0 && random.chance(0.7)) return { text: `(${random.pick(known)})`, scope: inner };
    const { name, scope: after } = inner.fresh('node');
    const label = random.chance(0.7) ? `:${random.pick(LABELS)}` : '';
    // Whether a subquery sees what its own clause creates is open.
    const value = merges ? String(random.below(3)) : randomInteger(random, scope, 0);
    const properties = random.chance(0.6) ? ` {${random.pick(KEYS)}: ${value}}` : '';
    return { text: `(${name}${label}${properties})`, scope: after };
  };
  const first = node(scope);
  const isAlone = merges ? random.chance(0.4) && !scope.of('node').includes(first.text.slice(1, -1)) : false;
  if (isAlone || (!merges && random.chance(0.3) && first.scope !== scope)) return first;
  const { name, scope: after } = first.scope.fresh('edge');
  const second = node(after);
  const properties = random.chance(0.3) ? ` {w: ${1 + random.below(2)}}` : '';
  const [left, right] =
    merges && random.chance(0.2)
      ? ['-', '-']
      : random.pick([
          ['-', '->'],
          ['<-', '-'],
        ] as const);
  return {
    text: `${first.text}${left}[${name}:${random.pick(EDGE_LABELS)}${properties}]${right}${second.text}`,
    scope: second.scope,
  };
}
