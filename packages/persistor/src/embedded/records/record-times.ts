/**
 * Remembers which records make up the current content of nodes, so that reading a sleeping node needs no search in the
 * store: the records are read by their exact keys, which costs a third of an iterator.
 *
 * A node is known from its first record on, or after it was read, if it has few records. Every record that is written
 * must be reported, because a read would miss one that is not. Any node may be forgotten; it is searched for then.
 *
 * A table in typed arrays, outside the heap. A node can be in any slot of one bucket. If all are occupied, one of the
 * others is forgotten.
 */
import { type EventTime, NODE_ID_BYTES, type NodeId } from '@weir/model';
import type { StoredNode } from '../../persistor.js';
import { nodeKey, RecordKind } from './keys.js';

/** Most sleeping nodes have one to three records, and nodes with states of standing queries up to four. */
const MOST_RECORDS = 4;
const SLOTS_PER_BUCKET = 8;
/** Occupied slots per bucket at which the table grows: few buckets are full then. */
const FULL_BUCKET = 5;
const FIRST_BUCKETS = 1 << 10;
const ID_WORDS = NODE_ID_BYTES / 4;
const BYTES_PER_SLOT = NODE_ID_BYTES + MOST_RECORDS * 8;
/** Default limit in bytes of memory for one partition: some 260,000 nodes. */
const DEFAULT_LIMIT = 16 << 20;
const NONE = -1;
/** Second time of a node with more records than fit; the first one is its last. */
const TOO_MANY = Number.POSITIVE_INFINITY;

/** Words of the id that was looked up last: returning them would require an allocation. */
const wanted = new Uint32Array(ID_WORDS);

export class RecordTimes {
  private ids!: Uint32Array;
  /** Times in order. A snapshot is always the first one, and negative. 0: no record. */
  private times!: Float64Array;
  private buckets!: number;
  private occupied = 0;
  private victim = 0;

  constructor(private readonly limitBytes = DEFAULT_LIMIT) {
    this.allocate(FIRST_BUCKETS);
  }

  /** Keys of the records of the node's current content, in order; `undefined` if unknown. */
  keysOf(id: NodeId): Buffer[] | undefined {
    const slot = this.find(id);
    if (slot === NONE) return undefined;
    const start = slot * MOST_RECORDS;
    if (this.times[start + 1] === TOO_MANY) return undefined;
    const keys: Buffer[] = [];
    for (let at = start, end = start + this.countAt(start); at < end; at++) {
      const time = this.times[at]!;
      keys.push(nodeKey(id, Math.abs(time), time < 0 ? RecordKind.Snapshot : RecordKind.Entry));
    }
    return keys;
  }

  /**
   * A node got an entry. Reporting the last one again changes nothing.
   * @param isFirst whether the node certainly had no record before.
   */
  journaled(id: NodeId, time: EventTime, isFirst: boolean): void {
    if (isFirst) return this.set(id, [time]);
    const slot = this.find(id);
    if (slot === NONE) return;
    const start = slot * MOST_RECORDS;
    const last = this.lastAt(start);
    if (time < last) this.removeAt(slot);
    else if (time > last) this.append(start, time);
  }

  /** A node got a snapshot, which replaces its records so far. One that is older than a record may not be stored. */
  snapshotted(id: NodeId, time: EventTime, isFirst: boolean): void {
    if (isFirst) return this.set(id, [-time]);
    const slot = this.find(id);
    if (slot === NONE) return;
    if (time < this.lastAt(slot * MOST_RECORDS)) this.removeAt(slot);
    else this.set(id, [-time]);
  }

  /** A node was read, and no record was written since. */
  read(id: NodeId, stored: StoredNode): void {
    this.set(id, timesOf(stored));
  }

  /** Like `read`, but forgets no other node: most nodes of a scan are not read again soon. */
  scanned(id: NodeId, stored: StoredNode): void {
    if (this.find(id) === NONE && this.emptySlot() !== NONE) this.read(id, stored);
  }

  remove(id: NodeId): void {
    const slot = this.find(id);
    if (slot !== NONE) this.removeAt(slot);
  }

  clear(): void {
    this.times.fill(0);
    this.occupied = 0;
  }

  private set(id: NodeId, times: readonly number[]): void {
    if (times.length === 0 || times.length > MOST_RECORDS || times.includes(0) || !toWords(id)) return;
    if (this.occupied > this.buckets * FULL_BUCKET) this.grow();
    toWords(id);
    this.store(times);
  }

