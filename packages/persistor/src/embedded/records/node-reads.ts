/**
 * Reads the current content of nodes. Reads that start in the same turn of the event loop are combined: nodes that are
 * close together are read by one walk (near-nodes.ts).
 *
 * If it is known which records another node has (record-times.ts), they are read by their keys. Otherwise the store is
 * searched with an iterator, which costs three times as much.
 */
import type { NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import { END_OF_TIME } from '../../base-persistor.js';
import type { ScannedNode, StoredNode, WriteGroup } from '../../persistor.js';
import type { ScanStep } from './content-scan.js';
import { compareIds, kindOfKey, RecordKind, timeOfKey } from './keys.js';
import { mayBeNear, readNearNodes } from './near-nodes.js';
import { RecordTimes } from './record-times.js';
import { readStored } from './stored-node.js';

/** Requests to the driver that a batch is divided into: the driver has four threads. */
const REQUESTS_PER_BATCH = 4;
const LEAST_KEYS_PER_REQUEST = 32;

interface WaitingRead {
  readonly id: NodeId;
  readonly answer: Promise<StoredNode | undefined>;
  resolve(stored: StoredNode | undefined): void;
  reject(error: unknown): void;
}

interface KnownRead {
  readonly read: WaitingRead;
  readonly keys: readonly Buffer[];
}

export class NodeReads {
  private waiting = new Map<NodeId, WaitingRead>();
  /** Exists once a node was found: a graph that keeps all nodes awake does not need it. */
  private times: RecordTimes | undefined;
  /** The newest read of each node that was not written since that read began. */
  private readonly unchanged = new Map<NodeId, WaitingRead>();
  /** Nodes that were written since each scan step in progress began. */
  private readonly writtenInStep = new Set<Set<NodeId>>();

  /** @param stored number of nodes in the store. */
  constructor(
    private readonly level: ClassicLevel<Buffer, Buffer>,
    private readonly stored: () => number,
  ) {}

  /** Returns the content after all groups that are written. The node must not be in a group that is being written. */
  read(id: NodeId): Promise<StoredNode | undefined> {
    const known = this.waiting.get(id);
    if (known !== undefined) return known.answer;
    if (this.waiting.size === 0) process.nextTick(() => this.readWaiting());
    const read = waitingRead(id);
    this.waiting.set(id, read);
    this.unchanged.set(id, read);
    return read.answer;
  }

  /**
   * To be called before each group is written.
   * @param addId called for each record in turn; returns whether the node certainly had none before.
   */
  writes({ journal, snapshots }: WriteGroup, addId: (id: NodeId) => boolean): void {
    const { times } = this;
    for (let i = 0; i < journal.length; i++) {
      const { id, time } = journal[i]!;
      const isFirst = addId(id);
      this.isChanging(id);
      times?.journaled(id, time, isFirst);
    }
    if (snapshots === undefined) return;
    for (let i = 0; i < snapshots.length; i++) {
      const { id, snapshot } = snapshots[i]!;
      const isFirst = addId(id);
      this.isChanging(id);
      times?.snapshotted(id, snapshot.time, isFirst);
    }
  }

  /** To be called when records of a node are deleted. */
  deletes(id: NodeId): void {
    this.isChanging(id);
    this.times?.remove(id);
  }

  /** To be called when a write has failed. */
  failed(): void {
    this.unchanged.clear();
    this.writtenInStep.clear();
    this.times?.clear();
  }

  /** Runs a step of a scan of current content, and remembers what it finds. Must begin while nothing is written. */
  async scan(step: ScanStep): Promise<readonly ScannedNode[]> {
    const written = new Set<NodeId>();
    this.writtenInStep.add(written);
    try {
      const nodes = await step();
      const hasFailedWrite = !this.writtenInStep.has(written);
      for (const { id, stored } of nodes)
        if (stored !== undefined && !hasFailedWrite && !written.has(id)) this.times?.scanned(id, stored);
      return nodes;
    } finally {
      this.writtenInStep.delete(written);
    }
  }

  private isChanging(id: NodeId): void {
    if (this.unchanged.size > 0) this.unchanged.delete(id);
    if (this.writtenInStep.size > 0) for (const written of this.writtenInStep) written.add(id);
  }

  private readWaiting(): void {
    const reads = [...this.waiting.values()];
    this.waiting = new Map();
    this.readBatch(reads)
      .catch(() => this.readAlone(reads))
      .finally(() => {
        for (const each of reads) this.takeUnchanged(each);
      });
  }

  /** A node that cannot be read must not make others fail, so only its own read reports the error. */
  private async readAlone(reads: readonly WaitingRead[]): Promise<void> {
    await Promise.all(
      reads.map(({ id, resolve, reject }) => readStored(this.level, id, END_OF_TIME).then(resolve, reject)),
    );
  }

  private async readBatch(reads: readonly WaitingRead[]): Promise<void> {
    const sorted = reads.map(({ id }) => id).sort(compareIds);
    const left = mayBeNear(sorted, this.stored()) ? await this.readNear(reads, sorted) : reads;
    const known: KnownRead[] = [];
    const unknown: WaitingRead[] = [];
    for (const read of left) {
      const keys = this.times?.keysOf(read.id);
      if (keys === undefined) unknown.push(read);
      else known.push({ read, keys });
    }
    await Promise.all([this.readKnown(known), this.search(unknown)]);
  }

  /** @returns whether the node was not written since the read began. */
  private takeUnchanged(read: WaitingRead): boolean {
    return this.unchanged.get(read.id) === read && this.unchanged.delete(read.id);
  }

  private async readKnown(reads: readonly KnownRead[]): Promise<void> {
    if (reads.length === 0) return;
    const keys = reads.flatMap(each => each.keys);
    const size = Math.max(LEAST_KEYS_PER_REQUEST, Math.ceil(keys.length / REQUESTS_PER_BATCH));
    const requests: Promise<(Buffer | undefined)[]>[] = [];
    for (let start = 0; start < keys.length; start += size)
      requests.push(this.level.getMany(keys.slice(start, start + size), { fillCache: false }));
    const values = (await Promise.all(requests)).flat();
    const replaced: WaitingRead[] = [];
    let at = 0;
    for (const { read, keys: own } of reads) {
      const stored = storedNode(own, values, at);
      at += own.length;
      if (stored === undefined) replaced.push(read);
      else read.resolve(stored);
    }
    await this.search(replaced);
  }

  private async search(reads: readonly WaitingRead[]): Promise<void> {
    await Promise.all(
      reads.map(async read => this.found(read, await readStored(this.level, read.id, END_OF_TIME))),
    );
  }

  private async readNear(
    reads: readonly WaitingRead[],
    sorted: readonly NodeId[],
  ): Promise<readonly WaitingRead[]> {
    const { found, left } = await readNearNodes(this.level, sorted);
    const isLeft = new Set(left);
    for (const read of reads) if (!isLeft.has(read.id)) this.found(read, found.get(read.id));
    return reads.filter(({ id }) => isLeft.has(id));
  }

  private found(read: WaitingRead, stored: StoredNode | undefined): void {
    if (stored !== undefined && this.takeUnchanged(read))
      (this.times ??= new RecordTimes()).read(read.id, stored);
    read.resolve(stored);
  }
}

/** @returns `undefined` if a record is missing: it was replaced, or is not written yet. */
function storedNode(
  keys: readonly Buffer[],
  values: readonly (Buffer | undefined)[],
  at: number,
): StoredNode | undefined {
  const records = keys.map((key, i) => ({ time: timeOfKey(key), bytes: values[at + i] }));
  if (!records.every(isPresent)) return undefined;
  const hasSnapshot = kindOfKey(keys[0]!) === RecordKind.Snapshot;
  return {
    snapshot: hasSnapshot ? records[0] : undefined,
    journal: hasSnapshot ? records.slice(1) : records,
  };
}

function isPresent<T extends { readonly bytes: Buffer | undefined }>(
  record: T,
): record is T & { readonly bytes: Buffer } {
  return record.bytes !== undefined;
}

function waitingRead(id: NodeId): WaitingRead {
  let settle!: Pick<WaitingRead, 'resolve' | 'reject'>;
  const answer = new Promise<StoredNode | undefined>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { id, answer, ...settle };
}
