/** A new store for each test, and helpers that write to it and format its content. */
import type { EventTime, NodeId } from '@weir/model';
import type { Persistor, PersistorFactory, ScanOptions, StoredNode, WriteGroup } from '../persistor.js';

/** Runs a test on a separate store. `reopen` closes a durable store and opens it again; other stores stay open. */
export type WithStore = (
  use: (store: Persistor, reopen: () => Promise<Persistor>) => Promise<void>,
) => Promise<void>;

export function storesOf(makeFactory: () => PersistorFactory | Promise<PersistorFactory>): WithStore {
  return async use => {
    const factory = await makeFactory();
    let store = await factory.open('shard-0');
    const reopen = async () => {
      if (!store.supports.durable) return store;
      await store.close();
      store = await factory.open('shard-0');
      return store;
    };
    try {
      await use(store, reopen);
    } finally {
      await store.close();
    }
  };
}

export function id(name: string): NodeId {
  return name as NodeId;
}

export function entries(...list: (readonly [NodeId, EventTime, string])[]): WriteGroup {
  return { journal: list.map(([node, time, content]) => ({ id: node, time, bytes: Buffer.from(content) })) };
}

export function snapshot(node: NodeId, time: EventTime, content: string) {
  return { id: node, snapshot: { time, bytes: Buffer.from(content) } };
}

export async function journalOf(
  store: Persistor,
  node: NodeId,
  asOf?: EventTime,
): Promise<string[] | undefined> {
  return show(await store.readNode(node, asOf));
}

export function show(stored: StoredNode | undefined): string[] | undefined {
  if (stored === undefined) return undefined;
  const records = stored.snapshot ? [stored.snapshot, ...stored.journal] : stored.journal;
  return records.map(({ time, bytes }) => `${time} ${text(bytes)}`);
}

export function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}

export async function allIds(store: Persistor): Promise<NodeId[]> {
  const found: NodeId[] = [];
  for await (const batch of store.nodeIds()) found.push(...batch);
  return found;
}

/** Returns every node of a scan with its formatted content. */
export async function scanned(
  store: Persistor,
  options: ScanOptions,
): Promise<[NodeId, string[] | undefined][]> {
  const found: [NodeId, string[] | undefined][] = [];
  for await (const batch of store.scanNodes(options)) {
    for (const node of batch) found.push([node.id, show(node.stored)]);
  }
  return found;
}

export async function recentIds(store: Persistor): Promise<Set<NodeId>> {
  const found = new Set<NodeId>();
  for await (const writes of store.recentWrites()) for (const { id: one } of writes) found.add(one);
  return found;
}

export async function resultsOf(store: Persistor, query: number, after?: number): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of store.readResults(query, after)) {
    for (const { sequence, bytes } of batch) found.push(`${sequence} ${text(bytes)}`);
  }
  return found;
}
