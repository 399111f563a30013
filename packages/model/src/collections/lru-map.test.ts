import { LruMap } from './lru-map.js';

test('the entry that was not used for longest goes', () => {
  const kept = new LruMap<string, number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map(key => kept.get(key))).toEqual([1, undefined, 3]);
  kept.set('a', 4);
  kept.set('d', 5);
  expect(['a', 'c', 'd'].map(key => kept.get(key))).toEqual([4, undefined, 5]);
});
