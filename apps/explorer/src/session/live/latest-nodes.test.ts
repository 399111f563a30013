import { LatestNodes } from './latest-nodes.js';

test('removes the oldest nodes, but keeps nodes that matched again or that the user kept', () => {
  const latest = new LatestNodes();
  latest.brought(['a', 'b', 'c']);
  latest.brought(['a', 'd']);
  latest.keep(['c']);
  expect(latest.beyond(3)).toEqual(new Set());
  expect(latest.beyond(1)).toEqual(new Set(['b', 'a']));
  expect([latest.has('a'), latest.has('c'), latest.has('d')]).toEqual([false, false, true]);
  expect(latest.beyond(0)).toEqual(new Set(['d']));
});
