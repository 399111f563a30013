import { LruMap } from './lru-map.js';

test('evicts the least recently used entry', () => {
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

test('keeps fewer heavy entries, and an entry above the limit evicts nothing', () => {
  const kept = new LruMap<string, number>(10, key => key.length);
  kept.set('aaaa', 1);
  kept.set('bbbb', 2);
  kept.set('aaaa', 3);
  expect([kept.size, kept.get('bbbb')]).toEqual([2, 2]);
  kept.set('ccc', 4);
  expect(['aaaa', 'bbbb', 'ccc'].map(key => kept.get(key))).toEqual([undefined, 2, 4]);
  kept.set('x'.repeat(11), 5);
  expect([kept.size, kept.get('x'.repeat(11))]).toEqual([2, undefined]);
  kept.set('x'.repeat(10), 6);
  expect([kept.size, kept.get('x'.repeat(10))]).toEqual([1, 6]);
});
