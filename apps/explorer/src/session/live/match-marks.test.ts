import type { Mark } from '../../canvas/marks.js';
import { Scene } from '../../graph/scene.js';
import type { CanvasModel } from '../canvas/canvas-model.js';
import { LatestNodes } from './latest-nodes.js';
import { MatchMarks } from './match-marks.js';

const FIRST = { standingQuery: 'q', resultId: '1' };
const SECOND = { standingQuery: 'q', resultId: '2' };

const { setTimeout } = globalThis;
const { now } = Date;
let time = 0;
let next: (() => void) | undefined;

beforeEach(() => {
  time = 1000;
  next = undefined;
  Date.now = () => time;
  globalThis.setTimeout = ((run: () => void) => void (next = run)) as unknown as typeof setTimeout;
});
afterEach(() => {
  Date.now = now;
  globalThis.setTimeout = setTimeout;
});

function pass(millis: number): void {
  time += millis;
  next?.();
}

/** A canvas with nodes that matches have added, named by one letter each. */
function canvasWith(nodes: string) {
  const scene = new Scene();
  scene.add({
    nodes: new Map([...nodes].map(id => [id, { id, labels: ['N'], properties: {} }])),
    edges: new Map(),
  });
  const canvas = {
    scene,
    selected: { value: new Set<string>() },
    atTime: { value: undefined },
    marks: { value: new Map<string, Mark>() },
    edgeMarks: { value: new Map<string, Mark>() },
  };
  const latest = new LatestNodes();
  latest.brought(nodes);
  const state = { isPaused: false };
  const marks = new MatchMarks(canvas as unknown as CanvasModel, latest, () => state.isPaused);
  const shown = (): string =>
    [...canvas.marks.value]
      .map(each => each.join(':'))
      .sort()
      .join(' ');
  return { marks, latest, canvas, state, shown, left: () => [...scene.nodes.keys()].join('') };
}

test('an ended match has a broken ring, fades and is removed', () => {
  const { marks, shown, left } = canvasWith('ab');
  marks.begin(FIRST, ['a', 'b']);
  expect(shown()).toBe('a:match b:match');
  marks.end(FIRST, []);
  expect(shown()).toBe('a:ended b:ended');
  pass(6000);
  expect(shown()).toBe('a:fading b:fading');
  pass(2000);
  expect([shown(), left()]).toEqual(['', '']);
});

test('keeps nodes that another match holds, that match again, or that the user has drawn or selected', () => {
  const { marks, latest, canvas, shown, left } = canvasWith('abcde');
  marks.begin(FIRST, ['a', 'b', 'c', 'd', 'e']);
  marks.begin(SECOND, ['b']);
  latest.keep(['c']);
  canvas.selected.value.add('d');
  marks.end(FIRST, []);
  expect(shown()).toBe('a:ended b:match c:ended d:ended e:ended');
  marks.begin({ standingQuery: 'q', resultId: '3' }, ['e']);
  pass(7000);
  expect(left()).toBe('bcde');
});

test('an ended match that was not drawn marks the nodes in its data', () => {
  const { marks, shown } = canvasWith('ab');
  marks.end(FIRST, ['a']);
  expect(shown()).toBe('a:ended');
});

test('removes nothing while drawing is paused, and afterwards what is due', () => {
  const { marks, state, shown, left } = canvasWith('a');
  marks.begin(FIRST, ['a']);
  state.isPaused = true;
  marks.end(FIRST, []);
  pass(60_000);
  expect([shown(), left()]).toEqual(['a:fading', 'a']);
  state.isPaused = false;
  pass(2000);
  expect(left()).toBe('');
});
