import { clustersWithin, drawn, nodesOf, outermost, picked } from './clusters.js';
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

test('a bubble replaces its nodes and merges edges to it, and edges within it disappear', () => {
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

test('a node is in one bubble at most, and one node alone or nodes off the canvas make none', () => {
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

test('a click selects the nodes of a bubble, and deselects them', () => {
  const scene = people();
  scene.collapse(set('a', 'b'), 'pair');
  const { clusters } = scene;
  expect(picked(set('cluster 1', 'd'), set('d'), clusters)).toEqual(set('a', 'b', 'd'));
  expect(picked(set('a', 'b', 'd'), set('cluster 1', 'a', 'b', 'd'), clusters)).toEqual(set('d'));
  expect(clustersWithin(set('a', 'b', 'd'), clusters).map(({ name }) => name)).toEqual(['pair']);
  expect(clustersWithin(set('a', 'd'), clusters)).toEqual([]);
});

test('opening a bubble of bubbles restores its contents unchanged, and each step can be undone', () => {
  const scene = people();
  scene.collapse(set('a', 'b'), 'pair');
  scene.collapse(set('a', 'b', 'c'), 'three');
  scene.collapse(set('a', 'b', 'c', 'd'), 'four');
  expect(shown(scene)).toEqual(['cluster 3 e', ['cluster 3>e']]);
  expect(drawn(scene).nodes.get('cluster 3')?.members).toEqual(['a', 'b', 'c', 'd']);
  expect(outermost(scene.clusters).map(({ name }) => name)).toEqual(['four']);
  scene.expand('cluster 3');
  expect(shown(scene)[0]).toBe('cluster 2 d e');
  scene.expand('cluster 2');
  expect(shown(scene)[0]).toBe('c cluster 1 d e');
  scene.undo();
  scene.undo();
  expect(shown(scene)[0]).toBe('cluster 3 e');
  scene.expand('cluster 2');
  expect(nodesOf(scene.clusters.get('cluster 3')!, scene.clusters)).toEqual(['a', 'b', 'c', 'd']);
  scene.expand('cluster 3');
  expect(shown(scene)[0]).toBe('c cluster 1 d e');
});

test('a node that leaves a bubble of bubbles leaves the inner one too; a bubble with one item disappears', () => {
  const scene = people();
  scene.collapse(set('a', 'b'), 'pair');
  scene.collapse(set('a', 'b', 'c'), 'three');
  scene.collapse(set('b', 'e'), 'other');
  expect(shown(scene)[0]).toBe('cluster 2 cluster 3 d');
  expect([...scene.clusters.values()].map(({ nodeIds }) => nodeIds)).toEqual([
    ['a', 'c'],
    ['b', 'e'],
  ]);
  scene.collapse(set('b', 'e'), 'again');
  expect(scene.clusters.size).toBe(2);
});

test('the id of a bubble that disappeared with its nodes is not reused while something refers to it', () => {
  const scene = people();
  scene.collapse(set('a', 'b'), 'pair');
  scene.collapse(set('a', 'b', 'c', 'd'), 'four');
  scene.remove(set('a', 'b'));
  scene.collapse(set('c', 'd'), 'rest');
  scene.undo();
  scene.collapse(set('d', 'e'), 'others');
  expect([...scene.clusters.keys()]).not.toContain('cluster 1');
});

test('draws the nodes of bubbles that contain each other, as a file may define', () => {
  const scene = people();
  const clusters = ['x', 'y'].map(id => ({ id, name: id, nodeIds: [id === 'x' ? 'y' : 'x', 'a'] }));
  scene.add({ nodes: new Map(), edges: new Map(), clusters: new Map(clusters.map(each => [each.id, each])) });
  expect(shown(scene)[0]).toBe('a b c d e');
});
