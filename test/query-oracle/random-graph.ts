import type { SeededRandom } from '@weir/platform';
import type { EdgeSeed, GraphSeed, NodeSeed } from './plain-graph.js';
import { EDGE_LABELS, KEYS, LABELS, NUMBER_KEY } from './random-scope.js';

const MOST_NODES = 5;
const MOST_EDGES = 7;

export function randomGraph(random: SeededRandom): GraphSeed {
  const nodes = Array.from({ length: 3 + random.below(MOST_NODES - 2) }, (_, i): NodeSeed => {
    const properties: Record<string, number> = { [NUMBER_KEY]: i + 1 };
    for (const key of KEYS) if (random.chance(0.7)) properties[key] = random.below(3);
    return { labels: LABELS.filter(() => random.chance(0.4)), properties };
  });
  const edges: EdgeSeed[] = [];
  for (let i = random.below(MOST_EDGES + 1); i > 0; i--) {
    const edge: EdgeSeed = {
      source: random.below(nodes.length),
      target: random.below(nodes.length),
      label: random.pick(EDGE_LABELS),
      properties: random.chance(0.5) ? { w: 1 + random.below(2) } : {},
    };
    const isNew = edges.every(
      other => other.source !== edge.source || other.target !== edge.target || other.label !== edge.label,
    );
    if (isNew) edges.push(edge);
  }
  return { nodes, edges };
}

/** Returns a query that writes the graph into an empty one. */
export function creationOf({ nodes, edges }: GraphSeed): string {
  const names = nodes.map((_, i) => `(n${i + 1})`).join(', ');
  const ids = nodes.map((_, i) => `id(n${i + 1}) = idFrom('n', ${i + 1})`).join(' AND ');
  const sets = nodes.flatMap(({ labels, properties }, i) => [
    `n${i + 1} = ${mapText(properties)}`,
    ...labels.map(label => `n${i + 1}:${label}`),
  ]);
  const created = edges.map(
    edge => `(n${edge.source + 1})-[:${edge.label} ${mapText(edge.properties)}]->(n${edge.target + 1})`,
  );
  const create = created.length === 0 ? '' : ` CREATE ${created.join(', ')}`;
  return `MATCH ${names} WHERE ${ids} SET ${sets.join(', ')}${create}`;
}

function mapText(properties: Readonly<Record<string, unknown>>): string {
  return `{${Object.entries(properties)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(', ')}}`;
}
