import { clustersWithin, drawn, picked } from './clusters.js';
import { elementsOf } from './elements.js';
import { Scene } from './scene.js';

const node = (id: string) => ({ id, labels: ['P'], properties: {} });
const edge = (start: string, end: string) => ({ start, end, name: 'knows', properties: {} });
const set = (...ids: string[]) => new Set(ids);

/** a, b and c know d; a knows b; d knows e. */
function people(): Scene {
  const scene = new Scene();
  const nodes = ['a', 'b', 'c', 'd', 'e'].map(node);
  const edges = [edge('a', 'd'), edge('b', 'd'), edge('c', 'd'), edge('a', 'b'), edge('d', 'e')];
  scene.add(elementsOf([[nodes, edges]]));
  return scene;
}

const shown = (scene: Scene) => {
  const { nodes, edges } = drawn(scene);
  return [[...nodes.keys()].sort().join(' '), [...edges.values()].map(({ from, to }) => `${from}>${to}`)];
};

test('a bubble stands in the place of its nodes; edges to it are one, those within are none', () => {
  const scene = people();
  expect(drawn(scene)).toBe(scene);
  scene.collapse(set('a', 'b'), 'pair');
  expect(shown(scene)).toEqual(['c cluster 1 d e', ['cluster 1>d', 'c>d', 'd>e']]);
  expect(drawn(scene).nodes.get('cluster 1')).toEqual({
    id: 'cluster 1',
    labels: ['P'],
    properties: { name: 'pair' },
    members: ['a', 'b'],
  });
  scene.expand('cluster 1');
  expect(drawn(scene)).toBe(scene);
  scene.undo();
  expect(shown(scene)[0]).toBe('c cluster 1 d e');
  scene.undo();
  expect(drawn(scene)).toBe(scene);
});

test('a node is in one bubble; one node alone is none; what is off the canvas is in none', () => {
  const scene = people();
  scene.collapse(set('a'), 'alone');
  scene.collapse(set('a', 'x'), 'alone');
  expect(scene.clusters.size).toBe(0);
  scene.collapse(set('a', 'b', 'c'), 'three');
  scene.collapse(set('c', 'd'), 'two');
  expect(shown(scene)[0]).toBe('cluster 1 cluster 2 e');
  scene.remove(set('a'));
  expect(drawn(scene).nodes.get('cluster 1')?.members).toEqual(['b']);
  scene.collapse(set('b', 'd'), 'other');
  expect([...scene.clusters.values()].map(({ nodeIds }) => nodeIds)).toEqual([['b', 'd']]);
  scene.remove(set('b', 'd'));
  expect(scene.clusters.size).toBe(0);
  scene.undo();
  expect(scene.clusters.size).toBe(1);
});

test('a click selects the nodes of a bubble, and unselects them', () => {
  const scene = people();
  scene.collapse(set('a', 'b'), 'pair');
  const { clusters } = scene;
  expect(picked(set('cluster 1', 'd'), set('d'), clusters)).toEqual(set('a', 'b', 'd'));
  expect(picked(set('a', 'b', 'd'), set('cluster 1', 'a', 'b', 'd'), clusters)).toEqual(set('d'));
  expect(clustersWithin(set('a', 'b', 'd'), clusters).map(({ name }) => name)).toEqual(['pair']);
  expect(clustersWithin(set('a', 'd'), clusters)).toEqual([]);
});
