import { BatchMemory } from './batch-memory.js';
import { LogEntry } from './log-entry.js';

const entry = (bytes: number): LogEntry => new LogEntry(0, 1, 0, 1, 0, -1, new Uint8Array(bytes));

test('a consumer that takes nothing does not retain batches that others took', () => {
  const memory = new BatchMemory();
  const waiting = entry(100);
  memory.keep(waiting);
  for (let i = 0; i < 20_000; i++) {
    const taken = entry(100);
    memory.keep(taken);
    memory.release(taken);
    expect(memory.lineLength).toBeLessThan(2_000);
  }
  expect(waiting.bytes).toBeDefined();
});

test('above its capacity, drops the oldest batches and keeps the newest', () => {
  const memory = new BatchMemory(10_000);
  const entries = Array.from({ length: 20_000 }, () => entry(744));
  for (const each of entries) memory.keep(each);
  expect(entries.filter(({ bytes }) => bytes !== undefined)).toEqual(entries.slice(-10));
  expect(memory.lineLength).toBeLessThan(2_000);
  const large = entry(20_000);
  memory.keep(large);
  expect(large.bytes).toBeDefined();
  expect(entries.every(({ bytes }) => bytes === undefined)).toBe(true);
});
