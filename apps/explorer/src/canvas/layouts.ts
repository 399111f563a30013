/** Positions of nodes that are computed from the edges alone. */
import type { Elements } from '../graph/elements.js';
import { forestIn, type Forest } from '../graph/forest.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type LayoutName = 'force' | 'tree' | 'radial' | 'grid';

const STEP = 60;
/** Distance of layers, in steps between neighbors. */
const LAYER_STEPS = 1.6;
/** Shorter layers of nodes stay in one row. */
const LEAST_WRAPPED = 12;

export function positionsOf(layout: Exclude<LayoutName, 'force'>, elements: Elements): Map<string, Point> {
  switch (layout) {
    case 'tree': {
      const connected = withoutSingles(elements);
      const forest = forestIn(connected);
      const positions =
        forest === undefined
          ? rowPositions(layersOf(connected), connected.nodes.size)
          : treePositions(connected, forest);
      return withSinglesBelow(positions, elements);
    }
    case 'radial':
      return ringPositions(layersOf(elements));
    case 'grid': {
      const side = Math.ceil(Math.sqrt(elements.nodes.size));
      const keys = [...elements.nodes.keys()];
      return new Map(keys.map((key, i) => [key, { x: (i % side) * STEP, y: -Math.floor(i / side) * STEP }]));
    }
  }
}

/** Layers around each other. */
function ringPositions(layers: readonly (readonly string[])[]): Map<string, Point> {
  const positions = new Map<string, Point>();
  layers.forEach((ids, layer) => {
    const size = ids.length;
    const radius = layer === 0 && size === 1 ? 0 : STEP * (layer + 1) * Math.max(1, size / (6 * (layer + 1)));
    ids.forEach((id, i) => {
      const angle = (2 * Math.PI * i) / size;
      positions.set(id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    });
  });
  return positions;
}

/** Layers below each other. A long layer takes several rows, so that the drawing is not a band. */
function rowPositions(layers: readonly (readonly string[])[], count: number): Map<string, Point> {
  const most = Math.max(LEAST_WRAPPED, Math.ceil(Math.sqrt(3 * count)));
  const positions = new Map<string, Point>();
  let y = 0;
  for (const ids of layers) {
    const rows = Math.ceil(ids.length / most);
    const perRow = Math.ceil(ids.length / rows);
    ids.forEach((id, i) => {
      const row = Math.floor(i / perRow);
      const size = Math.min(perRow, ids.length - row * perRow);
      positions.set(id, { x: ((i % perRow) - (size - 1) / 2) * STEP, y: y - row * STEP });
    });
    y -= (rows - 1 + LAYER_STEPS) * STEP;
  }
  return positions;
}

/** Leaves out nodes without edges. */
function withoutSingles({ nodes, edges }: Elements): Elements {
  const ends = new Set<string>();
  for (const { from, to } of edges.values()) if (from !== to) ends.add(from).add(to);
  return { nodes: new Map([...nodes].filter(([id]) => ends.has(id))), edges };
}

/** Adds the other nodes in rows below. */
function withSinglesBelow(positions: Map<string, Point>, { nodes }: Elements): Map<string, Point> {
  const singles = [...nodes.keys()].filter(id => !positions.has(id));
  const all = [...positions.values()];
  const [left, right] = all.reduce(([low, high], { x }) => [Math.min(low, x), Math.max(high, x)], [0, 0]);
  const bottom = all.reduce((low, { y }) => Math.min(low, y), STEP * LAYER_STEPS);
  const columns = Math.max(Math.floor((right - left) / STEP) + 1, Math.ceil(Math.sqrt(2 * singles.length)));
  singles.forEach((id, i) =>
    positions.set(id, {
      x: left + (i % columns) * STEP,
      y: bottom - (1 + Math.floor(i / columns)) * STEP * LAYER_STEPS,
    }),
  );
  return positions;
}

/** Each parent is above the middle of its children. Trees are side by side, in rows that are about twice as wide as high. */
function treePositions({ nodes }: Elements, { parents }: Forest): Map<string, Point> {
  const children = new Map<string, string[]>();
  for (const [child, parent] of parents) {
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [child]);
    else known.push(child);
  }
  const roots = [...nodes.keys()].filter(id => !parents.has(id));
  const trees = roots.map(root => treeOf(root, children));
  const area = trees.reduce((sum, { width, layers }) => sum + width * layers * LAYER_STEPS, 0);
  const most = Math.max(Math.sqrt(2 * area), ...trees.map(({ width }) => width));
  const positions = new Map<string, Point>();
  let [left, top, layersOfRow] = [0, 0, 0];
  for (const { places, width, layers } of trees) {
    if (left > 0 && left + width > most) [left, top, layersOfRow] = [0, top + layersOfRow, 0];
    for (const [id, { column, layer }] of places)
      positions.set(id, { x: (left + column) * STEP, y: -(top + layer) * STEP * LAYER_STEPS });
    left += width + 1;
    layersOfRow = Math.max(layersOfRow, layers);
  }
  return positions;
}

