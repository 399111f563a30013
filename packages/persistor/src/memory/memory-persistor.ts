/** A store that lives as long as the process. */
import { WeirError, type EventTime, type NodeId } from '@weir/model';
import { BasePersistor } from '../base-persistor.js';
import type { PersistorFactory, Snapshot, StoredNode, WriteGroup } from '../persistor.js';

interface Timed {
  readonly time: EventTime;
  readonly bytes: Uint8Array;
}

/** Both in time order. */
interface History {
  readonly journal: Timed[];
  readonly snapshots: Timed[];
}

const DONE = Promise.resolve();
const IDS_PER_BATCH = 1000;

export class MemoryPersistor extends BasePersistor {
  readonly supports = { durable: false, history: true, snapshots: true };
  private readonly nodes = new Map<NodeId, History>();
  private readonly metadata = new Map<string, Uint8Array>();

  constructor(partition: string) {
    super(`memory:${partition}`);
  }

  protected doWrite({ journal, snapshots = [] }: WriteGroup): Promise<void> {
    for (let i = 0; i < journal.length; i++) {
      const { id, time, bytes } = journal[i]!;
      insert(this.historyOf(id).journal, { time, bytes: Buffer.from(bytes) });
    }
    for (let i = 0; i < snapshots.length; i++) {
      const { id, snapshot } = snapshots[i]!;
      insert(this.historyOf(id).snapshots, { time: snapshot.time, bytes: Buffer.from(snapshot.bytes) });
    }
    return DONE;
  }

  protected doReadNode(id: NodeId, asOf: EventTime): StoredNode | undefined {
    const history = this.nodes.get(id);
    if (history === undefined) return undefined;
    const snapshot: Snapshot | undefined = history.snapshots[countUpTo(history.snapshots, asOf) - 1];
    const from = snapshot ? countUpTo(history.journal, snapshot.time) : 0;
    return { snapshot, journal: history.journal.slice(from, countUpTo(history.journal, asOf)) };
  }

  protected async *doNodeIds(): AsyncIterable<readonly NodeId[]> {
    const ids = [...this.nodes.keys()];
    for (let i = 0; i < ids.length; i += IDS_PER_BATCH) yield ids.slice(i, i + IDS_PER_BATCH);
  }

  protected async doPurgeNode(id: NodeId): Promise<void> {
    this.nodes.delete(id);
  }

  protected async doPutMetadata(key: string, value: Uint8Array): Promise<void> {
    this.metadata.set(key, Buffer.from(value));
  }

  protected async doGetMetadata(key: string): Promise<Uint8Array | undefined> {
    return this.metadata.get(key);
  }

  protected async doDeleteMetadata(key: string): Promise<void> {
    this.metadata.delete(key);
  }

  protected async doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    return new Map(this.metadata);
  }

  protected async doClose(): Promise<void> {
    this.nodes.clear();
    this.metadata.clear();
  }

  protected toStoreError(thrown: unknown): WeirError {
    return WeirError.from(thrown);
  }

  private historyOf(id: NodeId): History {
    let history = this.nodes.get(id);
    if (history === undefined) {
      history = { journal: [], snapshots: [] };
      this.nodes.set(id, history);
    }
    return history;
  }
}

/** Keeps time order; an item of the same time is replaced. */
function insert(items: Timed[], item: Timed): void {
  if (items.length === 0 || items[items.length - 1]!.time < item.time) {
    items.push(item);
    return;
  }
  const at = countUpTo(items, item.time);
  if (at > 0 && items[at - 1]!.time === item.time) items[at - 1] = item;
  else items.splice(at, 0, item);
}

/** How many items are not after `time`. */
function countUpTo(items: readonly Timed[], time: EventTime): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (items[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every `open` begins empty. */
export class MemoryPersistorFactory implements PersistorFactory {
  readonly name = 'memory';

  async open(partition: string): Promise<MemoryPersistor> {
    return new MemoryPersistor(partition);
  }
}
