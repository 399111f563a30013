/** A result log when some of its shards move to another worker. */
import { TestEnvironment } from '@weir/platform/testing';
import type { ResultBatch } from '@weir/graph';
import { BatchMemory } from './batch-memory.js';
import { RecentResults } from './recent-results.js';
import { type LogCursor, ResultLog } from './result-log.js';

/** For each shard: number of results that its worker counts as not taken. */
let windows: number[];
let log: ResultLog;

beforeEach(() => {
  windows = [0, 0];
  const { clock } = new TestEnvironment();
  const never = (): never => {
    throw new Error('nothing is read');
  };
  log = new ResultLog({
    query: 1,
    clock,
    columns: ['n'],
    provenance: false,
    includeCancellations: true,
    retention: { count: 1000, millis: 1e12 },
    memory: new BatchMemory(),
    recent: new RecentResults(),
    read: async () => never(),
    taken: (shard, count) => void (windows[shard]! -= count),
    changed: () => undefined,
    consumerFailed: never,
    readFailed: never,
  });
});

function batch(shard: number, sequence: number, count: number): ResultBatch {
  return { query: 1, shard, sequence, count, positives: count, time: sequence, bytes: new Uint8Array(1) };
}

/** Reports a stored batch from a worker. */
function report(shard: number, sequence: number, count: number): void {
  windows[shard]! += count;
  log.append(batch(shard, sequence, count));
}

function cursorAt(position: number): LogCursor & { position: number } {
  const cursor = {
    name: undefined,
    position,
    durablePosition: position,
    holds: true,
    isIdle: true,
    drained: () => Promise.resolve(),
    wake: () => undefined,
    close: () => undefined,
  };
  log.attach(cursor);
  return cursor;
}

test('sets the windows of new workers to the untaken results, and leaves other windows unchanged', () => {
  const cursor = cursorAt(0);
  report(0, 1, 5);
  report(1, 1, 7);
  report(0, 2, 2);
  cursor.position = 3;
  log.cursorMoved(cursor);
  expect(windows).toEqual([4, 7]);
  // Shard 0 is on a new worker, which has counted nothing; one batch was never sent.
  windows[0] = 0;
  log.resumeShards([batch(0, 3, 10)], new Set([0]));
  expect(windows).toEqual([14, 7]);
  expect(log.end).toBe(24);
  cursor.position = 24;
  log.cursorMoved(cursor);
  expect(windows).toEqual([0, 0]);
});

test('results that arrive while no consumer holds ingest are taken immediately', () => {
  report(0, 1, 5);
  windows[0] = 0;
  log.resumeShards([batch(0, 2, 4)], new Set([0]));
  expect(windows).toEqual([0, 0]);
});
