import type Sigma from 'sigma';
import { CameraFit } from './camera-fit.js';

interface State {
  readonly x: number;
  readonly y: number;
  readonly ratio: number;
}

const SIZE = 1000;
const COVERED = { top: 100, left: 0, right: 200, bottom: 100 };

/** A drawing of a graph that is one wide and one high, and the last target of its camera. */
function drawing() {
  let state: State = { x: 0.5, y: 0.5, ratio: 1 };
  const moves = { isAnimated: false, count: 0 };
  const listeners = new Map<string, (event: object) => void>();
  const animate = (wanted: State): void => {
    state = wanted;
    moves.count++;
  };
  const toViewport = ({ x, y }: { x: number; y: number }, at: State = state) => ({
    x: ((x - at.x) / at.ratio + 0.5) * SIZE,
    y: ((at.y - y) / at.ratio + 0.5) * SIZE,
  });
  const sigma = {
    getContainer: () => ({
      addEventListener: (type: string, act: (event: object) => void) => listeners.set(type, act),
    }),
    getCamera: () => ({ animate, getState: () => state, isAnimated: () => moves.isAnimated }),
    getGraph: () => ({ order: 2 }),
    getDimensions: () => ({ width: SIZE, height: SIZE }),
    getBBox: () => ({ x: [0, 1], y: [0, 1] }),
    graphToViewport: (position: { x: number; y: number }, { cameraState }: { cameraState: State }) =>
      toViewport(position, cameraState),
    viewportToFramedGraph: (
      { x, y }: { x: number; y: number },
      { cameraState: at }: { cameraState: State },
    ) => ({
      x: (x / SIZE - 0.5) * at.ratio + at.x,
      y: at.y - (y / SIZE - 0.5) * at.ratio,
    }),
  };
  const camera = new CameraFit(sigma as unknown as Sigma, () => COVERED);
  const input = (type: string, event: object): void => listeners.get(type)!(event);
  return { camera, moves, toViewport, state: () => state, input };
}

test('shows nodes that move for the last time while the camera is moving', () => {
  const timers: (() => void)[] = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((run: () => void) => timers.push(run)) as unknown as typeof setTimeout;
  try {
    const { camera, moves } = drawing();
    moves.isAnimated = true;
    camera.keep();
    timers.shift()!();
    expect(moves.count).toBe(0);
    moves.isAnimated = false;
    timers.shift()!();
    expect(moves.count).toBe(1);
    expect(timers).toEqual([]);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
});

test.each([
  ['far from each other', [0, 0], [1, 1]],
  ['in a corner', [0.8, 0.1], [0.95, 0.2]],
  ['on a line', [0.2, 0.5], [0.2, 0.9]],
])('shows all nodes that are brought into view together, %s', (_where, ...positions) => {
  const { camera, toViewport, state } = drawing();
  const nodes = positions.map(([x, y]) => ({ x: x!, y: y! }));
  camera.centerOnAll(nodes);
  for (const node of nodes) {
    const { x, y } = toViewport(node);
    expect(x).toBeGreaterThan(COVERED.left);
    expect(x).toBeLessThan(SIZE - COVERED.right);
    expect(y).toBeGreaterThan(COVERED.top);
    expect(y).toBeLessThan(SIZE - COVERED.bottom);
  }
  expect(state().ratio).toBeGreaterThanOrEqual(0.6);
});

test('a click leaves the graph fitted, a drag does not', () => {
  const { camera, input } = drawing();
  input('pointerdown', { clientX: 10, clientY: 10 });
  input('pointermove', { clientX: 11, clientY: 12, buttons: 1 });
  expect(camera.isFitted).toBe(true);
  input('pointermove', { clientX: 11, clientY: 12, buttons: 0 });
  input('pointermove', { clientX: 60, clientY: 60, buttons: 0 });
  expect(camera.isFitted).toBe(true);
  input('pointerdown', { clientX: 10, clientY: 10 });
  input('pointermove', { clientX: 30, clientY: 10, buttons: 1 });
  expect(camera.isFitted).toBe(false);
  camera.fit();
  input('wheel', {});
  expect(camera.isFitted).toBe(false);
});
