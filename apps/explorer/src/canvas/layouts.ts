/** Positions of nodes that are computed from the edges alone. */
import type { Elements } from '../graph/elements.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type LayoutName = 'force' | 'tree' | 'radial' | 'grid';

const STEP = 60;

export function positionsOf(layout: Exclude<LayoutName, 'force'>, elements: Elements): Map<string, Point> {
  switch (layout) {
    case 'tree':
      return layeredPositions(elements, (layer, position, size) => ({
        x: (position - (size - 1) / 2) * STEP,
        y: -layer * STEP * 1.6,
      }));
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

/**
 * SavedPositions each node as many layers below a root as the shortest path has edges. Roots are nodes without incoming edges;
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
