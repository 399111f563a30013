/**
 * Reads nodes that are to wake, a few at a time: each read holds memory of the store's driver, and a write to the
 * neighbors of one node may need several hundred thousand. Reads for queries take priority over those for writes.
 */
import { type NodeId } from '@weir/model';
import { isPromise, type MaybePromise } from '@weir/platform';
import type { Persistor, StoredNode } from '@weir/persistor';

export const READS_AT_A_TIME = 256;
/** The next reads start together when this many are left: the store stays busy, and can combine them. */
const FEW_LEFT = READS_AT_A_TIME / 2;

interface WaitingRead {
  readonly id: NodeId;
  begin(stored: MaybePromise<StoredNode | undefined>): void;
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
  private readonly ofReaders = new ReadQueue();
  private readonly ofWriters = new ReadQueue();

  constructor(private readonly persistor: Pick<Persistor, 'readNode'>) {}

  /** Answers synchronously if the store does, unless many others are being read. */
  read(id: NodeId, isReader: boolean): MaybePromise<StoredNode | undefined> {
    if (this.underWay < READS_AT_A_TIME) return this.start(id);
    const queue = isReader ? this.ofReaders : this.ofWriters;
    return new Promise(resolve => queue.add({ id, begin: resolve }));
  }

  private start(id: NodeId): MaybePromise<StoredNode | undefined> {
    const stored = this.persistor.readNode(id);
    if (!isPromise(stored)) return stored;
    this.underWay++;
    const ended = (): void => {
      this.underWay--;
      this.beginNext();
    };
    stored.then(ended, ended);
    return stored;
  }

  private beginNext(): void {
    if (this.underWay > FEW_LEFT) return;
    for (let room = READS_AT_A_TIME - this.underWay; room > 0; room = READS_AT_A_TIME - this.underWay) {
      const reads = this.ofReaders.take(room);
      reads.push(...this.ofWriters.take(room - reads.length));
      if (reads.length === 0) return;
      for (const { id, begin } of reads) begin(this.start(id));
    }
  }
}
