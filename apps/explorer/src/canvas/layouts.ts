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

export function positionsOf(layout: Exclude<LayoutName, 'force'>, elements: Elements): Map<string, Point> {
  switch (layout) {
    case 'tree': {
      const forest = forestIn(elements);
      if (forest !== undefined) return treePositions(elements, forest);
      return layeredPositions(elements, (layer, position, size) => ({
        x: (position - (size - 1) / 2) * STEP,
        y: -layer * STEP * LAYER_STEPS,
      }));
    }
    case 'radial':
      return layeredPositions(elements, (layer, position, size) => {
        const radius =
          layer === 0 && size === 1 ? 0 : STEP * (layer + 1) * Math.max(1, size / (6 * (layer + 1)));
        const angle = (2 * Math.PI * position) / size;
        return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
      });
    case 'grid': {
      const side = Math.ceil(Math.sqrt(elements.nodes.size));
      const keys = [...elements.nodes.keys()];
      return new Map(keys.map((key, i) => [key, { x: (i % side) * STEP, y: -Math.floor(i / side) * STEP }]));
    }
  }
}

/** Each parent is above the middle of its children. Trees are side by side, and nodes without a tree follow in rows. */
function treePositions({ nodes }: Elements, { parents }: Forest): Map<string, Point> {
  const children = new Map<string, string[]>();
  for (const [child, parent] of parents) {
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [child]);
    else known.push(child);
  }
  const positions = new Map<string, Point>();
  let next = 0;
  let deepest = 0;
  // An explicit stack: a chain may be deeper than the call stack.
  for (const root of nodes.keys()) {
    if (parents.has(root) || !children.has(root)) continue;
    const open = [{ id: root, layer: 0, isPlaced: false }];
    while (open.length > 0) {
      const at = open.at(-1)!;
      const below = children.get(at.id) ?? [];
      if (!at.isPlaced && below.length > 0) {
        at.isPlaced = true;
        for (const id of [...below].reverse()) open.push({ id, layer: at.layer + 1, isPlaced: false });
        continue;
      }
      open.pop();
      deepest = Math.max(deepest, at.layer);
      const [first, last] = [below[0], below.at(-1)].map(id => id && positions.get(id)!.x);
      const x = below.length === 0 ? next++ * STEP : (Number(first) + Number(last)) / 2;
      positions.set(at.id, { x, y: -at.layer * STEP * LAYER_STEPS });
    }
    next++;
  }
  const others = [...nodes.keys()].filter(id => !positions.has(id));
  const width = Math.max(1, Math.ceil(next), Math.ceil(Math.sqrt(others.length)));
  others.forEach((id, i) =>
    positions.set(id, {
      x: (i % width) * STEP,
      y: -(deepest + 1 + Math.floor(i / width)) * STEP * LAYER_STEPS,
    }),
  );
  return positions;
}

/**
 * Places each node as many layers below a root as the shortest path has edges. Roots are nodes without incoming edges;
 * in a component without roots, its first node. Children are ordered like their parents.
 */
function layeredPositions(
  { nodes, edges }: Elements,
  positionOf: (layer: number, position: number, size: number) => Point,
): Map<string, Point> {
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
  const layers: string[][] = [];
  for (const [id, layer] of layerOf) (layers[layer] ??= []).push(id);
  const positions = new Map<string, Point>();
  layers.forEach((ids, layer) => ids.forEach((id, i) => positions.set(id, positionOf(layer, i, ids.length))));
  return positions;
}
