/** Random patterns and writes with few ids and labels, so that loops, cycles and hubs occur. */
import type { PlainValue, Write } from './plain-graph.js';
import type { PlainPattern, PlainTest } from './plain-pattern.js';
import type { SeededRandom } from '@weir/graph/testing';

export type Action<Pattern = PlainPattern> =
  | Write
  | { readonly kind: 'register'; readonly query: number; readonly pattern: Pattern }
  | { readonly kind: 'remove'; readonly query: number }
  /** Messages between nodes in flight are lost; all nodes resynchronize. */
  | { readonly kind: 'crash' }
  /** Compares with the truth. */
  | { readonly kind: 'settle' };

export interface OracleCase<Pattern = PlainPattern> {
  readonly ids: readonly string[];
  readonly actions: readonly Action<Pattern>[];
  /** The engine may receive a change after later messages. */
  readonly lateChanges: boolean;
  /** Seed of the scheduler. */
  readonly schedule: number;
}

const VALUES: readonly PlainValue[] = [1, 2, 'a', 'ab', { float: 1 }];
const KEYS = ['p', 'q'];
const LABELS = ['A', 'B'];
const REGEXES = ['a', 'a.*', '[ab]+', '.'];

export type PatternOf<Pattern> = (
  random: SeededRandom,
  ids: readonly string[],
  edgeLabels: readonly string[],
) => Pattern;

export function randomCase(random: SeededRandom): OracleCase {
  const bareness = random.next();
  return caseOf(random, (_, ids, edgeLabels) => randomPattern(random, ids, edgeLabels, bareness), false);
}

/** @param weights edges have properties too. */
export function caseOf<Pattern>(
  random: SeededRandom,
  patternOf: PatternOf<Pattern>,
  weights: boolean,
): OracleCase<Pattern> {
  const ids = Array.from({ length: 2 + random.below(5) }, (_, i) => `id${i}`);
  const edgeLabels = random.chance(0.6) ? ['x'] : ['x', 'y'];
  const actions: Action<Pattern>[] = [];
  const running: number[] = [];
  let queries = 0;
  const register = (): void => {
    const query = ++queries;
    running.push(query);
    actions.push({ kind: 'register', query, pattern: patternOf(random, ids, edgeLabels) });
  };
  const length = 10 + random.below(60);
  if (random.chance(0.7)) register();
  for (let i = 0; i < length; i++) {
    if (queries < 3 && random.chance(0.04)) register();
    else if (running.length > 0 && random.chance(0.01)) {
      actions.push({ kind: 'remove', query: running.splice(random.below(running.length), 1)[0]! });
    } else if (random.chance(0.06)) actions.push({ kind: 'crash' });
    else if (random.chance(0.03)) actions.push({ kind: 'settle' });
    else if (weights && random.chance(0.12)) actions.push(randomWeight(random, ids, edgeLabels));
    else actions.push(randomWrite(random, ids, edgeLabels));
  }
  if (running.length === 0) register();
  return { ids, actions, lateChanges: random.chance(0.4), schedule: random.below(2 ** 31) };
}

function randomWeight(random: SeededRandom, ids: readonly string[], edgeLabels: readonly string[]): Write {
  const [source, target, label] = [random.pick(ids), random.pick(ids), random.pick(edgeLabels)];
  return { kind: 'weight', source, label, target, value: random.chance(0.3) ? null : 1 + random.below(2) };
}

function randomWrite(random: SeededRandom, ids: readonly string[], edgeLabels: readonly string[]): Write {
  const node = random.pick(ids);
  const roll = random.next();
  if (roll < 0.62) {
    const present = random.chance(0.72);
    return { kind: 'edge', source: node, label: random.pick(edgeLabels), target: random.pick(ids), present };
  }
  if (roll < 0.84) {
    const value = random.chance(0.25) ? null : random.pick(VALUES);
    return { kind: 'set', node, key: random.pick(KEYS), value };
  }
  if (roll < 0.97) return { kind: 'label', node, label: random.pick(LABELS), present: random.chance(0.7) };
  return { kind: 'delete', node };
}

export function randomPattern(
  random: SeededRandom,
  ids: readonly string[],
  edgeLabels: readonly string[],
  bareness: number,
): PlainPattern {
  const size = ids.length <= 4 && random.chance(0.1) ? 6 + random.below(2) : 1 + random.below(5);
  const edges: { source: number; label: string; target: number }[] = [];
  const linear = random.chance(0.4);
  for (let node = 1; node < size; node++) {
    const other = linear ? node - 1 : random.below(node);
    const label = random.pick(edgeLabels);
    edges.push(
      random.chance(0.5) ? { source: node, label, target: other } : { source: other, label, target: node },
    );
  }
  for (let node = 0; node < size; node++) {
    if (random.chance(0.06)) edges.push({ source: node, label: random.pick(edgeLabels), target: node });
  }
  const nodes = Array.from({ length: size }, () => ({
    ...(random.chance(0.04) ? { id: random.pick(ids) } : {}),
    labels: LABELS.filter(() => random.chance(0.12 * (1 - bareness))),
    tests: KEYS.flatMap(key => (random.chance(0.35 * (1 - bareness)) ? [randomTest(random, key)] : [])),
  }));
  return { nodes, edges, root: random.below(size) };
}

function randomTest(random: SeededRandom, key: string): PlainTest {
  switch (random.below(5)) {
    case 0:
      return { kind: 'equal', key, value: random.pick(VALUES) };
    case 1:
      return { kind: 'not-equal', key, value: random.pick(VALUES) };
    case 2:
      return { kind: 'present', key };
    case 3:
      return { kind: 'absent', key };
    default:
      return { kind: 'matches', key, regex: random.pick(REGEXES) };
  }
}
