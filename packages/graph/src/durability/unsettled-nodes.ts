/**
 * Nodes of one shard that a crash may have interrupted: those written by earlier runs and not covered by a checkpoint.
 * They are processed in batches, in the order written. The store forgets a batch when all its nodes are settled, so
 * however often a recovery is interrupted, the next one resumes from there.
 */
import { decode, type EventTime, type NodeEvent, type NodeId } from '@weir/model';
import type { RecentWrite, WriteMark } from '@weir/persistor';
import type { Shard } from '../shard/shard.js';
import { type StoredBatch, walkStored } from '../shard/stored-walk.js';
import { checkpointTime, hasRecentEvents } from '../persistence/checkpoint-time.js';
import { RecentEntries } from './recent-entries.js';
import type { TouchedEdge } from './touched-edge.js';
import { TouchedEdges } from './touched-edges.js';

const ENTRIES_PER_READ = 1_024;
/** If the shard has more nodes than this multiple of the unsettled ones, each is read separately. */
const MOST_OTHERS = 6;

export interface UnsettledNode {
  /** Times of its first and last entry, or of its snapshots if it has no entries. */
  first: EventTime;
  last: EventTime;
  hasEntries: boolean;
  /** Changes of its half edges according to its entries; `undefined`: the record is incomplete. */
  touched: TouchedEdges | undefined;
  /** Everything else that its entries record. */
  readonly recent: RecentEntries;
  /** Edges left to ask about; `undefined`: unknown without reading the node. */
  open: TouchedEdge[] | undefined;
  /** Set while the node is being settled. */
  settling: Promise<void> | undefined;
}

/** Nodes written together. */
interface RecentGroup {
  readonly ids: readonly NodeId[];
  readonly end: WriteMark;
}

export class UnsettledNodes {
  readonly nodes = new Map<NodeId, UnsettledNode>();
  /** Whether the entries have every event that concerns standing queries. */
  hasAllEvents = false;
  private groups: RecentGroup[] = [];
  /** Mark before the writes of this run. */
  private readonly start: WriteMark;

  constructor(readonly shard: Shard) {
    this.start = shard.persistor.markWrites();
  }

  async load(): Promise<void> {
    const { persistor, journal } = this.shard;
    // Correct even if the clock was set back.
    journal.sawTime(await checkpointTime(persistor));
    this.hasAllEvents = await hasRecentEvents(persistor);
    this.nodes.clear();
    const groups: RecentGroup[] = [];
    let writes: RecentWrite[] = [];
    for await (const group of persistor.recentWrites()) {
      const { end } = group[0]!;
      if (end > this.start) continue;
      for (let i = 0; i < group.length; i++) {
        this.note(group[i]!);
        writes.push(group[i]!);
      }
      groups.push({ ids: group.map(({ id }) => id), end });
      if (writes.length < ENTRIES_PER_READ) continue;
      await this.read(writes);
      writes = [];
    }
    await this.read(writes);
    this.groups = groups;
  }

  /** Reads the entries in the order written. */
  private async read(writes: readonly RecentWrite[]): Promise<void> {
    const entries = writes.filter(({ isEntry }) => isEntry);
    const read = await this.shard.persistor.readEntries(entries);
    for (let i = 0; i < entries.length; i++) {
      const node = this.nodes.get(entries[i]!.id)!;
      const bytes = read[i];
      const events = bytes === undefined ? undefined : (decode(bytes) as NodeEvent[]);
      for (const event of events ?? []) node.recent.add(event);
      const { touched } = node;
      if (touched === undefined) continue;
      touched.addEntry(events);
      if (!touched.isWhole) node.touched = undefined;
    }
  }

  /** Reads the nodes in the store's order, in one pass, unless they are few among the others. */
  async readAhead(): Promise<void> {
    const { persistor, sleeping } = this.shard;
    if (this.nodes.size * MOST_OTHERS < (persistor.nodeCount ?? Infinity)) return;
    const keep = (batch: StoredBatch): boolean =>
      batch.nodes.every(node => {
        const stored = batch.asleep(node);
        return stored === undefined || sleeping.keepAhead(node.id, stored);
      });
    for await (const hasRoom of walkStored(this.shard, id => this.nodes.has(id), keep)) if (!hasRoom) return;
  }

  /**
   * Passes the nodes of each batch to `settle`, and forgets the batch once it is `lasting`, while the next one is
   * settled.
   * @param size approximate size of a batch.
   */
  async eachPiece(
    size: number,
    settle: (ids: readonly NodeId[]) => Promise<void>,
    lasting: () => Promise<void>,
  ): Promise<void> {
    let forgotten = Promise.resolve();
    for (let next = 0; next < this.groups.length;) {
      const ids = new Set<NodeId>();
      const first = next;
      while (next < this.groups.length && ids.size < size) {
        for (const id of this.groups[next++]!.ids) if (this.nodes.has(id)) ids.add(id);
      }
      await settle([...ids]);
      await forgotten;
      next -= first;
      forgotten = this.forget(next, lasting());
      forgotten.catch(() => undefined);
    }
    await forgotten;
  }

  private async forget(count: number, lasting: Promise<void>): Promise<void> {
    await lasting;
    await this.shard.persistor.forgetRecent(this.groups[count - 1]!.end);
    this.groups.splice(0, count);
  }

  private note({ id, time, isEntry }: RecentWrite): void {
    const node = this.nodes.get(id);
    if (node === undefined || (isEntry && !node.hasEntries)) {
      const touched = isEntry ? new TouchedEdges() : undefined;
      this.nodes.set(id, {
        first: time,
        last: time,
        hasEntries: isEntry,
        touched,
        recent: new RecentEntries(),
        open: undefined,
        settling: undefined,
      });
    } else if (isEntry === node.hasEntries) {
      node.first = Math.min(node.first, time);
      node.last = Math.max(node.last, time);
    }
    this.shard.journal.sawTime(time);
  }
}
