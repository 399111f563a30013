/**
 * Labels, relationship types and properties as a sample of the graph has them. There is no schema to read: a sample is
 * bounded, and may miss what is rare.
 */
import { Direction, typeName, type NodeId, type Value, type ValueMap } from '@weir/model';
import type { RunState } from '../run/run-state.js';
import { ReadPart, type NodeView } from '../node-view.js';

/** Maximum number of nodes in a sample. */
const SAMPLED_NODES = 1000;
/** Maximum number of outgoing edges of each of them. */
const SAMPLED_EDGES = 20;

/** Types of each property, keyed by the property. */
export type PropertyTypes = Map<string, Set<string>>;

/** Nodes with the same labels. */
export interface NodeGroup {
  readonly labels: readonly string[];
  count: number;
  readonly properties: PropertyTypes;
}

/** Edges of one type between nodes with the same labels. */
export interface EdgeGroup {
  readonly type: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  count: number;
  readonly properties: PropertyTypes;
}

export interface SchemaSample {
  readonly nodes: readonly NodeGroup[];
  readonly edges: readonly EdgeGroup[];
}

export async function sampleNodes(state: RunState): Promise<readonly NodeGroup[]> {
  return nodeGroups(await someNodes(state));
}

export async function sampleSchema(state: RunState): Promise<SchemaSample> {
  const views = await someNodes(state);
  const labels = new Map<NodeId, readonly string[]>(views.map(view => [view.id, view.labels]));
  const found = await state.graph.reads.expand({
    nodes: views.map(({ id }) => id),
    direction: Direction.Outgoing,
    labels: undefined,
    limit: SAMPLED_EDGES,
  });
  state.cancellation?.throwIfCancelled();
  const others = [...new Set(found.flat().map(edge => edge.other))].filter(id => !labels.has(id));
  for (const view of await state.graph.reads.readNodes(others, ReadPart.Labels))
    labels.set(view.id, view.labels);
  const groups = new Map<string, EdgeGroup>();
  found.forEach((edges, i) => {
    const from = views[i]!.labels;
    for (const { label: type, other, properties } of edges) {
      const to = labels.get(other) ?? [];
      const group = entry(groups, JSON.stringify([type, from, to]), () => ({
        type,
        from,
        to,
        count: 0,
        properties: new Map(),
      }));
      group.count++;
      addTypes(group.properties, properties);
    }
  });
  return { nodes: nodeGroups(views), edges: [...groups.values()] };
}

async function someNodes(state: RunState): Promise<readonly NodeView[]> {
  const views: NodeView[] = [];
  for await (const batch of state.graph.reads.scan({ parts: ReadPart.Properties | ReadPart.Labels })) {
    state.cancellation?.throwIfCancelled();
    views.push(...batch.slice(0, SAMPLED_NODES - views.length));
    if (views.length >= SAMPLED_NODES) break;
  }
  return views;
}

function nodeGroups(views: readonly NodeView[]): readonly NodeGroup[] {
  const groups = new Map<string, NodeGroup>();
  for (const { labels, properties } of views) {
    const group = entry(groups, JSON.stringify(labels), () => ({ labels, count: 0, properties: new Map() }));
    group.count++;
    addTypes(group.properties, properties);
  }
  return [...groups.values()];
}

function addTypes(types: PropertyTypes, properties: ValueMap): void {
  for (const key of Object.keys(properties)) {
    entry(types, key, () => new Set()).add(typeName(properties[key] as Value));
  }
}

function entry<V>(map: Map<string, V>, key: string, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
