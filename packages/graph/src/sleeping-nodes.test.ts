import type { MaybePromise, NodeId } from '@weir/model';
import { encode, EventKind } from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';
import { SleepingNodes } from './sleeping-nodes.js';

const ID = 'somebody' as NodeId;

function storedName(name: string): StoredNode {
  const bytes = Uint8Array.from(encode([[EventKind.PropertySet, 'name', name]]));
  return { snapshot: undefined, journal: [{ time: 1, bytes }] };
}

/** Reads of one node that are answered when the test says so. */
function heldStore(): { store: Persistor; reads: ((stored: StoredNode) => void)[] } {
  const reads: ((stored: StoredNode) => void)[] = [];
  const readNode = (): MaybePromise<StoredNode | undefined> => new Promise(resolve => reads.push(resolve));
  return { store: { readNode } as unknown as Persistor, reads };
}

async function nameOf(nodes: SleepingNodes): Promise<unknown> {
  return (await nodes.look(ID))?.property('name');
}

test('a node is read once, until it wakes', async () => {
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

test('what was read while its node woke is not kept', async () => {
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

test('copies make room for others', () => {
  const big = storedName('x'.repeat(1 << 20));
  let reads = 0;
  const store = { readNode: () => (reads++, big) } as unknown as Persistor;
  const nodes = new SleepingNodes(store);
  const ids = Array.from({ length: 40 }, (_, i) => `node ${i}` as NodeId);
  for (const id of ids) void nodes.look(id);
  expect(reads).toBe(40);
  void nodes.look(ids[39]!);
  expect(reads).toBe(40);
  void nodes.look(ids[0]!);
  expect(reads).toBe(41);
});
