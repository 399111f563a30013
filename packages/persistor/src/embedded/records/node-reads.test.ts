/**
 * Reads and scans that overlap writes: each answer of a read is the complete content of the node at a moment between the
 * start of the read and its answer. Few ids and many operations, so that reads of one node overlap writes to it and each other.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import type { NodeId } from '@weir/model';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import type { JournalEntry, NodeSnapshot, Persistor, StoredNode } from '../../persistor.js';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';
import { idOfKey, nodeKey, RecordKind } from './keys.js';
import { NodeReads } from './node-reads.js';

const { seed: SEED, cases: CASES } = randomTest('overlapping reads');
const STEPS = 600;
const IDS = Array.from({ length: 6 }, (_, i) => String(i).repeat(16) as NodeId);
const LONG_ID = 'x'.repeat(20) as NodeId;

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-reads-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Every content that a node has had, one after the other. */
class History {
  readonly versions: string[] = [''];

  get newest(): number {
    return this.versions.length - 1;
  }

  journal(time: number): void {
    const last = this.versions.at(-1)!;
    this.versions.push(last === '' ? `e${time}` : `${last} e${time}`);
  }

  snapshot(time: number): void {
    this.versions.push(`s${time}`);
  }
}

function shown(stored: StoredNode | undefined): string {
  if (stored === undefined) return '';
  const { snapshot, journal } = stored;
  return [...(snapshot ? [snapshot] : []), ...journal]
    .map(({ bytes }) => Buffer.from(bytes).toString())
    .join(' ');
}

async function run(open: () => Promise<Persistor>, random: SeededRandom): Promise<void> {
  let store = await open();
  const histories = new Map([...IDS, LONG_ID].map(id => [id, new History()]));
  const pending: Promise<unknown>[] = [];
  const wrong: string[] = [];

  const read = async (id: NodeId): Promise<void> => {
    const history = histories.get(id)!;
    const earliest = history.newest;
    const found = shown(await store.readNode(id));
    const allowed = history.versions.slice(earliest);
    if (!allowed.includes(found)) wrong.push(`${id}: '${found}' instead of one of '${allowed.join("', '")}'`);
  };

  const scan = async (): Promise<void> => {
    for await (const nodes of store.scanNodes())
      for (const { id, stored } of nodes)
        if (!histories.get(id)!.versions.includes(shown(stored)))
          wrong.push(`scan: ${id}: '${shown(stored)}'`);
  };

  for (let time = 1; time <= STEPS; time++) {
    const ids = [...histories.keys()].filter(() => random.chance(0.4));
    if (random.chance(0.5)) {
      const journal: JournalEntry[] = [];
      const snapshots: NodeSnapshot[] = [];
      for (const id of ids) {
        const history = histories.get(id)!;
        if (random.chance(0.7)) {
          journal.push({ id, time, bytes: Buffer.from(`e${time}`) });
          history.journal(time);
        } else {
          snapshots.push({ id, snapshot: { time, bytes: Buffer.from(`s${time}`) } });
          history.snapshot(time);
        }
      }
      pending.push(store.write({ journal, snapshots, replacesSnapshots: random.chance(0.3) }));
    } else if (random.chance(0.2)) pending.push(scan());
    else pending.push(...ids.map(read));
    // Most steps share a turn; some wait for the store for a while. After a restart, nothing is known of the nodes.
    if (random.chance(0.2)) await new Promise<void>(resolve => setImmediate(resolve));
    if (random.chance(0.1)) await new Promise<void>(resolve => setTimeout(resolve, 1));
    if (random.chance(0.04)) {
      await Promise.all(pending.splice(0));
      await store.close();
      store = await open();
    }
  }
  await Promise.all(pending);
  for (const id of histories.keys()) await read(id);
  await store.close();
  expect(wrong).toEqual([]);
}

test.each(Array.from({ length: CASES }, (_, i) => SEED + i))(
  'a read that overlaps writes returns one complete state (seed %d)',
  async seed => {
    const factory = new EmbeddedPersistorFactory({ path: join(root, String(seed)) });
    await run(() => factory.open('shard-0'), new SeededRandom(seed));
  },
);

test('a node that cannot be read does not make reads of other nodes fail', async () => {
  const unreadable = new Error('bad block');
  const [good, bad] = [IDS[0]!, IDS[1]!];
  const iterator = ({ gte }: { readonly gte: Buffer }) => ({
    async nextv() {
      if (idOfKey(gte) === bad) throw unreadable;
      // The failure comes first.
      await new Promise<void>(resolve => setImmediate(resolve));
      return [[nodeKey(good, 1, RecordKind.Entry), Buffer.from('e1')]];
    },
    close: () => Promise.resolve(),
  });
  const reads = new NodeReads({ iterator } as unknown as ClassicLevel<Buffer, Buffer>, () => 1_000);
  const answers = await Promise.allSettled([bad, good].map(id => reads.read(id)));
  expect(answers[0]).toEqual({ status: 'rejected', reason: unreadable });
  expect(answers[1]).toMatchObject({ status: 'fulfilled', value: { journal: [{ time: 1 }] } });
});
