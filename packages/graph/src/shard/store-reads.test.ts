/** Many nodes that are to wake are read few at a time, and what a query reads comes first. */
import type { NodeId } from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';
import { READS_AT_A_TIME, StoreReads } from './store-reads.js';

const STORED: StoredNode = { snapshot: undefined, journal: [] };

test('no more than so many are under way, those of readers next, and every one is answered', async () => {
  const underWay: { readonly id: NodeId; readonly answer: (stored: StoredNode) => void }[] = [];
  const readNode = (id: NodeId): Promise<StoredNode> => new Promise(answer => underWay.push({ id, answer }));
  const reads = new StoreReads({ readNode } as unknown as Persistor);
  const count = READS_AT_A_TIME * 3;
  const written = Array.from({ length: count }, (_, i) => reads.read(`w${i}` as NodeId, false));
  expect(underWay).toHaveLength(READS_AT_A_TIME);
  const read = reads.read('r' as NodeId, true);
  underWay.shift()!.answer(STORED);
  await written[0];
  expect(underWay).toHaveLength(READS_AT_A_TIME);
  expect(underWay.at(-1)!.id).toBe('r');
  let answered = 0;
  void Promise.all([read, ...written].map(async each => void ((await each) === STORED && answered++)));
  while (underWay.length > 0) {
    expect(underWay.length).toBeLessThanOrEqual(READS_AT_A_TIME);
    underWay.shift()!.answer(STORED);
    await new Promise<void>(resolve => setImmediate(resolve));
  }
  expect(answered).toBe(count + 1);
});

test('what is known without reading is answered at once, and holds up nobody', async () => {
  const answers: ((stored: StoredNode) => void)[] = [];
  const readNode = (id: NodeId): Promise<StoredNode> | undefined =>
    id.startsWith('new') ? undefined : new Promise(answer => answers.push(answer));
  const reads = new StoreReads({ readNode } as unknown as Persistor);
  expect(reads.read('new' as NodeId, false)).toBeUndefined();
  for (let i = 0; i < READS_AT_A_TIME; i++) void reads.read(`w${i}` as NodeId, false);
  const late = [0, 1, 2].map(i => reads.read(`new${i}` as NodeId, false));
  answers[0]!(STORED);
  expect(await Promise.all(late.map(async each => each))).toEqual([undefined, undefined, undefined]);
});
