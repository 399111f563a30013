import { encode, EventKind, idFrom, type NodeId } from '@weir/model';
import { type MaybePromise } from '@weir/platform';
import { MemoryPersistorFactory, type Persistor, type StoredNode } from '@weir/persistor';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';
import { SleepingNodes } from './sleeping-nodes.js';

const ID = 'somebody' as NodeId;

function storedName(name: string): StoredNode {
  const bytes = Uint8Array.from(encode([[EventKind.PropertySet, 'name', name]]));
  return { snapshot: undefined, journal: [{ time: 1, bytes }] };
}

/** Reads of one node that the test answers. */
function heldStore(): { store: Persistor; reads: ((stored: StoredNode) => void)[] } {
  const reads: ((stored: StoredNode) => void)[] = [];
  const readNode = (): MaybePromise<StoredNode | undefined> => new Promise(resolve => reads.push(resolve));
  return { store: { readNode } as unknown as Persistor, reads };
}

async function nameOf(nodes: SleepingNodes): Promise<unknown> {
  return (await nodes.peek(ID))?.property('name');
}

test('reads a node once, until it wakes', async () => {
  const { store, reads } = heldStore();
  const nodes = new SleepingNodes(store);
  const first = nameOf(nodes);
  reads.shift()!(storedName('before'));
  expect(await first).toBe('before');
  expect(await nameOf(nodes)).toBe('before');
  nodes.wakes(ID);
  const later = nameOf(nodes);
  reads.shift()!(storedName('after'));
  expect(await later).toBe('after');
  expect(reads).toHaveLength(0);
});

test('does not repeat a read ahead until the node wakes', async () => {
  const { store, reads } = heldStore();
  const nodes = new SleepingNodes(store);
  expect(nodes.keepAhead(ID, storedName('before'))).toBe(true);
  expect(await nameOf(nodes)).toBe('before');
  nodes.wakes(ID);
  expect(nodes.readAhead(ID)).toBeUndefined();
  const later = nameOf(nodes);
  reads.shift()!(storedName('after'));
  expect(await later).toBe('after');
  nodes.keepAhead(ID, storedName('ahead'));
  nodes.forgetAhead();
  expect(nodes.readAhead(ID)).toBeUndefined();
});

test('discards a read during which the node woke', async () => {
  const { store, reads } = heldStore();
  const nodes = new SleepingNodes(store);
  const during = nameOf(nodes);
  nodes.wakes(ID);
  reads.shift()!(storedName('before'));
  expect(await during).toBe('before');
  const later = nameOf(nodes);
  reads.shift()!(storedName('after'));
  expect(await later).toBe('after');
});

test('drops copies to make room for others', () => {
  const big = storedName('x'.repeat(60_000));
  let reads = 0;
  const store = { readNode: () => (reads++, big) } as unknown as Persistor;
  const nodes = new SleepingNodes(store);
  const ids = Array.from({ length: 200 }, (_, i) => `node ${i}` as NodeId);
  for (const id of ids) void nodes.peek(id);
  expect(reads).toBe(200);
  void nodes.peek(ids[199]!);
  expect(reads).toBe(200);
  void nodes.peek(ids[0]!);
  expect(reads).toBe(201);
});

test('wakes a large node that is read again', async () => {
  const persistor = await new MemoryPersistorFactory().open('shard-0');
  const cluster = new WorkerCluster({
    workers: 1,
    shards: 1,
    seed: 1,
    engineOf: () => NO_STANDING,
    persistorOf: () => persistor,
  });
  const worker = cluster.workers[0]!;
  const writer = worker.session();
  const others = Array.from({ length: 6000 }, (_, i) => idFrom(['other', i])!);
  for (const other of others) writer.effects.createEdge(ID, 'to', other);
  await cluster.until(writer.settled());
  expect(await cluster.until(worker.sleep(ID))).toBe(true);
  const { woken } = worker.shards[0]!.counters;
  const session = worker.session();
  const found: NodeId[] = [];
  const traverse = async (): Promise<void> => {
    for await (const page of session.reads.scan({ parts: 0, again: true }))
      expect(page.length).toBeGreaterThan(0);
    for (let offset = 0; offset < others.length; offset += 1000) {
      const request = { nodes: [ID], direction: undefined, labels: undefined, offset, limit: 1000 };
      const [edges] = await session.reads.expand(request);
      found.push(...edges!.map(edge => edge.other));
    }
  };
  await cluster.until(traverse());
  expect(found.sort()).toEqual(others.sort());
  expect(worker.shards[0]!.counters.woken).toBe(woken + 1);
});
