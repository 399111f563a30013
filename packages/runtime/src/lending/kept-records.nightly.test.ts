/**
 * Records that stay in the process that read them run on its workers. If the process is lost, callers that wait for
 * them are notified.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Lane,
  type ReaderProcess,
  type RecordReader,
  RecordsLost,
  type SourceBatch,
  type StreamingGraph,
} from '@weir/contract';
import type { Value } from '@weir/model';
import { eventually } from '@weir/platform/testing';
import type { OpenOptions } from '../coordinator/open-options.js';
import { openGraph } from '../coordinator/open-graph.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { LendingHouse } from '../testing/lending-house.js';
import { MISHAP_EXTENSIONS } from '../testing/mishap-extensions.js';

const SIZE = 50;
let folder: string;
let house: LendingHouse;
let graph: StreamingGraph;
let lane: Lane;
/** Records that remote readers return, in turn. */
let waiting: (readonly string[])[];
let isReading: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-kept-'));
  waiting = [];
  isReading = false;
  const options: OpenOptions = {
    store: { type: 'embedded', path: join(folder, 'data') },
    shards: 4,
    workers: 1,
    extensions: [MISHAP_EXTENSIONS],
  };
  house = new LendingHouse(options);
  house.join('one', 1, { sources: { prepare: () => Promise.resolve(givesWaiting()) } });
  graph = await openGraph({ ...options, cluster: { offers: house } });
  lane = await graph.openLane({
    name: 'kept',
    query: `MATCH (a), (b) WHERE id(a) = idFrom($that.i) AND id(b) = idFrom($that.i + 1)
      SET a.n = $that.i CREATE (a)-[:to]->(b) WITH mishap.exit($that.deadly) AS x RETURN x`,
    parameter: 'that',
    format: JSON_LINES,
  });
});
afterEach(async () => {
  await lane.close();
  await graph.close();
  await rm(folder, { recursive: true, force: true });
});

function givesWaiting(): RecordReader {
  let position = 0;
  const done = (): Promise<void> => Promise.resolve();
  isReading = true;
  return {
    ...{ open: done, acknowledge: done, pause: done, resume: done },
    next: async (): Promise<SourceBatch> => {
      const records = waiting.shift()!;
      const chunk = chunkOf(records, position);
      position += records.length;
      return { chunk, after: { position, cursor: null } };
    },
    close: async () => {
      isReading = false;
    },
  };
}

async function openReader(): Promise<ReaderProcess> {
  await eventually(() => graph.admin.workers.readerProcesses!.current().length > 0);
  return graph.admin.workers.readerProcesses!.current()[0]!;
}

async function kept(...records: string[]): Promise<SourceBatch> {
  const reader = (await openReader()).reader('s', {}, true);
  await reader.open();
  waiting.push(records);
  return (await reader.next(100))!;
}

async function rows(query: string): Promise<readonly (readonly Value[])[]> {
  return (await graph.query(query)).rows();
}

function numbers(): string[] {
  return Array.from({ length: SIZE }, (_, i) => `{"i":${i}}`);
}

test('they run there, and their writes are visible everywhere', async () => {
  const { chunk } = await kept(...numbers());
  expect(chunk.bytes).toHaveLength(0);
  expect(chunk.kept!.workers).toEqual([1]);
  expect(await lane.runChunk(chunk)).toMatchObject({ done: SIZE, rejected: 0 });
  expect(await rows('MATCH (a)-[:to]->(b) RETURN count(*), sum(a.n)')).toEqual([
    [SIZE, (SIZE * (SIZE - 1)) / 2],
  ]);
});

test('reports a record that does not parse with its number', async () => {
  const { chunk } = await kept('{"i":1}', 'nothing', '{"i":3}');
  const outcome = await lane.runChunk(chunk);
  expect(outcome).toMatchObject({ done: 2, rejected: 1, rejections: [{ position: 1 }] });
});

test('they are lost with their process, which stops reading', async () => {
  const { chunk } = await kept('{"i":1}');
  house.withdraw('one');
  house.cut('one');
  const running = lane.runChunk(chunk);
  await expect(running).rejects.toBeInstanceOf(RecordsLost);
  await expect(running).rejects.toMatchObject({ areSuspect: false });
  await eventually(() => !isReading);
  expect(graph.admin.workers.readerProcesses!.current()).toEqual([]);
  await eventually(() => graph.admin.health.outage === undefined);
});

test('marks them as suspect if a worker is lost with them; the process counts as a new place afterwards', async () => {
  const before = await openReader();
  const { chunk } = await kept('{"i":1,"deadly":true}');
  const running = lane.runChunk(chunk);
  await expect(running).rejects.toBeInstanceOf(RecordsLost);
  await expect(running).rejects.toMatchObject({ areSuspect: true });
  await eventually(() => graph.admin.health.outage === undefined);
  const after = await openReader();
  expect(after).not.toBe(before);
  await expect(before.reader('s', {}, true).open()).rejects.toMatchObject({ code: 'graph.worker-lost' });
  const again = await kept('{"i":2}');
  expect(await lane.runChunk(again.chunk)).toMatchObject({ done: 1 });
});
