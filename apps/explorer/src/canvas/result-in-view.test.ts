import type Sigma from 'sigma';
import type { CameraFit } from './camera-fit.js';
import { ResultInView } from './result-in-view.js';

interface Camera {
  isFitted: boolean;
  isMoving: boolean;
  moves: number;
}

/** A canvas that is 100 wide and high, with nodes at these positions, and the actions of its camera. */
function canvasWith(positions: Readonly<Record<string, number>>) {
  const camera: Camera = { isFitted: false, isMoving: false, moves: 1 };
  const reports: number[] = [];
  let fits = 0;
  const sigma = {
    getContainer: () => ({ clientWidth: 100 }),
    getGraph: () => ({ hasNode: (id: string) => id in positions }),
    getNodeDisplayData: (id: string) => ({ x: positions[id], y: 50 }),
    framedGraphToViewport: (data: { x: number; y: number }) => data,
  };
  const sees = ({ x }: { x: number }): boolean => x >= 0 && x <= 100;
  const result = new ResultInView(
    sigma as unknown as Sigma,
    Object.assign(camera, { sees, fit: () => fits++ }) as unknown as CameraFit,
    outside => reports.push(outside),
  );
  return { camera, result, last: () => reports.at(-1), fits: () => fits };
}

const { setTimeout } = globalThis;
const timers: (() => void)[] = [];

beforeAll(() => {
  globalThis.setTimeout = ((run: () => void) => timers.push(run)) as unknown as typeof setTimeout;
});
afterAll(() => {
  globalThis.setTimeout = setTimeout;
});

function tick(result: ResultInView): void {
  result.check();
  for (const run of timers.splice(0)) run();
}

test('fits the graph if no node of a new result is in view', () => {
  const { result, fits, last } = canvasWith({ a: 200, b: 300, c: 50 });
  result.reveal(['a', 'b']);
  tick(result);
  expect([fits(), last()]).toEqual([1, 0]);
});

test('reports nodes outside the view until the user moves the camera', () => {
  const { result, fits, last, camera } = canvasWith({ a: 50, b: 300, c: -1 });
  result.reveal(['a', 'b', 'c']);
  tick(result);
  expect([fits(), last()]).toEqual([0, 2]);
  camera.moves++;
  tick(result);
  expect([fits(), last()]).toEqual([0, 0]);
});

test('leaves a fitted graph alone, also after the user has moved it', () => {
  const { result, fits, last, camera } = canvasWith({ a: 300 });
  camera.isFitted = true;
  result.reveal(['a']);
  tick(result);
  camera.isFitted = false;
  tick(result);
  expect([fits(), last()]).toEqual([0, 0]);
});

test('waits for nodes that are not drawn yet', () => {
  const positions: Record<string, number> = {};
  const { result, fits } = canvasWith(positions);
  result.reveal(['a']);
  tick(result);
  expect(fits()).toBe(0);
  positions['a'] = 300;
  tick(result);
  expect(fits()).toBe(1);
});
