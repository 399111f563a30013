/**
 * The canvas with all its steps as a file, in the form that other explorers of this API read and write: two lists of
 * events, `past` with the newest first, `future` with the next first. Data that the form has no field for (edge
 * properties, several labels) is stored beside it.
 */
import { nodesOf, type Clusters } from './clusters.js';
import {
  edgeKey,
  type Cluster,
  type Elements,
  type GraphEdge,
  type GraphNode,
  type Properties,
} from './elements.js';
import type { SavedPosition } from './saved-canvas.js';
import type { Scene, Step } from './scene.js';

interface NodeJson {
  readonly id: string;
  readonly hostIndex: number;
  readonly label: string;
  readonly properties: Properties;
  readonly labels?: readonly string[];
}

interface EdgeJson {
  readonly from: string;
  readonly edgeType: string;
  readonly to: string;
  readonly isDirected: boolean;
  readonly properties?: Properties;
}

interface ElementsJson {
  readonly nodes?: readonly NodeJson[];
  readonly edges?: readonly EdgeJson[];
  readonly updatedNodes?: readonly NodeJson[];
  readonly syntheticEdges?: readonly EdgeJson[];
}

interface ClusterJson {
  readonly nodeIds: readonly string[];
  readonly clusterId: string;
  readonly name: string;
}

type Positions = Readonly<
  Record<string, { readonly x: number; readonly y: number; readonly fixed: boolean }>
>;

export type CanvasEvent =
  | ({ readonly type: 'Add' | 'Remove' } & ElementsJson)
  | ({ readonly type: 'Collapse' | 'Expand' } & ClusterJson)
  | { readonly type: 'Layout'; readonly positions: Positions }
  | { readonly type: 'Checkpoint'; readonly name: string };

export interface CanvasHistory {
  /** Newest first. */
  readonly past: readonly CanvasEvent[];
  /** Next first. */
  readonly future: readonly CanvasEvent[];
}

export type SavedPositions = ReadonlyMap<string, SavedPosition>;

/** Returns all steps; positions are the current ones. */
export function historyOf(scene: Scene, positions: SavedPositions): CanvasHistory {
  const { start, past, future, checkpoints } = scene.history();
  const named = (steps: number): CanvasEvent[] =>
    checkpoints.filter(each => each.steps === steps).map(({ name }) => ({ type: 'Checkpoint', name }));
  const done = [
    ...(start.nodes.size > 0 ? [additionOf(start)] : []),
    ...named(0),
    ...past.flatMap((step, i) => [...eventsOf(step), ...named(i + 1)]),
    layoutOf(positions),
  ];
  const undone = future.flatMap((step, i) => [...eventsOf(step), ...named(past.length + i + 1)]);
  return { past: done.reverse(), future: undone };
}

/** Returns the current state as a single step. */
export function snapshotOf(elements: Elements, positions: SavedPositions): CanvasHistory {
  const clusters: Clusters = elements.clusters ?? new Map();
  const sized = [...clusters.values()].map(each => ({ each, size: nodesOf(each, clusters).length }));
  // Inner bubbles precede outer ones.
  const collapses = sized.sort((a, b) => a.size - b.size).map(({ each }) => collapse(each));
  return { past: [additionOf(elements), ...collapses, layoutOf(positions)].reverse(), future: [] };
}

/** Plain nodes and edges, drawn without bubbles. */
export function jsonLdOf({ nodes, edges }: Elements): unknown {
  return {
    nodes: [...nodes.values()].map(node => ({
      id: node.id,
      label: labelOf(node),
      properties: node.properties,
    })),
    edges: [...edges.values()].map(edgeJson),
  };
}

/** @throws SyntaxError for an invalid history. `undefined`: the value is something else. */
export function readHistory(value: unknown): CanvasHistory | undefined {
  if (typeof value !== 'object' || value === null || !('past' in value)) return undefined;
  const { past, future = [] } = value as { past: unknown; future?: unknown };
  if (!Array.isArray(past) || !Array.isArray(future)) throw new SyntaxError('no history');
  for (const event of [...past, ...future]) check(event as CanvasEvent);
  return { past, future };
}

/** Replaces the contents of the scene by a history. @returns the positions in it. */
export function replay(scene: Scene, { past, future }: CanvasHistory): Map<string, SavedPosition> {
  scene.reset();
  const positions = new Map<string, SavedPosition>();
  for (const event of [...past].reverse()) {
    perform(scene, event);
    if (event.type !== 'Layout') continue;
    for (const [id, { x, y, fixed }] of Object.entries(event.positions))
      positions.set(id, { x, y, isPinned: fixed });
  }
  const done = scene.stepsDone;
  for (const event of future) perform(scene, event);
  while (scene.stepsDone > done) scene.undo();
  return positions;
}

function perform(scene: Scene, event: CanvasEvent): void {
  switch (event.type) {
    case 'Add':
      return scene.add(elementsIn(event));
    case 'Remove':
      return scene.remove(new Set(event.nodes?.map(({ id }) => id)));
    case 'Collapse': {
      const cluster = { id: event.clusterId, name: event.name, nodeIds: event.nodeIds };
      return scene.add({ nodes: new Map(), edges: new Map(), clusters: new Map([[cluster.id, cluster]]) });
    }
    case 'Expand':
      return scene.dissolve(event.clusterId);
    case 'Checkpoint':
      return scene.checkpoint(event.name);
    case 'Layout':
  }
}

