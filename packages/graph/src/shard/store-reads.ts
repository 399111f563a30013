/**
 * Reads of nodes that are to wake: few at a time, since each holds memory of the store's driver, and a write to the
 * neighbours of one node may want some hundred thousand. Those that have to wait are read together, which costs the
 * store less. What a query reads goes before what is written.
 */
import { isPromise, type MaybePromise, type NodeId } from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';

export const READS_AT_A_TIME = 256;
/** The next reads begin when so many are left: the store has something to do meanwhile. */
const FEW_LEFT = READS_AT_A_TIME / 2;
/** While very many are to wake: so few begin alone, and the others are read together. */
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
  /** Reads since no read was in flight. */
  private inARow = 0;
  /** There were very many the last time; so there may be again, as messages of one write follow each other. */
  private areMany = false;
  private readonly ofReaders = new ReadQueue();
  private readonly ofWriters = new ReadQueue();

  constructor(private readonly persistor: Pick<Persistor, 'readNode' | 'readNodes'>) {}

  /** Answers at once where the store does, unless many others are being read. */
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
