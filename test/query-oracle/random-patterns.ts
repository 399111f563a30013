/** Random patterns of MATCH, CREATE and MERGE. */
import type { SeededRandom } from '@weir/platform';
import {
  LENGTHS,
  randomCondition,
  randomEdge,
  randomInteger,
  type RandomPattern,
  randomPattern,
} from './random-expressions.js';
import { EDGE_LABELS, KEYS, LABELS, type RandomScope } from './random-scope.js';

/** A MATCH without the keyword, with an optional WHERE. */
export function randomMatch(random: SeededRandom, scope: RandomScope): RandomPattern {
  if (random.chance(0.12)) return shortest(random, scope);
  if (random.chance(0.12)) return byId(random, scope);
  const parts = [randomPattern(random, scope, true)];
  if (random.chance(0.2)) parts.push(randomPattern(random, parts[0]!.scope, true));
  const after = parts.at(-1)!.scope;
  const where = random.chance(0.4) ? ` WHERE ${randomCondition(random, after, 2)}` : '';
  return { text: parts.map(part => part.text).join(', ') + where, scope: after };
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

/** A pattern for CREATE or MERGE. */
export function randomCreation(random: SeededRandom, scope: RandomScope, merges: boolean): RandomPattern {
  const node = (inner: RandomScope): RandomPattern => {
    const known = inner.of('node');
    if (known.length > 0 && random.chance(0.7)) return { text: `(${random.pick(known)})`, scope: inner };
    const { name, scope: after } = inner.fresh('node');
    const label = random.chance(0.7) ? `:${random.pick(LABELS)}` : '';
    // The language leaves open whether a subquery sees what its own clause creates.
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