interface PlacedTree {
  /** In steps from the left, and layers from the root. */
  readonly places: ReadonlyMap<string, { readonly column: number; readonly layer: number }>;
  /** Number of leaves. */
  readonly width: number;
  readonly layers: number;
}

/** Without recursion: a chain may be deeper than the call stack. */
function treeOf(root: string, children: ReadonlyMap<string, readonly string[]>): PlacedTree {
  const places = new Map<string, { column: number; layer: number }>();
  const open = [{ id: root, layer: 0, isOpened: false }];
  let [leaves, deepest] = [0, 0];
  while (open.length > 0) {
    const at = open.at(-1)!;
    const below = children.get(at.id) ?? [];
    if (!at.isOpened && below.length > 0) {
      at.isOpened = true;
      for (const id of [...below].reverse()) open.push({ id, layer: at.layer + 1, isOpened: false });
      continue;
    }
    open.pop();
    deepest = Math.max(deepest, at.layer);
    const [first, last] = [below[0], below.at(-1)].map(id => places.get(id ?? '')?.column ?? 0);
    const column = below.length === 0 ? leaves++ : (first! + last!) / 2;
    places.set(at.id, { column, layer: at.layer });
  }
  return { places, width: leaves, layers: deepest + 1 };
}

/**
 * Places each node as many layers below a root as the shortest path has edges. Roots are nodes without incoming edges;
 * in a component without roots, its first node. A node without outgoing edges is below all that point to it. Children
 * are ordered like their parents.
 */
function layersOf({ nodes, edges }: Elements): readonly (readonly string[])[] {
  const below = new Map<string, string[]>();
  const pointedAt = new Set<string>();
  for (const { from, to } of edges.values()) {
    if (from === to) continue;
    // Edges of most graphs point from a child to its owner or origin; both directions read well from above.
    below.set(from, [...(below.get(from) ?? []), to]);
    pointedAt.add(to);
  }
  const layerOf = new Map<string, number>();
  const roots = [...nodes.keys()].filter(id => !pointedAt.has(id));
  for (const start of [roots, ...[...nodes.keys()].map(id => [id])]) {
    let layer = start.filter(id => !layerOf.has(id));
    for (let depth = 0; layer.length > 0; depth++) {
      for (const id of layer) layerOf.set(id, depth);
      layer = [...new Set(layer.flatMap(id => below.get(id) ?? []))].filter(
        id => nodes.has(id) && !layerOf.has(id),
      );
    }
  }
  // Where many edges end, they come from above.
  for (const { from, to } of edges.values())
    if (from !== to && !below.has(to))
      layerOf.set(to, Math.max(layerOf.get(to) ?? 0, (layerOf.get(from) ?? 0) + 1));
  const layers: string[][] = [];
  for (const [id, layer] of layerOf) (layers[layer] ??= []).push(id);
  return layers.filter(layer => layer.length > 0);
}
