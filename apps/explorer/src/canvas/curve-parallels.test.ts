import { MultiDirectedGraph } from 'graphology';

// Sigma reads WebGL constants when it is loaded.
Object.assign(globalThis, { WebGL2RenderingContext: {}, WebGLRenderingContext: {} });
const { curveParallels } = await import('./curve-parallels.js');

/** @returns the side to which each edge is bent, seen from `a` to `b`; 0: it is straight. */
function sidesOf(...edges: [string, string][]): number[] {
  const graph = new MultiDirectedGraph();
  for (const id of ['a', 'b', 'c']) graph.addNode(id);
  const keys = edges.map(([from, to]) => {
    const key = graph.addEdge(from, to);
    // As on the canvas, where edges are added one by one.
    curveParallels(graph);
    return key;
  });
  return keys.map(key => {
    const { type, curvature } = graph.getEdgeAttributes(key) as { type: string; curvature: number };
    expect(type).toBe(curvature === 0 ? 'straight' : 'curved');
    return graph.source(key) === 'a' ? curvature : -curvature;
  });
}

test('edges between the same two nodes never overlap, whichever their directions', () => {
  for (let count = 2; count <= 5; count++)
    for (let directions = 0; directions < 2 ** count; directions++) {
      const edges = Array.from({ length: count }, (_, i): [string, string] =>
        (directions >> i) & 1 ? ['a', 'b'] : ['b', 'a'],
      );
      const sides = sidesOf(...edges);
      expect({ edges, different: new Set(sides.map(side => side.toFixed(6))).size }).toEqual({
        edges,
        different: count,
      });
    }
});

test('a single edge is straight, as is the middle one of three', () => {
  expect(sidesOf(['a', 'b'], ['a', 'c'])).toEqual([0, 0]);
  expect(sidesOf(['a', 'b'], ['a', 'b'], ['a', 'b'])[1]).toBe(0);
});

test('counts edges from a node to itself, which do not bend other edges', () => {
  const graph = new MultiDirectedGraph();
  for (const id of ['a', 'b']) graph.addNode(id);
  for (const [key, from, to] of [
    ['a0', 'a', 'a'],
    ['b0', 'b', 'b'],
    ['a1', 'a', 'a'],
    ['ab', 'a', 'b'],
  ] as const)
    graph.addEdgeWithKey(key, from, to);
  curveParallels(graph);
  const shapes = graph.mapEdges((key, { curvature, loopIndex }) => [key, curvature, loopIndex]);
  expect(shapes).toEqual([
    ['a0', 0, 0],
    ['b0', 0, 0],
    ['a1', 0, 1],
    ['ab', 0, undefined],
  ]);
});
