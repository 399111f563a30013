/** Remembered records of nodes, compared with a plain model: known is always right, and most nodes are known. */
import type { NodeId } from '@weir/model';
import { SeededRandom } from '@weir/platform';
import type { StoredNode } from '../../persistor.js';
import { kindOfKey, RecordKind, timeOfKey } from './keys.js';
import { RecordTimes } from './record-times.js';

const STEPS = 60_000;
const SEEDS = [1, 2, 3];
/** Enough for the first table only. */
const SMALL = 400_000;

type StoredRecord = readonly [time: number, isSnapshot: boolean];

function node(number: number): NodeId {
  return String(number).padStart(16, 'n') as NodeId;
}

function known(times: RecordTimes, id: NodeId): StoredRecord[] | undefined {
  return times.keysOf(id)?.map(key => [timeOfKey(key), kindOfKey(key) === RecordKind.Snapshot]);
}

function storedNode(records: readonly StoredRecord[]): StoredNode {
  const bytes = Buffer.of(1);
  const snapshot = records[0]?.[1] === true ? { time: records[0][0], bytes } : undefined;
  const journal = records.filter(([, isSnapshot]) => !isSnapshot).map(([time]) => ({ time, bytes }));
  return { snapshot, journal };
}

function isRight(found: StoredRecord[] | undefined, records: readonly StoredRecord[]): boolean {
  return found === undefined || found.flat().join() === records.flat().join();
}

/** Runs random reports of many nodes. @returns how many of the nodes with up to four records are known, of all. */
function compare(
  seed: number,
  nodes: number,
  limit?: number,
): { readonly known: number; readonly all: number } {
  const random = new SeededRandom(seed);
  const times = new RecordTimes(limit);
  const model = new Map<NodeId, StoredRecord[]>();
  const wrong: string[] = [];
  for (let time = 1; time <= STEPS; time++) {
    const id = node(random.below(nodes));
    const records = model.get(id);
    const choice = random.below(100);
    if (choice < 60) {
      times.journaled(id, time, records === undefined);
      if (choice < 5) times.journaled(id, time, false);
      model.set(id, [...(records ?? []), [time, false]]);
    } else if (choice < 90) {
      times.snapshotted(id, time, records === undefined);
      model.set(id, [[time, true]]);
    } else if (records === undefined) continue;
    else if (choice < 92) times.remove(id);
    else if (choice < 99) times.read(id, storedNode(records));
    else times.snapshotted(id, time - nodes * 10, false);
    if (!isRight(known(times, id), model.get(id)!)) wrong.push(`${id} at ${time}`);
  }
  let few = 0;
  let right = 0;
  for (const [id, records] of model) {
    if (records.length > 4) continue;
    few++;
    const found = known(times, id);
    if (found === undefined) continue;
    if (isRight(found, records)) right++;
    else wrong.push(`${id} at the end`);
  }
  expect(wrong).toEqual([]);
  return { known: right, all: few };
}

test.each(SEEDS)('what is known of nodes is always complete (seed %d)', seed => {
  const { known: right, all } = compare(seed, 5_000);
  expect(all).toBeGreaterThan(3_000);
  expect(right).toBeGreaterThan(all * 0.6);
});

test.each(SEEDS)('nodes are forgotten when the memory is full (seed %d)', seed => {
  const { known: right, all } = compare(seed, 20_000, SMALL);
  expect(right).toBeGreaterThan(6_000);
  expect(right).toBeLessThan(Math.min(all, 1 << 13) + 1);
});

test('grows with the number of nodes', () => {
  const times = new RecordTimes();
  const count = 100_000;
  for (let i = 0; i < count; i++) times.journaled(node(i), i + 1, true);
  let right = 0;
  for (let i = 0; i < count; i++) if (known(times, node(i))?.[0]?.[0] === i + 1) right++;
  expect(right).toBeGreaterThan(count * 0.95);
});

test('a node with too many records is known again after its next snapshot', () => {
  const times = new RecordTimes();
  for (let time = 1; time <= 6; time++) times.journaled(node(1), time, time === 1);
  expect(known(times, node(1))).toBeUndefined();
  times.snapshotted(node(1), 6, false);
  expect(known(times, node(1))).toEqual([[6, true]]);
});

test('a node is unknown after a snapshot that is older than its last record', () => {
  const times = new RecordTimes();
  times.journaled(node(1), 5, true);
  times.snapshotted(node(1), 4, false);
  expect(known(times, node(1))).toBeUndefined();
  times.journaled(node(1), 6, false);
  expect(known(times, node(1))).toBeUndefined();
});

test('does not remember ids of another length', () => {
  const times = new RecordTimes();
  times.journaled('short' as NodeId, 1, true);
  times.journaled('n'.repeat(17) as NodeId, 1, true);
  expect([known(times, 'short' as NodeId), known(times, 'n'.repeat(17) as NodeId)]).toEqual([
    undefined,
    undefined,
  ]);
});
