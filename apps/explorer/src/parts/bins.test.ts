import { binsOf } from './bins.js';

describe('counts by intervals', () => {
  test('every value of the range is in one interval, also the last', () => {
    const values = [0, 1, 4.9, 5, 9, 10].map(at => [at, 1] as const);
    expect(binsOf(values, [0, 10], 2)).toEqual([
      [0, 3],
      [5, 3],
    ]);
  });

  test('values outside the range are left out; weights are added', () => {
    const values = [
      [-1, 7],
      [2, 3],
      [2, 4],
      [11, 7],
    ] as const;
    expect(binsOf(values, [0, 10], 1)).toEqual([[0, 7]]);
  });

  test('a range without length has one interval with all values', () => {
    expect(binsOf([[5, 1]], [5, 5], 3).map(([, count]) => count)).toEqual([1, 0, 0]);
  });
});
