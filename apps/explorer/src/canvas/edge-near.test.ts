import { MultiDirectedGraph } from 'graphology';
import type Sigma from 'sigma';
import { edgeNear, REACH } from './edge-near.js';

/** Nodes at given pixels; an edge is `from to curvature`. */
function drawn(nodes: Record<string, [number, number]>, edges: Record<string, [string, string, number?]>) {
  const graph = new MultiDirectedGraph();
  for (const [id, [x, y]] of Object.entries(nodes)) graph.addNode(id, { x, y, size: 10 });
  for (const [key, [from, to, curvature]] of Object.entries(edges))
    graph.addEdgeWithKey(key, from, to, { curvature, loopIndex: 0 });
  const hidden = new Set<string>();
  const sigma = {
    getGraph: () => graph,
    getNodeDisplayData: (id: string) => graph.getNodeAttributes(id),
    getEdgeDisplayData: (key: string) => ({ hidden: hidden.has(key) }),
    scaleSize: (size: number) => size,
    framedGraphToViewport: (position: { x: number; y: number }) => position,
  } as unknown as Sigma;
  return { at: (x: number, y: number) => edgeNear(sigma, { x, y }, REACH.mouse), hidden };
}

const ENDS: Record<string, [number, number]> = { a: [0, 0], b: [100, 0], c: [0, 100] };

test('finds an edge beside it, but not beyond its ends or farther away', () => {
  const { at } = drawn(ENDS, { ab: ['a', 'b'] });
  expect([at(50, 0), at(50, 5), at(50, -5), at(103, 0)]).toEqual(['ab', 'ab', 'ab', 'ab']);
  expect([at(50, 8), at(110, 0), at(-10, 0)]).toEqual([undefined, undefined, undefined]);
});

test('finds the nearest of several edges, and no hidden ones', () => {
  const { at, hidden } = drawn(ENDS, { ab: ['a', 'b'], ac: ['a', 'c'] });
  expect([at(5, 3), at(3, 5)]).toEqual(['ab', 'ac']);
  hidden.add('ab');
  expect([at(50, 0), at(5, 3)]).toEqual([undefined, 'ac']);
});

test('finds a bent edge where it is drawn, to the left of its direction on the screen', () => {
  const { at } = drawn(ENDS, { there: ['a', 'b', 0.3], back: ['b', 'a', 0.3] });
  // The middle of the curve is half as far away as its control point.
  expect([at(50, -15), at(50, 15), at(50, 0)]).toEqual(['there', 'back', undefined]);
});

test('finds an edge whose ends coincide', () => {
  const { at } = drawn({ a: [10, 10], b: [10, 10] }, { ab: ['a', 'b'] });
  expect([at(12, 10), at(20, 10)]).toEqual(['ab', undefined]);
});

test('finds an edge from a node to itself as a circle above it', () => {
  const { at, hidden } = drawn(ENDS, { aa: ['a', 'a'] });
  // Its radius is 10, and its center 14 above that of the node.
  expect([at(0, -24), at(13, -14), at(0, -14), at(0, -31)]).toEqual(['aa', 'aa', undefined, undefined]);
  hidden.add('aa');
  expect(at(0, -24)).toBeUndefined();
});
