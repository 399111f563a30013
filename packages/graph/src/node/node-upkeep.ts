/**
 * Bookkeeping that a shard keeps on an awake node, in addition to the node's content. There may be millions of nodes,
 * so all flags share one field, and all pending work shares another.
 */
import { type NodeEvent } from '@weir/model';
import { type MaybePromise, WeirError } from '@weir/platform';
import { NEVER_JOURNALLED } from './snapshot-worth.js';

const EXISTS = 1;
const OWNS_PROPERTIES = 2;
const BEING_WRITTEN = 4;
const WAS_USED = 8;
const IS_UNSAVED = 16;

/** Work in flight on a node, and what waits for it. */
class Held {
  constructor(
    readonly waiting: (() => void)[],
    public unwritten: NodeEvent[] | undefined,
  ) {}
}

export abstract class NodeUpkeep {
  private flags = 0;
  /** Usually nothing, or only unwritten events. */
  private pending: NodeEvent[] | Held | undefined = undefined;
  /** Journal bytes since the last snapshot, offset against the cost of another one: see snapshot-worth.ts. */
  journalBalance = NEVER_JOURNALLED;

  /** Whether the node was written and not deleted since. */
  get exists(): boolean {
    return (this.flags & EXISTS) !== 0;
  }

  protected set exists(exists: boolean) {
    this.flags = exists ? this.flags | EXISTS : this.flags & ~EXISTS;
  }

  /** Whether no one else refers to the property map, so it may be changed in place. */
  protected get ownsProperties(): boolean {
    return (this.flags & OWNS_PROPERTIES) !== 0;
  }

  protected set ownsProperties(owns: boolean) {
    this.flags = owns ? this.flags | OWNS_PROPERTIES : this.flags & ~OWNS_PROPERTIES;
  }

  /** Events of the node are being written to the store. */
  get isBeingWritten(): boolean {
    return (this.flags & BEING_WRITTEN) !== 0;
  }

  set isBeingWritten(writing: boolean) {
    this.flags = writing ? this.flags | BEING_WRITTEN : this.flags & ~BEING_WRITTEN;
  }

  /** Touched since the last search for nodes to put to sleep. */
  get wasUsed(): boolean {
    return (this.flags & WAS_USED) !== 0;
  }

  set wasUsed(used: boolean) {
    this.flags = used ? this.flags | WAS_USED : this.flags & ~WAS_USED;
  }

  /** Changed since the last snapshot, and the change is in no journal. */
  get isUnsaved(): boolean {
    return (this.flags & IS_UNSAVED) !== 0;
  }

  set isUnsaved(unsaved: boolean) {
    this.flags = unsaved ? this.flags | IS_UNSAVED : this.flags & ~IS_UNSAVED;
  }

  /** Whether the node may sleep: none of its data is being read from or written to the store. */
  get canSleep(): boolean {
    return this.pending === undefined && !this.isBeingWritten;
  }

  /** Events since the last group was passed to the store, in order. */
  get unwritten(): NodeEvent[] | undefined {
    const { pending } = this;
    return pending instanceof Held ? pending.unwritten : pending;
  }

  set unwritten(events: NodeEvent[] | undefined) {
    if (this.pending instanceof Held) this.pending.unwritten = events;
    else this.pending = events;
  }

  /** Callbacks that wait while the node is read from the store or waits for room, in order. */
  get waiting(): (() => void)[] | undefined {
    const { pending } = this;
    return pending instanceof Held ? pending.waiting : undefined;
  }

  set waiting(tasks: (() => void)[] | undefined) {
    const { unwritten } = this;
    this.pending = tasks === undefined ? unwritten : new Held(tasks, unwritten);
  }

  /**
   * Calls `visit` immediately if the node is awake; otherwise when it wakes, in order with other messages to it.
   * @returns when the visit is done; fails with any error that `visit` throws.
   */
  whenAwake(visit: (node: this) => void): MaybePromise<void> {
    const { waiting } = this;
    if (waiting === undefined) {
      visit(this);
      return undefined;
    }
    return new Promise((resolve, reject) =>
      waiting.push(() => {
        try {
          visit(this);
          resolve();
        } catch (error) {
          reject(WeirError.from(error));
        }
      }),
    );
  }
}
