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
