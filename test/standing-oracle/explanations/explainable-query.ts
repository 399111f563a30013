/** Random queries for which everything that can be missing can also be added. */
import type { SeededRandom } from '@weir/graph/testing';
import type { StandingMode } from '@weir/standing';

/**
 * Each label occurs on one edge of the pattern: if two pattern edges shared a graph edge, adding a third could not
 * separate them.
 */
const LABELS = ['x', 'y', 'v', 'u'];

export function explainableQuery(random: SeededRandom): {
  readonly text: string;
  readonly mode: StandingMode;
} {
  const names = ['a', 'b', 'c', 'd'].slice(0, 1 + random.below(4));
  let pattern = nodePattern(random, 'a');
  const labels = [...LABELS];
  for (const name of names.slice(1))
    pattern += edgePattern(random, labels.shift()!) + nodePattern(random, name);
  const last = names[names.length - 1]!;
  if (names.length > 2 && random.chance(0.4)) pattern += `${edgePattern(random, labels.shift()!, false)}(a)`;
  const conditions = [
    () => 'a.k > 1',
    () => (last === 'a' ? 'a.k > 0' : `a.k > ${last}.k`),
    () => `${last}.s = 'u'`,
    () => 'a.p IS NOT NULL',
    () => `NOT (${random.pick(names)})-[:z]->()`,
    () => `NOT EXISTS { (${random.pick(names)})<-[:z]-({p: 1}) }`,
    () => `COUNT { (${random.pick(names)})-[:w]->() } > 1`,
    () => `EXISTS { (${random.pick(names)})-[:w]->(:B) }`,
  ];
  const chosen = conditions.filter(() => random.chance(0.2)).map(condition => condition());
  const where = chosen.length === 0 ? '' : ` WHERE ${chosen.join(' AND ')}`;
  const mode = random.chance(0.3) ? 'DistinctId' : 'MultipleValues';
  const returned = mode === 'DistinctId' ? 'DISTINCT id(a)' : `id(a) AS a, ${last}.k AS k`;
  return { text: `MATCH ${pattern}${where} RETURN ${returned}`, mode };
}

function nodePattern(random: SeededRandom, name: string): string {
  const label = random.chance(0.3) ? random.pick([':A', ':B']) : '';
  const properties = random.chance(0.3) ? random.pick([' {p: 1}', " {r: 'a'}", ' {q: 2, p: 1}']) : '';
  return `(${name}${label}${properties})`;
}

function edgePattern(random: SeededRandom, label: string, mayBePath = true): string {
  const hops = mayBePath && random.chance(0.2) ? random.pick(['*1..2', '*2..3', '*0..2']) : '';
  const inside = `[:${label}${hops}]`;
  return random.chance(0.5) ? `-${inside}->` : `<-${inside}-`;
}
