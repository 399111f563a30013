/** Limits concurrent reads of nodes that are to wake, and gives priority to reads of queries. */
import type { NodeId } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import { READS_AT_A_TIME, StoreReads } from './store-reads.js';

const STORED: StoredNode = { snapshot: undefined, journal: [] };

/** A store that answers on request of the test. */
class HeldStore {
  readonly underWay: { readonly ids: readonly NodeId[]; answer(): void }[] = [];

  get nodes(): number {
    return this.underWay.reduce((sum, { ids }) => sum + ids.length, 0);
  }

  readNode = (id: NodeId): Promise<StoredNode> =>
    new Promise(resolve => this.underWay.push({ ids: [id], answer: () => resolve(STORED) }));

  readNodes = (ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, StoredNode>> =>
    new Promise(resolve => {
      const found = new Map(ids.map(id => [id, STORED]));
      this.underWay.push({ ids, answer: () => resolve(found) });
    });

  async answerAll(): Promise<number[]> {
    const sizes: number[] = [];
    for (let next = this.underWay[0]; next !== undefined; next = this.underWay[0]) {
      expect(this.nodes).toBeLessThanOrEqual(READS_AT_A_TIME);
      sizes.push(next.ids.length);
      this.underWay.shift();
      next.answer();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
    return sizes;
  }
}

test('combines waiting reads, gives priority to queries, and answers all of them', async () => {
  const store = new HeldStore();
  const reads = new StoreReads(store);
  const count = READS_AT_A_TIME * 3;
  const written = Array.from({ length: count }, (_, i) => reads.read(`w${i}` as NodeId, false));
  expect(store.nodes).toBe(READS_AT_A_TIME);
  const read = reads.read('r' as NodeId, true);
  let answered = 0;
  const all = Promise.all([read, ...written].map(async each => void ((await each) === STORED && answered++)));
  for (let i = 0; i < READS_AT_A_TIME / 2; i++) store.underWay.shift()!.answer();
  await written[0];
  expect(store.underWay.at(-1)!.ids.slice(0, 2)).toEqual(['r', `w${READS_AT_A_TIME}`]);
  const sizes = await store.answerAll();
  await all;
  expect(answered).toBe(count + 1);
  expect(sizes.filter(size => size > 1).length).toBeLessThanOrEqual(6);
  // The next message of the same write starts few separate reads.
  for (let i = 0; i < READS_AT_A_TIME; i++) void reads.read(`v${i}` as NodeId, false);
  expect(store.nodes).toBeLessThan(READS_AT_A_TIME / 8);
  await store.answerAll();
  // After a message with few reads, each starts immediately again.
  void reads.read('few' as NodeId, false);
  await store.answerAll();
  for (let i = 0; i < READS_AT_A_TIME; i++) void reads.read(`u${i}` as NodeId, false);
  expect(store.underWay).toHaveLength(READS_AT_A_TIME);
});

const readNone = (): Promise<ReadonlyMap<NodeId, StoredNode>> => Promise.resolve(new Map());

test('answers immediately, without delaying others, if no read is needed', async () => {
  const answers: ((stored: StoredNode) => void)[] = [];
  const readNode = (id: NodeId): Promise<StoredNode> | undefined =>
    id.startsWith('new') ? undefined : new Promise(answer => answers.push(answer));
  const reads = new StoreReads({ readNode, readNodes: readNone });
  expect(reads.read('new' as NodeId, false)).toBeUndefined();
  for (let i = 0; i < READS_AT_A_TIME; i++) void reads.read(`w${i}` as NodeId, false);
  const late = [0, 1, 2].map(i => reads.read(`new${i}` as NodeId, false));
  for (const answer of answers) answer(STORED);
  expect(await Promise.all(late.map(async each => each))).toEqual([undefined, undefined, undefined]);
});
