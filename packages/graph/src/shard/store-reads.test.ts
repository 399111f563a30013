/** Limits concurrent reads of nodes that are to wake, and gives priority to reads of queries. */
import type { NodeId } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import { READS_AT_A_TIME, StoreReads } from './store-reads.js';

const STORED: StoredNode = { snapshot: undefined, journal: [] };

/** A store that answers on request of the test. */
class HeldStore {
  readonly underWay: { readonly id: NodeId; answer(): void }[] = [];
  most = 0;

  readNode = (id: NodeId): Promise<StoredNode> =>
    new Promise(resolve => {
      this.underWay.push({ id, answer: () => resolve(STORED) });
      this.most = Math.max(this.most, this.underWay.length);
    });

  async answerAll(): Promise<void> {
    for (let next = this.underWay.shift(); next !== undefined; next = this.underWay.shift()) {
      next.answer();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
  }
}

test('limits reads in flight, gives priority to queries, and answers all of them', async () => {
  const store = new HeldStore();
  const reads = new StoreReads(store);
  const count = READS_AT_A_TIME * 3;
  const written = Array.from({ length: count }, (_, i) => reads.read(`w${i}` as NodeId, false));
  expect(store.underWay).toHaveLength(READS_AT_A_TIME);
  const read = reads.read('r' as NodeId, true);
  let answered = 0;
  const all = Promise.all([read, ...written].map(async each => void ((await each) === STORED && answered++)));
  for (let i = 1; i < READS_AT_A_TIME / 2; i++) store.underWay.shift()!.answer();
  await new Promise<void>(resolve => setImmediate(resolve));
  expect(store.underWay.at(-1)!.id).toBe(`w${READS_AT_A_TIME - 1}`);
  store.underWay.shift()!.answer();
  await new Promise<void>(resolve => setImmediate(resolve));
  expect(store.underWay[READS_AT_A_TIME / 2]!.id).toBe('r');
  expect(store.underWay).toHaveLength(READS_AT_A_TIME);
  await store.answerAll();
  await all;
  expect(answered).toBe(count + 1);
  expect(store.most).toBe(READS_AT_A_TIME);
});

test('answers immediately, without delaying others, if no read is needed', async () => {
  const answers: ((stored: StoredNode) => void)[] = [];
  const readNode = (id: NodeId): Promise<StoredNode> | undefined =>
    id.startsWith('new') ? undefined : new Promise(answer => answers.push(answer));
  const reads = new StoreReads({ readNode });
  expect(reads.read('new' as NodeId, false)).toBeUndefined();
  for (let i = 0; i < READS_AT_A_TIME; i++) void reads.read(`w${i}` as NodeId, false);
  const late = [0, 1, 2].map(i => reads.read(`new${i}` as NodeId, false));
  for (const answer of answers) answer(STORED);
  expect(await Promise.all(late.map(async each => each))).toEqual([undefined, undefined, undefined]);
});
