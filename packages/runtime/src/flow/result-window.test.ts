import { WriteGate } from './write-gate.js';
import { ResultWindow } from './result-window.js';

let gate: WriteGate;
let window: ResultWindow;
beforeEach(() => {
  gate = new WriteGate();
  window = new ResultWindow(gate);
});

test.each([
  [1, 256],
  [32, 256],
  [256, 256],
  [1000, 1000],
])('a query with inputBufferSize %d holds ingest while %d of its results wait', (size, limit) => {
  window.register(7, size);
  window.sent(7, limit - 1);
  expect([gate.isOpen, window.full]).toEqual([true, []]);
  window.sent(7, 1);
  expect([gate.isOpen, window.full]).toEqual([false, [7]]);
  window.taken(7, 1);
  expect([gate.isOpen, window.full]).toEqual([true, []]);
  // A consumer moves back.
  window.taken(7, -1);
  expect([gate.isOpen, window.full]).toEqual([false, [7]]);
});

test('counts each query separately, and a removed query holds nothing', () => {
  for (const query of [1, 2, 3]) window.register(query, 300);
  for (const query of [1, 2, 3]) window.sent(query, 100 * (query + 1));
  expect(window.full).toEqual([2, 3]);
  window.remove(2);
  expect([gate.isOpen, window.full]).toEqual([false, [3]]);
  window.remove(3);
  expect([gate.isOpen, window.full]).toEqual([true, []]);
});

test('does not count results of unregistered queries', () => {
  window.sent(9, 5_000);
  expect([gate.isOpen, window.full]).toEqual([true, []]);
});
