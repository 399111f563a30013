/**
 * Reads nodes that are to wake, a few at a time: each read holds memory of the store's driver, and a write to the
 * neighbors of one node may need several hundred thousand. Waiting reads are combined, which costs the store less.
 * Reads for queries take priority over those for writes.
 */
import { type NodeId } from '@weir/model';
import { isPromise, type MaybePromise } from '@weir/platform';
import type { Persistor, StoredNode } from '@weir/persistor';

export const READS_AT_A_TIME = 256;
/** The next reads start when this many are left, so that the store stays busy. */
const FEW_LEFT = READS_AT_A_TIME / 2;
/** Number of reads that start separately while very many nodes are to wake; the others are combined. */
const ALONE = 16;

interface WaitingRead {
  readonly id: NodeId;
  begin(stored: Promise<StoredNode | undefined>): void;
}

class ReadQueue {
  private waiting: WaitingRead[] = [];
  private next = 0;

  add(read: WaitingRead): void {
    this.waiting.push(read);
  }

  take(most: number): WaitingRead[] {
    const taken = this.waiting.slice(this.next, this.next + most);
    this.next += taken.length;
    if (this.next === this.waiting.length) {
      this.waiting = [];
      this.next = 0;
    }
    return taken;
  }
}

export class StoreReads {
  private underWay = 0;
  /** Reads since the last time that none was in flight. */
  private inARow = 0;
  /**
   * Whether the last series had very many reads. The next one may too, because messages of one write follow each other.
   */
  private areMany = false;
  private readonly ofReaders = new ReadQueue();
  private readonly ofWriters = new ReadQueue();

  constructor(private readonly persistor: Pick<Persistor, 'readNode' | 'readNodes'>) {}

  /** Answers synchronously if the store does, unless many others are being read. */
  read(id: NodeId, isReader: boolean): MaybePromise<StoredNode | undefined> {
    if (this.underWay < (this.areMany ? ALONE : READS_AT_A_TIME)) {
      const stored = this.persistor.readNode(id);
      if (isPromise(stored)) this.count(1, stored);
      return stored;
    }
    const queue = isReader ? this.ofReaders : this.ofWriters;
    return new Promise(resolve => queue.add({ id, begin: resolve }));
  }

  private count(nodes: number, reading: Promise<unknown>): void {
    this.underWay += nodes;
    this.inARow += nodes;
    const ended = (): void => {
      this.underWay -= nodes;
      this.beginNext();
      if (this.underWay > 0) return;
      this.areMany = this.inARow > READS_AT_A_TIME;
      this.inARow = 0;
    };
    reading.then(ended, ended);
  }

  private beginNext(): void {
    if (this.underWay > FEW_LEFT) return;
    const room = READS_AT_A_TIME - this.underWay;
    const reads = this.ofReaders.take(room);
    reads.push(...this.ofWriters.take(room - reads.length));
    if (reads.length === 0) return;
    const found = this.persistor.readNodes(reads.map(({ id }) => id));
    this.count(reads.length, found);
    for (const { id, begin } of reads) begin(found.then(nodes => nodes.get(id)));
  }
}
