import { elementsOf } from './elements.js';
import { Scene } from './scene.js';

const node = (id: string, v = 0) => ({ id, labels: ['P'], properties: { v } });
const edge = (start: string, end: string) => ({ start, end, name: 'knows', properties: {} });
const shown = (scene: Scene) => [...scene.nodes.keys()].sort().join(' ');

test('live additions form one step, which one undo removes without touching the previous step', () => {
  const scene = new Scene();
  scene.add(elementsOf([[node('mine')]]));
  for (let i = 0; i < 1000; i++) {
    scene.add(elementsOf([[node(`n${i}`), node('mine', i), edge('mine', `n${i}`)]]), true);
    if (i >= 3) scene.remove(new Set([`n${i - 3}`]), true);
  }
  expect([scene.stepsDone, shown(scene), scene.edges.size]).toEqual([2, 'mine n997 n998 n999', 3]);
  expect(scene.history().past[1]!.nodes).toHaveLength(4);
  scene.undo();
  expect([shown(scene), scene.nodes.get('mine')!.properties, scene.edges.size]).toEqual([
    'mine',
    { v: 0 },
    0,
  ]);
  scene.redo();
  expect([shown(scene), scene.nodes.get('mine')!.properties]).toEqual(['mine n997 n998 n999', { v: 999 }]);
});

test('a checkpoint or a user action separates live additions', () => {
  const scene = new Scene();
  scene.add(elementsOf([[node('a')]]), true);
  scene.checkpoint('one');
  scene.add(elementsOf([[node('b')]]), true);
  scene.remove(new Set(['a']));
  scene.add(elementsOf([[node('c')]]), true);
  expect([scene.stepsDone, shown(scene)]).toEqual([4, 'b c']);
  scene.jumpTo(scene.checkpoints[0]!);
  expect(shown(scene)).toBe('a');
});

test('an action without effect is not a step', () => {
  const scene = new Scene();
  scene.add(elementsOf([[node('a'), node('b')]]));
  scene.collapse(new Set(['a']), 'alone');
  scene.expand('no such');
  expect(scene.stepsDone).toBe(1);
});

test('one undo removes a query result with the edges that were found later', () => {
  const scene = new Scene();
  scene.add(elementsOf([[node('mine')]]));
  scene.addResult(elementsOf([[node('a')]]), 1);
  scene.addResult(elementsOf([[node('b')]]), 1);
  scene.addResult(elementsOf([[edge('mine', 'b')]]), 1);
  scene.addResult(elementsOf([[node('c')]]), 2);
  expect([scene.stepsDone, shown(scene), scene.edges.size]).toEqual([3, 'a b c mine', 1]);
  scene.undo();
  scene.undo();
  expect([shown(scene), scene.edges.size]).toEqual(['mine', 0]);
  scene.redo();
  expect([shown(scene), scene.edges.size]).toEqual(['a b mine', 1]);
});

test('a result of which a part was drawn continues in a new step after an action of the user', () => {
  const scene = new Scene();
  scene.addResult(elementsOf([[node('a')]]), 1);
  scene.remove(new Set(['a']));
  scene.addResult(elementsOf([[node('b')]]), 1);
  expect(scene.stepsDone).toBe(3);
});

test('a result replaces the canvas in one step: common nodes and their edges stay', () => {
  const scene = new Scene();
  scene.add(elementsOf([[node('old'), node('a'), node('b'), edge('a', 'b'), edge('old', 'a')]]));
  scene.replaceWithResult(elementsOf([[node('a', 1), node('b'), node('c'), edge('c', 'old')]]), 1);
  scene.addResult(elementsOf([[edge('b', 'c')]]), 1);
  expect([shown(scene), [...scene.edges.values()].map(({ from, to }) => from + to)]).toEqual([
    'a b c',
    ['ab', 'bc'],
  ]);
  scene.undo();
  expect([shown(scene), scene.edges.size, scene.nodes.get('a')!.properties]).toEqual([
    'a b old',
    2,
    { v: 0 },
  ]);
});
