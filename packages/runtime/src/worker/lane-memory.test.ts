/** How many records a lane runs at once, and how much of what they make is under way, where the store is slow. */
import type { CompiledQuery, Row } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { systemEnvironment } from '../system-environment.js';
import { settle } from '@weir/model/testing';
import type { ChunkOutcome, LaneDefinition, RecordFormat } from '@weir/contract';
import { WriteGate } from '../flow/write-gate.js';
import { chunkOf, JSON_LINES, recordFormat } from '../testing/json-lines-format.js';
import { BytesUnderWay } from './bytes-under-way.js';
import { LaneRunner } from './lane-runner.js';

const KILOBYTE = 1024;
const MEGABYTE = 1024 ** 2;
/** Of it 8 MiB may be under way, and a batch should not make more than one. */
const HEAP = 64 * MEGABYTE;

const environment = systemEnvironment();
/** Records of each batch, in order. */
let batches: number[];
/** Ends the writing of each batch that is not durable. */
let writing: (() => void)[];
let lane: LaneRunner;
let underWay: BytesUnderWay;
/** Of what follows. */
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

/** The same, with a store that is not slow. */
async function runThrough(records: number): Promise<ChunkOutcome> {
  const running = run(records);
  const isOver = running.then(() => true);
  while (!(await Promise.race([isOver, someTurns()]))) for (const end of writing.splice(0)) end();
  return running;
}

/** Time for a lane that gives way. */
async function someTurns(): Promise<false> {
  for (let i = 0; i < 8; i++) {
    await new Promise<void>(resolve => environment.scheduler.soon(resolve));
    await settle();
  }
  return false;
}

test('batches get larger while little comes of them, also over chunks', async () => {
  expect(await runThrough(1_000)).toMatchObject({ done: 1_000, rejected: 0 });
  expect(batches).toEqual([16, 32, 64, 128, 256, 256, 248]);
  batches = [];
  await runThrough(300);
  expect(batches).toEqual([256, 44]);
});

test('a batch that made much is followed by smaller ones, and these by larger ones when little is made', async () => {
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

test('no batch begins while more is under way than a worker may have, whatever lane it is of', async () => {
  bytesPerRecord = 64 * KILOBYTE;
  const running = run(1_000);
  await someTurns();
  // Of a megabyte each: eight are as many as there may be, and one more is begun then.
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

test('what makes nothing may be under way without end', async () => {
  const running = run(4_096);
  await someTurns();
  await someTurns();
  await someTurns();
  expect(batches.reduce((sum, records) => sum + records, 0)).toBe(4_096);
  for (const end of writing) end();
  expect((await running).done).toBe(4_096);
});

test('records one after the other are limited too', async () => {
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

test('what is called off does not wait for room', async () => {
  bytesPerRecord = 64 * KILOBYTE;
  const running = run(1_000);
  await someTurns();
  lane.abort();
  for (const end of writing.splice(0)) end();
  const { done, failure } = await running;
  expect([done, failure?.error.code]).toEqual([9 * 16, 'cypher.cancelled']);
});
