/**
 * Reads of nodes that are to wake: few at a time, since each holds memory of the store's driver, and a write to the
 * neighbours of one node may want some hundred thousand. What a query reads goes before what is written.
 */
import { isPromise, type MaybePromise, type NodeId } from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';

export const READS_AT_A_TIME = 256;

class ReadQueue {
  private waiting: (() => void)[] = [];
  private next = 0;

  add(begin: () => void): void {
    this.waiting.push(begin);
  }

  take(): (() => void) | undefined {
    const begin = this.waiting[this.next];
    if (begin === undefined) return undefined;
    this.next++;
    if (this.next === this.waiting.length) {
      this.waiting = [];
      this.next = 0;
    }
    return begin;
  }
}

export class StoreReads {
  private underWay = 0;
  private readonly ofReaders = new ReadQueue();
  private readonly ofWriters = new ReadQueue();

  constructor(private readonly persistor: Persistor) {}

  /** Answers at once where the store does, unless many others are being read. */
  read(id: NodeId, isReader: boolean): MaybePromise<StoredNode | undefined> {
    if (this.underWay < READS_AT_A_TIME) return this.begin(id);
    const queue = isReader ? this.ofReaders : this.ofWriters;
    return new Promise(resolve => queue.add(() => resolve(this.begin(id))));
  }

  private begin(id: NodeId): MaybePromise<StoredNode | undefined> {
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
    while (this.underWay < READS_AT_A_TIME) {
      const begin = this.ofReaders.take() ?? this.ofWriters.take();
      if (begin === undefined) return;
      begin();
    }
  }
}
