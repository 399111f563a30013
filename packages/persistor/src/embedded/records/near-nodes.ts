/**
 * Reads nodes that are close together in key order: one iterator walks over all of them and everything in between. If it
 * finds few of them, it leaves the rest.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import type { Snapshot, StoredNode } from '../../persistor.js';
import { compareIds, idOfKey, kindOfKey, nodeEnd, nodeKey, RecordKind, timeOfKey } from './keys.js';
import { sameNode } from './node-scan.js';

/** A walk costs more than it saves for fewer nodes. */
const LEAST_NODES = 16;
/** Size of the first read, which shows whether the nodes are close together. */
const FIRST_RECORDS = 64;
const MOST_RECORDS = 1024;
const BYTES_PER_READ = 1 << 20;
/** If fewer than one record in this many is wanted, an iterator per node costs less. */
const SPARSE = 8;

type StoredRecord = [key: Buffer, value: Buffer];

interface OpenNode {
  snapshot: Snapshot | undefined;
  journal: { time: EventTime; bytes: Uint8Array }[];
}

/**
 * Whether some of the nodes may be close together, estimated for ids that are spread evenly.
 * @param sorted distinct ids in key order.
 * @param stored number of nodes in the store.
 */
export function mayBeNear(sorted: readonly NodeId[], stored: number): boolean {
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  if (first === undefined || last === undefined || sorted.length < LEAST_NODES) return false;
  const between = first.length === last.length ? fractionOf(last) - fractionOf(first) : 1;
  return sorted.length * SPARSE >= between * stored;
}

/** Position of an id among all ids of its length, from 0 to 1. */
function fractionOf(id: NodeId): number {
  let fraction = 0;
  for (let i = 0, unit = 1 / 256; i < 4; i++, unit /= 256) fraction += (id.charCodeAt(i) || 0) * unit;
  return fraction;
}

interface NearNodes {
  readonly found: ReadonlyMap<NodeId, StoredNode>;
  /** Ids that are left to be read: not close to the others, or with a long history. */
  readonly left: readonly NodeId[];
}

/** @param sorted distinct ids in key order. */
export async function readNearNodes(
  level: ClassicLevel<Buffer, Buffer>,
  sorted: readonly NodeId[],
): Promise<NearNodes> {
  const walk = new Walk(sorted);
  await walk.run(level);
  return { found: walk.found, left: walk.left() };
}

class Walk {
  readonly found = new Map<NodeId, StoredNode>();
  /** The node at the walk's current position, which may have more records. */
  private open: OpenNode | undefined = undefined;
  private lastKey: Buffer | undefined = undefined;
  /** Index in `sorted`: earlier nodes were found or are not stored. */
  private at = 0;
  private readonly long: NodeId[] = [];

  /** @param sorted in key order. */
  constructor(private readonly sorted: readonly NodeId[]) {}

  async run(level: ClassicLevel<Buffer, Buffer>): Promise<void> {
    const { sorted } = this;
    if (sorted.length === 0) return;
    const records = level.iterator({
      gte: nodeKey(sorted[0]!, 0, RecordKind.Entry),
      lt: nodeEnd(sorted[sorted.length - 1]!),
      fillCache: false,
      highWaterMarkBytes: BYTES_PER_READ,
    });
    try {
      for (let size = FIRST_RECORDS; ; size = MOST_RECORDS) {
        const read = await records.nextv(size);
        if (read.length === 0) return this.finish();
        const wanted = this.take(read);
        const [first, last] = [read[0]![0], read[read.length - 1]![0]];
        if (wanted === read.length && sameNode(first, last)) {
          // Reading this node backwards ends at its newest snapshot.
          this.long.push(sorted[this.at]!);
          this.pass();
          records.seek(nodeEnd(idOfKey(last)));
        } else if (wanted * SPARSE < read.length) return;
      }
    } finally {
      await records.close();
    }
  }

  left(): NodeId[] {
    return [...this.long, ...this.sorted.slice(this.at)];
  }

  /** @returns how many of the records belong to wanted nodes. */
  private take(records: readonly StoredRecord[]): number {
    let wanted = 0;
    for (const [key, bytes] of records) {
      if (this.lastKey === undefined || !sameNode(this.lastKey, key)) this.moveTo(idOfKey(key));
      this.lastKey = key;
      if (this.open === undefined) continue;
      wanted++;
      const record = { time: timeOfKey(key), bytes };
      if (kindOfKey(key) === RecordKind.Snapshot) {
        this.open.snapshot = record;
        this.open.journal = [];
      } else this.open.journal.push(record);
    }
    return wanted;
  }

  private moveTo(id: NodeId): void {
    this.close();
    while (this.at < this.sorted.length && compareIds(this.sorted[this.at]!, id) < 0) this.at++;
    if (this.sorted[this.at] === id) this.open = { snapshot: undefined, journal: [] };
  }

  private close(): void {
    if (this.open !== undefined) this.found.set(this.sorted[this.at]!, this.open);
    this.pass();
  }

  private pass(): void {
    if (this.open !== undefined) this.at++;
    this.open = undefined;
  }

  private finish(): void {
    this.close();
    this.at = this.sorted.length;
  }
}