  /** Stores the times of the node in `wanted`. */
  private store(times: ArrayLike<number>): void {
    let slot = this.slotOf();
    if (slot === NONE) {
      slot = this.freeSlot();
      this.ids.set(wanted, slot * ID_WORDS);
    }
    const start = slot * MOST_RECORDS;
    for (let i = 0; i < MOST_RECORDS; i++) this.times[start + i] = times[i] ?? 0;
  }

  private find(id: NodeId): number {
    return toWords(id) ? this.slotOf() : NONE;
  }

  /** Slot of the node in `wanted`. */
  private slotOf(): number {
    const { ids, times } = this;
    const first = this.firstSlot();
    for (let slot = first; slot < first + SLOTS_PER_BUCKET; slot++) {
      const at = slot * ID_WORDS;
      if (
        ids[at] === wanted[0] &&
        ids[at + 1] === wanted[1] &&
        ids[at + 2] === wanted[2] &&
        ids[at + 3] === wanted[3] &&
        times[slot * MOST_RECORDS] !== 0
      )
        return slot;
    }
    return NONE;
  }

  /** A free slot for the node in `wanted`, if necessary that of another node. */
  private freeSlot(): number {
    const slot = this.emptySlot();
    if (slot !== NONE) {
      this.occupied++;
      return slot;
    }
    const first = this.firstSlot();
    this.victim = (this.victim + 1) % SLOTS_PER_BUCKET;
    return first + this.victim;
  }

  private emptySlot(): number {
    const first = this.firstSlot();
    for (let slot = first; slot < first + SLOTS_PER_BUCKET; slot++)
      if (this.times[slot * MOST_RECORDS] === 0) return slot;
    return NONE;
  }

  /** First slot of the bucket of the node in `wanted`. Ids need not be uniform. */
  private firstSlot(): number {
    let hash = 0;
    for (let i = 0; i < ID_WORDS; i++) {
      hash = Math.imul(hash ^ wanted[i]!, 0x7feb352d);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x846ca68b);
    hash ^= hash >>> 16;
    return (hash & (this.buckets - 1)) * SLOTS_PER_BUCKET;
  }

  private countAt(start: number): number {
    let count = 1;
    while (count < MOST_RECORDS && this.times[start + count] !== 0) count++;
    return count;
  }

  private lastAt(start: number): EventTime {
    const at = this.times[start + 1] === TOO_MANY ? start : start + this.countAt(start) - 1;
    return Math.abs(this.times[at]!);
  }

  private append(start: number, time: EventTime): void {
    const { times } = this;
    const count = this.countAt(start);
    if (times[start + 1] !== TOO_MANY && count < MOST_RECORDS) times[start + count] = time;
    else {
      times[start] = time;
      times[start + 1] = TOO_MANY;
    }
  }

  private removeAt(slot: number): void {
    this.times.fill(0, slot * MOST_RECORDS, (slot + 1) * MOST_RECORDS);
    this.occupied--;
  }

  private grow(): void {
    const { ids, times, buckets } = this;
    if (buckets * 2 * SLOTS_PER_BUCKET * BYTES_PER_SLOT > this.limitBytes) return;
    this.allocate(buckets * 2);
    for (let slot = 0; slot < buckets * SLOTS_PER_BUCKET; slot++) {
      const start = slot * MOST_RECORDS;
      if (times[start] === 0) continue;
      wanted.set(ids.subarray(slot * ID_WORDS, (slot + 1) * ID_WORDS));
      this.store(times.subarray(start, start + MOST_RECORDS));
    }
  }

  private allocate(buckets: number): void {
    this.buckets = buckets;
    this.ids = new Uint32Array(buckets * SLOTS_PER_BUCKET * ID_WORDS);
    this.times = new Float64Array(buckets * SLOTS_PER_BUCKET * MOST_RECORDS);
    this.occupied = 0;
  }
}

function timesOf({ snapshot, journal }: StoredNode): number[] {
  const times = journal.map(({ time }) => time);
  if (snapshot !== undefined) times.unshift(-snapshot.time);
  return times;
}

/** Writes an id to `wanted`. @returns whether it has the default length; others are not remembered. */
function toWords(id: NodeId): boolean {
  if (id.length !== NODE_ID_BYTES) return false;
  for (let word = 0, i = 0; word < ID_WORDS; word++, i += 4) {
    wanted[word] =
      id.charCodeAt(i) |
      (id.charCodeAt(i + 1) << 8) |
      (id.charCodeAt(i + 2) << 16) |
      (id.charCodeAt(i + 3) << 24);
  }
  return true;
}
