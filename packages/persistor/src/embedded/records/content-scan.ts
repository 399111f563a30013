/**
 * Walks over all nodes of a store with their stored content, in key order.
 *
 * Each batch has a separate iterator that starts after the last node. So no resource is held while the reader is busy,
 * and a batch includes everything written until it is read. The records of a node are contiguous. The last node of a
 * read may be incomplete, so it is returned with the next batch; a node that fills a whole read is read separately.
 *
 * If few nodes are wanted, only keys are walked, and the wanted nodes are read one by one.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { ClassicLevel } from 'classic-level';
import type { ScannedNode, Snapshot, StoredNode } from '../../persistor.js';
import { idOfKey, kindOfKey, nodeEnd, NODES_END, NODES_START, RecordKind, timeOfKey } from './keys.js';
import { sameNode } from './node-scan.js';

/** The first batch is small, because many readers want only a few nodes. */
const FIRST_RECORDS = 256;
const MOST_RECORDS = 2048;
const BYTES_PER_READ = 1 << 20;
/** If fewer than one node in this many is wanted, reading the wanted nodes separately costs less. */
const SPARSE = 16;

type StoredRecord = [key: Buffer, value: Buffer];

/** Reads the next nodes. */
export type ScanStep = () => Promise<readonly ScannedNode[]>;

export class ContentScan {
  /** All keys up to this one are processed. */
  private done: Buffer = NODES_START;
  private isSparse = false;

  /** @param inStep runs each step. */
  constructor(
    private readonly level: ClassicLevel<Buffer, Buffer>,
    private readonly asOf: EventTime,
    private readonly isWanted: (id: NodeId) => boolean,
    private readonly readNode: (id: NodeId) => MaybePromise<StoredNode | undefined>,
    private readonly inStep: (step: ScanStep) => Promise<readonly ScannedNode[]>,
  ) {}

  async *batches(): AsyncGenerator<readonly ScannedNode[]> {
    for (let size = FIRST_RECORDS; ; size = MOST_RECORDS) {
      const batch = await this.inStep(() => (this.isSparse ? this.readWanted(size) : this.readAll(size)));
      if (batch.length === 0) return;
      this.done = nodeEnd(batch[batch.length - 1]!.id);
      let wanted = 0;
      for (let i = 0; i < batch.length; i++) if (batch[i]!.stored !== undefined) wanted++;
      this.isSparse = wanted * SPARSE < batch.length;
      yield batch;
    }
  }

  private async readAll(size: number): Promise<readonly ScannedNode[]> {
    const iterator = this.level.iterator({
      gt: this.done,
      lt: NODES_END,
      fillCache: false,
      highWaterMarkBytes: BYTES_PER_READ,
    });
    let records: StoredRecord[];
    try {
      records = await iterator.nextv(size);
    } finally {
      await iterator.close();
    }
    const nodes: ScannedNode[] = [];
    let start = 0;
    for (let i = 1; i < records.length; i++) {
      if (sameNode(records[start]![0], records[i]![0])) continue;
      nodes.push(this.nodeOf(records, start, i));
      start = i;
    }
    if (nodes.length > 0 || records.length === 0) return nodes;
    return this.read([idOfKey(records[0]![0])]);
  }

  /** Reads only keys, and the content of wanted nodes. */
  private async readWanted(size: number): Promise<readonly ScannedNode[]> {
    const iterator = this.level.keys({
      gt: this.done,
      lt: NODES_END,
      fillCache: false,
      highWaterMarkBytes: BYTES_PER_READ,
    });
    let keys: Buffer[];
    try {
      keys = await iterator.nextv(size);
    } finally {
      await iterator.close();
    }
    const ids: NodeId[] = [];
    for (let i = 0; i < keys.length; i++) {
      if (i === 0 || !sameNode(keys[i - 1]!, keys[i]!)) ids.push(idOfKey(keys[i]!));
    }
    return this.read(ids);
  }

  private read(ids: readonly NodeId[]): Promise<ScannedNode[]> {
    return Promise.all(
      ids.map(async id => ({ id, stored: this.isWanted(id) ? await this.readNode(id) : undefined })),
    );
  }

  private nodeOf(records: readonly StoredRecord[], start: number, end: number): ScannedNode {
    const id = idOfKey(records[start]![0]);
    if (!this.isWanted(id)) return { id, stored: undefined };
    let snapshot: Snapshot | undefined;
    let journal: { time: EventTime; bytes: Uint8Array }[] = [];
    for (let i = start; i < end; i++) {
      const [key, bytes] = records[i]!;
      const record = { time: timeOfKey(key), bytes };
      if (record.time > this.asOf) break;
      if (kindOfKey(key) === RecordKind.Snapshot) {
        snapshot = record;
        journal = [];
      } else journal.push(record);
    }
    return { id, stored: { snapshot, journal } };
  }
}
