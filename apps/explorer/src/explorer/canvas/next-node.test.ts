import { DIRECTIONS, nextNode } from './next-node.js';

const SQUARE = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 10, y: 1 }],
  ['c', { x: 20, y: 0 }],
  ['d', { x: 1, y: 10 }],
]);

test.each([
  ['a', 'ArrowRight', 'b'],
  ['b', 'ArrowRight', 'c'],
  ['c', 'ArrowRight', undefined],
  ['c', 'ArrowLeft', 'b'],
  ['a', 'ArrowUp', 'd'],
  ['d', 'ArrowDown', 'a'],
  ['gone', 'ArrowRight', 'a'],
  [undefined, 'ArrowRight', 'a'],
  [undefined, 'ArrowDown', 'd'],
] as const)('from %s, %s leads to %s', (from, key, to) => {
  expect(nextNode(SQUARE, from, DIRECTIONS[key])).toBe(to);
});

test('a nearer node far beside the direction is not the next one', () => {
  const positions = new Map([
    ['here', { x: 0, y: 0 }],
    ['beside', { x: 4, y: 4 }],
    ['ahead', { x: 10, y: 0 }],
  ]);
  expect(nextNode(positions, 'here', DIRECTIONS.ArrowRight)).toBe('ahead');
});

test('there is none on an empty canvas', () => {
  expect(nextNode(new Map(), undefined, DIRECTIONS.ArrowUp)).toBeUndefined();
});