/** Usually a single event. */
function eventsOf({ nodes, edges, clusters }: Step): CanvasEvent[] {
  const removed = <T>(changes: readonly { before: T | undefined; after: T | undefined }[]): T[] =>
    changes.flatMap(({ before, after }) => (after === undefined && before !== undefined ? [before] : []));
  const [removedNodes, removedEdges] = [removed(nodes), removed(edges)];
  const added = nodes.flatMap(({ before, after }) =>
    before === undefined && after !== undefined ? [after] : [],
  );
  const updated = nodes.flatMap(({ before, after }) =>
    before !== undefined && after !== undefined ? [after] : [],
  );
  const newEdges = edges.flatMap(({ after }) => after ?? []);
  const isRemoval = removedNodes.length > 0;
  return [
    // Removing the nodes of a bubble removes the bubble too.
    ...clusters.flatMap(({ before }) => (before === undefined || isRemoval ? [] : [expansion(before)])),
    ...(isRemoval ? [{ type: 'Remove' as const, ...jsonOf(removedNodes, removedEdges) }] : []),
    ...(added.length + updated.length + newEdges.length > 0
      ? [{ type: 'Add' as const, ...jsonOf(added, newEdges), updatedNodes: updated.map(nodeJson) }]
      : []),
    ...clusters.flatMap(({ after }) => (after === undefined ? [] : [collapse(after)])),
  ];
}

function additionOf({ nodes, edges }: Elements): CanvasEvent {
  return { type: 'Add', ...jsonOf([...nodes.values()], [...edges.values()]), updatedNodes: [] };
}

function jsonOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
  return {
    nodes: nodes.map(nodeJson),
    edges: edges.filter(edge => !edge.isSynthetic).map(edgeJson),
    syntheticEdges: edges.filter(edge => edge.isSynthetic).map(edgeJson),
  };
}

function layoutOf(positions: SavedPositions): CanvasEvent {
  const all = [...positions].map(
    ([id, { x, y, isPinned = false }]) => [id, { x, y, fixed: isPinned }] as const,
  );
  return { type: 'Layout', positions: Object.fromEntries(all) };
}

function collapse({ id, name, nodeIds }: Cluster): CanvasEvent {
  return { type: 'Collapse', nodeIds, clusterId: id, name };
}

function expansion(cluster: Cluster): CanvasEvent {
  return { ...collapse(cluster), type: 'Expand' } as CanvasEvent;
}

function labelOf({ id, labels }: GraphNode): string {
  return labels.length > 0 ? labels.join(':') : `ID: ${id}`;
}

function nodeJson(node: GraphNode): NodeJson {
  const { id, labels, properties } = node;
  return { id, hostIndex: 0, label: labelOf(node), properties, labels };
}

function edgeJson({ from, type, to, properties }: GraphEdge): EdgeJson {
  const plain = { from, edgeType: type, to, isDirected: true };
  return Object.keys(properties).length === 0 ? plain : { ...plain, properties };
}

function elementsIn({
  nodes = [],
  updatedNodes = [],
  edges = [],
  syntheticEdges = [],
}: ElementsJson): Elements {
  const read = new Map<string, GraphNode>();
  for (const { id, label, labels, properties } of [...nodes, ...updatedNodes]) {
    const names = labels ?? (label.startsWith('ID: ') ? [] : label.split(':'));
    read.set(id, { id, labels: names.map(String).sort(), properties });
  }
  const found = new Map<string, GraphEdge>();
  for (const [list, isSynthetic] of [
    [edges, false],
    [syntheticEdges, true],
  ] as const)
    for (const { from, edgeType, to, properties = {} } of list) {
      const key = edgeKey(from, edgeType, to);
      const edge = { key, from, to, type: edgeType, properties };
      found.set(key, isSynthetic ? { ...edge, isSynthetic } : edge);
    }
  return { nodes: read, edges: found };
}

function check(event: CanvasEvent | null): void {
  if (!isEvent(event)) throw new SyntaxError('not an event of a canvas');
}

function isEvent(event: CanvasEvent | null): boolean {
  switch (event?.type) {
    case 'Add':
    case 'Remove': {
      const { nodes = [], updatedNodes = [], edges = [], syntheticEdges = [] } = event;
      if (![nodes, updatedNodes, edges, syntheticEdges].every(Array.isArray)) return false;
      return (
        [...nodes, ...updatedNodes].every(
          node =>
            typeof node?.id === 'string' &&
            typeof node.label === 'string' &&
            typeof node.properties === 'object' &&
            node.properties !== null &&
            (node.labels === undefined || Array.isArray(node.labels)),
        ) &&
        [...edges, ...syntheticEdges].every(edge =>
          [edge?.from, edge?.edgeType, edge?.to].every(each => typeof each === 'string'),
        )
      );
    }
    case 'Collapse':
    case 'Expand':
      return (
        typeof event.clusterId === 'string' &&
        typeof event.name === 'string' &&
        Array.isArray(event.nodeIds) &&
        event.nodeIds.every(id => typeof id === 'string')
      );
    case 'Layout':
      return (
        typeof event.positions === 'object' &&
        event.positions !== null &&
        Object.values(event.positions).every(
          position => Number.isFinite(position?.x) && Number.isFinite(position.y),
        )
      );
    case 'Checkpoint':
      return typeof event.name === 'string';
    case undefined:
    default:
      return false;
  }
}
