/** Limits on the batches of a lane and on their output in flight, with a slow store. */
import type { CompiledQuery, Row } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { systemEnvironment } from '../system-environment.js';
import { settle } from '@weir/platform/testing';
import type { ChunkOutcome, LaneDefinition, RecordFormat } from '@weir/contract';
import { WriteGate } from '../flow/write-gate.js';
import { chunkOf, JSON_LINES, recordFormat } from '../testing/json-lines-format.js';
import { BytesUnderWay } from './bytes-under-way.js';
import { LaneRunner } from './lane-runner.js';

const KILOBYTE = 1024;
const MEGABYTE = 1024 ** 2;
/** Allows 8 MiB in flight, and batches of one MiB. */
const HEAP = 64 * MEGABYTE;

const environment = systemEnvironment();
/** Number of records in each batch, in order. */
let batches: number[];
/** Functions that end the write of each batch that is not durable. */
let writing: (() => void)[];
let lane: LaneRunner;
let underWay: BytesUnderWay;
/** Output per record of later batches. */
let bytesPerRecord: number;

beforeEach(() => {
  batches = [];
  writing = [];
  bytesPerRecord = 0;
  underWay = new BytesUnderWay(HEAP);
  lane = laneOf({});
});

function laneOf(definition: Partial<LaneDefinition>): LaneRunner {
  const session = {
    settled: () => new Promise<void>(resolve => writing.push(resolve)),
    nextMayBegin: () => undefined,
  };
  const graph = { session: () => session, recordOrder: () => undefined, environment };
  const compiled = {
    isIdempotent: true,
    run: (_context: unknown, rows: readonly Row[]) => {
      batches.push(rows.length);
      return { bytesMade: rows.length * bytesPerRecord, next: () => undefined, close: () => undefined };
    },
  };
  return new LaneRunner(
    {
      graph: graph as unknown as GraphWorker,
      gate: new WriteGate(),
      reached: { environment },
      originQueries: new Set(),
      underWay,
    },
    compiled as unknown as CompiledQuery,
    recordFormat({}, environment.clock) as RecordFormat,
    { name: 'stream', query: '', parameter: 'that', format: JSON_LINES, ...definition },
  );
}

function run(records: number): Promise<ChunkOutcome> {
  return lane.runChunk(chunkOf(new Array<string>(records).fill('1'), 0), false);
}

/** Like `run`, with a store that is not slow. */
async function runThrough(records: number): Promise<ChunkOutcome> {
  const running = run(records);
  const isOver = running.then(() => true);
  while (!(await Promise.race([isOver, someTurns()]))) for (const end of writing.splice(0)) end();
  return running;
}

/** Gives a lane that yields time to run. */
async function someTurns(): Promise<false> {
  for (let i = 0; i < 8; i++) {
    await new Promise<void>(resolve => environment.scheduler.soon(resolve));
    await settle();
  }
  return false;
}

test('batches grow while their output is small, even across chunks', async () => {
  expect(await runThrough(1_000)).toMatchObject({ done: 1_000, rejected: 0 });
  expect(batches).toEqual([16, 32, 64, 128, 256, 256, 248]);
  batches = [];
  await runThrough(300);
  expect(batches).toEqual([256, 44]);
});

test('shrinks batches after large output, and grows them again after small output', async () => {
  await runThrough(1_000);
  batches = [];
  bytesPerRecord = 64 * KILOBYTE;
  expect(await runThrough(304)).toMatchObject({ done: 304 });
  expect(batches).toEqual([256, 16, 16, 16]);
  batches = [];
  bytesPerRecord = 3 * MEGABYTE;
  await runThrough(18);
  expect(batches).toEqual([16, 1, 1]);
  batches = [];
  bytesPerRecord = 0;
  await runThrough(63);
  expect(batches).toEqual([1, 2, 4, 8, 16, 32]);
});

test('starts no batch of any lane while the worker has too much output in flight', async () => {
  bytesPerRecord = 64 * KILOBYTE;
  const running = run(1_000);
  await someTurns();
  // Batches of one megabyte each: eight are the limit, and one more is started at that point.
  expect(batches).toEqual(new Array(9).fill(16));
  lane = laneOf({});
  const another = run(10);
  await someTurns();
  expect(batches).toHaveLength(9);
  writing.shift()!();
  await someTurns();
  expect(batches).toHaveLength(10);
  bytesPerRecord = 0;
  for (let i = 0; i < 100 && writing.length > 0; i++) {
    for (const end of writing.splice(0)) end();
    await someTurns();
  }
  expect([(await running).done, (await another).done]).toEqual([1_000, 10]);
});

test('does not limit records in flight that have no output', async () => {
  const running = run(4_096);
  await someTurns();
  await someTurns();
  await someTurns();
  expect(batches.reduce((sum, records) => sum + records, 0)).toBe(4_096);
  for (const end of writing) end();
  expect((await running).done).toBe(4_096);
});

test('limits records that run one after the other, too', async () => {
  lane = laneOf({ parallelism: 1 });
  bytesPerRecord = 2 * MEGABYTE;
  const running = run(10);
  await someTurns();
  expect(batches).toEqual([1, 1, 1, 1, 1]);
  bytesPerRecord = 0;
  for (const end of writing.splice(0)) end();
  await someTurns();
  for (const end of writing.splice(0)) end();
  expect((await running).done).toBe(10);
});

test('a canceled chunk does not wait for room', async () => {
  bytesPerRecord = 64 * KILOBYTE;
  const running = run(1_000);
  await someTurns();
  lane.abort();
  for (const end of writing.splice(0)) end();
  const { done, failure } = await running;
  expect([done, failure?.error.code]).toEqual([9 * 16, 'cypher.cancelled']);
});
