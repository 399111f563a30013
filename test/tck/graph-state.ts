/**
 * The contents of a graph, read by queries, and the difference of two states. Side effects are counted like in the kit:
 * by the contents before and after, not by the operations.
 */
import { NodeValue, RelationshipValue, type ValueMap } from '@weir/model';
import { kitText, kitValue } from './kit-value.js';
import type { TckEngine } from './tck-engine.js';

export interface GraphState {
  readonly nodes: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
  /** Each label once, however many nodes have it. */
  readonly labels: ReadonlySet<string>;
  /** Element, key and value. */
  readonly properties: ReadonlySet<string>;
}

export async function graphState(engine: TckEngine): Promise<GraphState> {
  const nodes = new Set<string>();
  const relationships = new Set<string>();
  const labels = new Set<string>();
  const properties = new Set<string>();
  const addProperties = (id: string, map: ValueMap): void => {
    for (const [key, value] of Object.entries(map))
      properties.add(`${id} ${key} ${kitText(kitValue(value))}`);
  };
  for (const [node] of (await engine.run('MATCH (n) RETURN n', {})).rows) {
    if (!(node instanceof NodeValue)) throw new Error('MATCH (n) returned something else than nodes');
    nodes.add(node.id);
    for (const label of node.labels) labels.add(label);
    addProperties(node.id, node.properties);
  }
  for (const [edge] of (await engine.run('MATCH ()-[r]->() RETURN r', {})).rows) {
    if (!(edge instanceof RelationshipValue))
      throw new Error('MATCH ()-[r]->() returned something else than edges');
    const id = `${edge.start}-${edge.label}->${edge.end}`;
    relationships.add(id);
    addProperties(id, edge.properties);
  }
  return { nodes, relationships, labels, properties };
}

/** Nonzero changes, such as `+nodes`. */
export function sideEffects(before: GraphState, after: GraphState): Record<string, number> {
  const effects: Record<string, number> = {};
  for (const kind of ['nodes', 'relationships', 'labels', 'properties'] as const) {
    const added = [...after[kind]].filter(one => !before[kind].has(one)).length;
    const removed = [...before[kind]].filter(one => !after[kind].has(one)).length;
    if (added > 0) effects[`+${kind}`] = added;
    if (removed > 0) effects[`-${kind}`] = removed;
  }
  return effects;
}
