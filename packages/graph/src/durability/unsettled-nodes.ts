/**
 * What a crash may have caught in the middle of one shard: the nodes that earlier runs wrote and no checkpoint passed
 * over. They stand in pieces, in the order written. A piece whose nodes are all settled is forgotten by the store, so
 * however often a recovery is interrupted, the next one goes on where it was.
 */
import {
  decode,
  EventKind,
  type EventTime,
  type NodeEvent,
  type NodeId,
  type StandingEvent,
} from '@weir/model';
import type { RecentWrite, WriteMark } from '@weir/persistor';
import { isFarewell } from '@weir/standing';
import type { Shard } from '../shard/shard.js';
import { type StoredBatch, walkStored } from '../shard/stored-walk.js';
import { checkpointTime } from './checkpoint-time.js';
import type { TouchedEdge } from './touched-edge.js';
import { TouchedEdges } from './touched-edges.js';

/** Entries that are read together. */
const ENTRIES_PER_READ = 1_024;
/** Where there are more nodes than so many times these, each is read by itself. */
const MOST_OTHERS = 6;

export interface UnsettledNode {
  /** Times of its entries; of its snapshots when it has no entries. */
  first: EventTime;
  last: EventTime;
  hasEntries: boolean;
  /** What its entries say of its half edges; `undefined`: they don't say all. */
  touched: TouchedEdges | undefined;
  /** What its entries say that others took back. */
  readonly farewells: StandingEvent[];
  /** Those that are left to be asked about; `undefined`: not known without looking at the node. */
  open: TouchedEdge[] | undefined;
  /** While somebody settles it. */
  settling: Promise<void> | undefined;
}

/** What was written together. */
interface RecentGroup {
  readonly ids: readonly NodeId[];
  readonly end: WriteMark;
}

export class UnsettledNodes {
  readonly nodes = new Map<NodeId, UnsettledNode>();
  private groups: RecentGroup[] = [];
  /** What this run writes lies behind it. */
  private readonly start: WriteMark;

  constructor(readonly shard: Shard) {
    this.start = shard.persistor.markWrites();
  }

  async load(): Promise<void> {
    const { persistor, journal } = this.shard;
    // Also with a clock that was put back.
    journal.sawTime(await checkpointTime(persistor));
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

  /** In the order written. */
  private async read(writes: readonly RecentWrite[]): Promise<void> {
    const entries = writes.filter(({ isEntry }) => isEntry);
    const read = await this.shard.persistor.readEntries(entries);
    for (let i = 0; i < entries.length; i++) {
      const node = this.nodes.get(entries[i]!.id)!;
      const bytes = read[i];
      const events = bytes === undefined ? undefined : (decode(bytes) as NodeEvent[]);
      for (const event of events ?? []) {
        if (event[0] === EventKind.Standing && isFarewell(event)) node.farewells.push(event);
      }
      const { touched } = node;
      if (touched === undefined) continue;
      touched.addEntry(events);
      if (!touched.isWhole) node.touched = undefined;
    }
  }

  /** Reads them in the order of the store, at one go, where they are not few among the others. */
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
   * Gives the nodes of each piece to `settle`, and forgets the piece when it is `lasting`, while the next one is settled.
   * @param size of a piece, about.
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
        farewells: [],
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
