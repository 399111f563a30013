import type { GraphNode } from '../../graph/elements.js';
import { isOutside, movedRange, positionOf, slicedProperties } from './slice.js';

function node(id: string, properties: Record<string, unknown>): GraphNode {
  return { id, labels: [], properties };
}

describe('the slicer of the canvas', () => {
  test('numbers, dates and times have positions; other values have none', () => {
    expect(positionOf(3.5)).toBe(3.5);
    expect(positionOf('2026-10-01')).toBe(Date.UTC(2026, 9, 1));
    expect(positionOf('2026-10-01T12:00:00Z')).toBe(Date.UTC(2026, 9, 1, 12));
    expect(positionOf('2026-10-01T12:00:00+02:00[Europe/Berlin]')).toBe(Date.UTC(2026, 9, 1, 10));
    for (const value of ['seven', '7', '2026-13-41', true, null, undefined, [1], { a: 1 }])
      expect(positionOf(value)).toBeUndefined();
  });

  test('offers properties with different values, those of most nodes first', () => {
    const nodes = [
      node('1', { rare: 1, amount: 5, same: 1, mixed: 1, name: 'a' }),
      node('2', { rare: 2, amount: 9, same: 1, mixed: '2026-10-01', name: 'b' }),
      node('3', { amount: 7 }),
    ];
    expect(slicedProperties(nodes)).toEqual([
      { key: 'amount', isTime: false, positions: [5, 9, 7], extent: [5, 9] },
      { key: 'rare', isTime: false, positions: [1, 2], extent: [1, 2] },
    ]);
  });

  test('reads numbers as times only if all of them are times of this century', () => {
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)];
    expect(slicedProperties([node('1', { at: from }), node('2', { at: to })])[0]!.isTime).toBe(true);
    expect(slicedProperties([node('1', { at: from }), node('2', { at: 7 })])[0]!.isTime).toBe(false);
  });

  test('hides nodes with a value outside the range, and no others', () => {
    const slice = { key: 'amount', range: [2, 4] as const };
    const shown = [1, 2, 3, 4, 5].filter(amount => !isOutside(slice, node('n', { amount })));
    expect(shown).toEqual([2, 3, 4]);
    expect(isOutside(slice, node('n', {}))).toBe(false);
    expect(isOutside(slice, node('n', { amount: 'much' }))).toBe(false);
  });

  test('a moved range keeps its length and stays in the extent', () => {
    expect(movedRange([2, 4], 0.5, [0, 10])).toEqual([3, 5]);
    expect(movedRange([7, 9], 2, [0, 10])).toEqual([8, 10]);
    expect(movedRange([1, 3], -2, [0, 10])).toEqual([0, 2]);
    expect(movedRange([0, 20], 1, [0, 10])).toEqual([0, 20]);
  });
});
