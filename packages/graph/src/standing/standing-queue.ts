/**
 * Messages between nodes of one worker, in the order sent. A node with a million neighbors may send as many at the same
 * time, so messages are processed in batches, and the rest waits while other work runs.
 */
import type { NodeId } from '@weir/model';
import type { StandingMessage } from '@weir/standing';

/** Entries per message: to, from, message. */
const WIDTH = 3;
/** Processed entries are removed when there are this many and they are the majority. */
const MOST_DONE = 65_536 * WIDTH;
/** A list of at most this many entries keeps its memory when all are processed. */
const SHORT = 64 * WIDTH;

export type StandingReceiver = (to: NodeId, from: NodeId, message: StandingMessage) => void;

export class StandingQueue {
  private entries: (NodeId | StandingMessage)[] = [];
  /** Index of the first unprocessed entry. */
  private next = 0;
  private waiting: (() => void)[] = [];

  get size(): number {
    return (this.entries.length - this.next) / WIDTH;
  }

  add(to: NodeId, from: NodeId, message: StandingMessage): void {
    this.entries.push(to, from, message);
  }

  /** Delivers up to `count` messages, including any that `receive` adds. @returns how many. */
  deliver(count: number, receive: StandingReceiver): number {
    if (this.entries.length === 0) return 0;
    const { entries } = this;
    let left = count;
    for (; left > 0 && this.next < entries.length; left--) {
      const at = this.next;
      this.next += WIDTH;
      receive(entries[at] as NodeId, entries[at + 1] as NodeId, entries[at + 2] as StandingMessage);
    }
    if (this.next < entries.length) this.dropDone();
    else this.end();
    return count - left;
  }

  /** Resolves the next time the queue is empty. */
  empty(): Promise<void> {
    if (this.size === 0) return Promise.resolve();
    return new Promise(resolve => this.waiting.push(resolve));
  }

  private dropDone(): void {
    if (this.next < MOST_DONE || this.next * 2 < this.entries.length) return;
    this.entries = this.entries.slice(this.next);
    this.next = 0;
  }

  private end(): void {
    // Frees the memory of a long list.
    if (this.entries.length > SHORT) this.entries = [];
    else this.entries.length = 0;
    this.next = 0;
    if (this.waiting.length === 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
