/**
 * Messages between nodes of one worker, in the order sent. A node with a million neighbours may send as many at once; so
 * they are worked off some at a time, and what is left waits while others have their turn.
 */
import type { NodeId } from '@weir/model';
import type { StandingMessage } from '@weir/standing';

/** Entries of a message: to, from, message. */
const WIDTH = 3;
/** Entries that were worked off stay until they are so many, and most of all. */
const MOST_DONE = 65_536 * WIDTH;
/** So many entries keep their memory when they were worked off. */
const SHORT = 64 * WIDTH;

export type StandingReceiver = (to: NodeId, from: NodeId, message: StandingMessage) => void;

export class StandingQueue {
  private entries: (NodeId | StandingMessage)[] = [];
  /** The first that was not worked off. */
  private next = 0;
  private waiting: (() => void)[] = [];

  get size(): number {
    return (this.entries.length - this.next) / WIDTH;
  }

  add(to: NodeId, from: NodeId, message: StandingMessage): void {
    this.entries.push(to, from, message);
  }

  /** Gives `receive` up to `count` messages, those that it adds among them. @returns how many. */
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

  /** Resolves when the queue was empty once. */
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
    // A long list lets go of its memory.
    if (this.entries.length > SHORT) this.entries = [];
    else this.entries.length = 0;
    this.next = 0;
    if (this.waiting.length === 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
