import { elementsOf } from './elements.js';
import { historyOf, jsonLdOf, readHistory, replay, snapshotOf } from './history-file.js';
import { readCanvas, writeCanvas } from './saved-canvas.js';
import { Scene } from './scene.js';

const node = (id: string, ...labels: string[]) => ({ id, labels, properties: { name: id } });
const edge = (start: string, end: string) => ({ start, end, name: 'knows', properties: {} });
const PLACES = new Map([['a', { x: 1, y: 2, isPinned: true }]]);

/** Steps of every type; the last one is undone. */
function scene(): Scene {
  const made = new Scene();
  made.add(elementsOf([[node('a', 'P', 'Q'), node('b', 'P'), node('c'), edge('a', 'b'), edge('b', 'c')]]));
  made.checkpoint('three');
  made.add(elementsOf([[{ ...node('a', 'P', 'Q'), properties: { name: 'A' } }, node('d'), edge('c', 'd')]]));
  made.collapse(new Set(['a', 'b']), 'pair');
  made.collapse(new Set(['b', 'c']), 'other');
  made.remove(new Set(['b', 'c']));
  made.collapse(new Set(['a', 'd']), 'last');
  made.undo();
  return made;
}

/** Observable state of a scene at each of its steps, from the first to the last. */
function states(made: Scene): unknown[] {
  const state = () => {
    const parts = [made.nodes, made.edges, made.clusters].map(each => [...each.values()]);
    return JSON.stringify(parts.map(each => each.map(one => JSON.stringify(one)).sort()));
  };
  while (made.canUndo) made.undo();
  const seen = [state()];
  while (made.canRedo) {
    made.redo();
    if (seen.at(-1) !== state()) seen.push(state());
  }
  return seen;
}

test('a history contains the steps done, newest first, and the steps undone', () => {
  const { past, future } = historyOf(scene(), PLACES);
  expect(past.map(({ type }) => type)).toEqual([
    'Layout',
    'Remove',
    'Collapse',
    'Expand',
    'Collapse',
    'Add',
    'Checkpoint',
    'Add',
  ]);
  expect(future.map(({ type }) => type)).toEqual(['Collapse']);
  expect(past.at(-1)).toEqual({
    type: 'Add',
    nodes: [
      { id: 'a', hostIndex: 0, label: 'P:Q', properties: { name: 'a' }, labels: ['P', 'Q'] },
      { id: 'b', hostIndex: 0, label: 'P', properties: { name: 'b' }, labels: ['P'] },
      { id: 'c', hostIndex: 0, label: 'ID: c', properties: { name: 'c' }, labels: [] },
    ],
    edges: [
      { from: 'a', edgeType: 'knows', to: 'b', isDirected: true },
      { from: 'b', edgeType: 'knows', to: 'c', isDirected: true },
    ],
    syntheticEdges: [],
    updatedNodes: [],
  });
});

test('restores each state with checkpoints and positions', () => {
  const before = scene();
  const file = JSON.stringify(historyOf(before, PLACES));
  const after = new Scene();
  after.add(elementsOf([[node('old')]]));
  expect(replay(after, readHistory(JSON.parse(file))!)).toEqual(PLACES);
  expect([...after.nodes.keys()]).toEqual(['a', 'd']);
  expect(after.checkpoints.map(({ name }) => name)).toEqual(['three']);
  after.jumpTo(after.checkpoints[0]!);
  expect(after.nodes.size).toBe(3);
  const known = new Set(states(after));
  for (const state of states(before)) expect(known).toContain(state);
});

test('reads files of other explorers: joined labels, a snapshot, no optional fields', () => {
  const nodes = [
    { id: 'x', hostIndex: 3, label: 'P:Q', properties: {} },
    { id: 'y', hostIndex: 0, label: 'ID: y', properties: {} },
  ];
  const syntheticEdges = [{ from: 'x', edgeType: 'like', to: 'y', isDirected: true }];
  const made = new Scene();
  replay(made, readHistory({ past: [{ type: 'Add', nodes, edges: [], updatedNodes: [], syntheticEdges }] })!);
  expect([...made.nodes.values()].map(({ labels }) => labels)).toEqual([['P', 'Q'], []]);
  expect([...made.edges.values()][0]).toMatchObject({ type: 'like', isSynthetic: true });
  const again = new Scene();
  replay(again, readHistory(JSON.parse(JSON.stringify(snapshotOf(made, PLACES))))!);
  expect([...again.nodes.keys(), ...again.edges.keys()]).toEqual([
    ...made.nodes.keys(),
    ...made.edges.keys(),
  ]);
  expect(again.stepsDone).toBe(1);
});

test.each([
  [{ past: 1 }],
  [{ past: [null] }],
  [{ past: [{ type: 'Explode' }] }],
  [{ past: [{ type: 'Add', nodes: [{ id: 1 }] }] }],
  [{ past: [{ type: 'Add', edges: [null] }] }],
  [{ past: [{ type: 'Layout', positions: { a: { x: 'left', y: 0 } } }] }],
  [{ past: [], future: [{ type: 'Collapse', name: 'n', clusterId: 'c', nodeIds: 'a' }] }],
])('rejects %j as a history', value => expect(() => readHistory(value)).toThrow(SyntaxError));

test('recognizes a canvas without a history as something else', () =>
  expect([readHistory({ nodes: [], edges: [] }), readHistory(null)]).toEqual([undefined, undefined]));

test('JSON-LD contains nodes and edges unchanged', () =>
  expect(jsonLdOf(elementsOf([[node('a', 'P'), node('b'), edge('a', 'b')]]))).toEqual({
    nodes: [
      { id: 'a', label: 'P', properties: { name: 'a' } },
      { id: 'b', label: 'ID: b', properties: { name: 'b' } },
    ],
    edges: [{ from: 'a', edgeType: 'knows', to: 'b', isDirected: true }],
  }));

test('a saved canvas keeps its bubbles', () => {
  const made = scene();
  made.redo();
  const { elements } = readCanvas(writeCanvas(made, PLACES));
  expect([...elements.clusters!.values()]).toEqual([...made.clusters.values()]);
});

test('nested bubbles survive a history, a snapshot and a saved canvas', () => {
  const made = scene();
  made.redo();
  made.add(elementsOf([[node('e'), node('f')]]));
  made.collapse(new Set(['a', 'd', 'e']), 'outer');
  made.collapse(new Set(['a', 'd', 'e', 'f']), 'outmost');
  made.expand([...made.clusters.values()].find(({ name }) => name === 'outer')!.id);
  made.undo();
  made.collapse(new Set(['d', 'f']), 'taken out');
  const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const clustersOf = (each: Scene) => [...each.clusters.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [history, snapshot, saved] = [new Scene(), new Scene(), new Scene()];
  replay(history, readHistory(json(historyOf(made, PLACES)))!);
  replay(snapshot, readHistory(json(snapshotOf(made, PLACES)))!);
  saved.add(readCanvas(writeCanvas(made, PLACES)).elements);
  expect(clustersOf(made).length).toBeGreaterThan(1);
  for (const read of [history, snapshot, saved]) expect(clustersOf(read)).toEqual(clustersOf(made));
  const known = new Set(states(history));
  for (const state of states(made)) expect(known).toContain(state);
});
