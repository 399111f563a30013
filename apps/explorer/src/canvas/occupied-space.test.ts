import { OccupiedSpace } from './occupied-space.js';

const box = (left: number, top: number, width = 100, height = 10) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('a box that overlaps another is not free, across cells too; a box that only touches it is', () => {
  const taken = new OccupiedSpace();
  taken.take(box(0, 0));
  expect(taken.isFree(box(99, 9))).toBe(false);
  expect(taken.isFree(box(-50, -5))).toBe(false);
  expect(taken.isFree(box(100, 0))).toBe(true);
  expect(taken.isFree(box(0, 10))).toBe(true);
  expect(taken.isFree(box(10, 2, 1, 1))).toBe(false);
  taken.clear();
  expect(taken.isFree(box(0, 0))).toBe(true);
});
