import { movedShare } from './moved-share.js';

const SQUARE = Float32Array.of(0, 0, 300, 0, 300, 400, 0, 400);

test('nodes that do not move have moved 0', () => {
  expect(movedShare(SQUARE, SQUARE)).toBe(0);
});

test('is the average of all nodes, as a share of the diagonal', () => {
  const before = Float32Array.of(0, 20, 300, 0, 300, 400, 0, 400);
  // One of four nodes moved by 20, and the diagonal is 500.
  expect(movedShare(before, SQUARE)).toBeCloseTo(0.01);
});

test('a single node has no diagonal, but can be at rest', () => {
  expect(movedShare(Float32Array.of(5, 5), Float32Array.of(5, 5))).toBe(0);
  expect(movedShare(Float32Array.of(5, 5), Float32Array.of(8, 9))).toBe(5);
});
