import type { NodeId } from '@weir/model';
import { createPersistorFactory } from '../create-factory.js';

test('accepts every write and keeps nothing', async () => {
  const store = await createPersistorFactory({ type: 'empty' }).open('shard-0');
  const id = 'a' as NodeId;
  await store.write({ journal: [{ id, time: 1, bytes: Buffer.of(1) }] });
  await store.putMetadata('key', Buffer.of(1));
  expect(await store.readNode(id)).toBeUndefined();
  expect(await store.getMetadata('key')).toBeUndefined();
  for await (const ids of store.nodeIds()) expect(ids).toEqual([]);
  expect(store.supports).toEqual({ durable: false, history: false, snapshots: false, results: false });
  await store.close();
  await expect(store.getMetadata('key')).rejects.toMatchObject({ code: 'graph.closed' });
});
