import { type HalfEdgeKey, HalfEdgeMemory } from './half-edge-memory.js';

const key = (number: number): HalfEdgeKey => `half ${number}` as HalfEdgeKey;

test('remembers as many of the newest as requested, and at most twice as many', () => {
  const memory = new HalfEdgeMemory<number>();
  expect(memory.isEmpty).toBe(true);
  for (let i = 0; i < 100; i++) {
    memory.remember(key(i), i, 10);
    const known = Array.from({ length: i + 1 }, (_, j) => j).filter(j => memory.has(key(j)));
    expect(known).toEqual(Array.from({ length: known.length }, (_, j) => i + 1 - known.length + j));
    expect(known.length).toBeGreaterThanOrEqual(Math.min(10, i + 1));
    expect(known.length).toBeLessThan(20);
  }
});

test('treats an entry that is remembered again as the newest, and drops forgotten entries', () => {
  const memory = new HalfEdgeMemory<number>();
  for (let i = 0; i < 10; i++) memory.remember(key(i), i, 10);
  memory.remember(key(0), -1, 10);
  for (let i = 10; i < 19; i++) memory.remember(key(i), i, 10);
  expect([memory.get(key(0)), memory.get(key(1))]).toEqual([-1, undefined]);
  memory.forget(key(0));
  expect([memory.get(key(0)), memory.has(key(0))]).toEqual([undefined, false]);
});
