/**
 * What a shard notes on a node while it is awake, beside what the node is. There may be millions: so flags share one
 * field, and what is under way shares another.
 */
import { type MaybePromise, type NodeEvent, WeirError } from '@weir/model';
import { NEVER_JOURNALLED } from './snapshot-worth.js';

const EXISTS = 1;
const OWNS_PROPERTIES = 2;
const BEING_WRITTEN = 4;
const WAS_USED = 8;
const IS_UNSAVED = 16;

/** What a node has under way that others wait for. */
class Held {
  constructor(
    readonly waiting: (() => void)[],
    public unwritten: NodeEvent[] | undefined,
  ) {}
}

export abstract class NodeUpkeep {
  private flags = 0;
  /** Mostly nothing or unwritten events. */
  private pending: NodeEvent[] | Held | undefined = undefined;
  /** What the journal holds past the last snapshot, against the cost of another one: see snapshot-worth.ts. */
  journalBalance = NEVER_JOURNALLED;

  /** Written and not deleted since. */
  get exists(): boolean {
    return (this.flags & EXISTS) !== 0;
  }

  protected set exists(exists: boolean) {
    this.flags = exists ? this.flags | EXISTS : this.flags & ~EXISTS;
  }

  /** Nobody else holds the map of properties: it may be changed in place. */
  protected get ownsProperties(): boolean {
    return (this.flags & OWNS_PROPERTIES) !== 0;
  }

  protected set ownsProperties(owns: boolean) {
    this.flags = owns ? this.flags | OWNS_PROPERTIES : this.flags & ~OWNS_PROPERTIES;
  }

  /** Events of the node are on their way to the store. */
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

  /** Changed since the last snapshot, with no journal that has it. */
  get isUnsaved(): boolean {
    return (this.flags & IS_UNSAVED) !== 0;
  }

  set isUnsaved(unsaved: boolean) {
    this.flags = unsaved ? this.flags | IS_UNSAVED : this.flags & ~IS_UNSAVED;
  }

  /** Nothing of the node is on its way to the store or from it: it may sleep. */
  get canSleep(): boolean {
    return this.pending === undefined && !this.isBeingWritten;
  }

  /** Events since the last group was handed to the store, in order. */
  get unwritten(): NodeEvent[] | undefined {
    const { pending } = this;
    return pending instanceof Held ? pending.unwritten : pending;
  }

  set unwritten(events: NodeEvent[] | undefined) {
    if (this.pending instanceof Held) this.pending.unwritten = events;
    else this.pending = events;
  }

  /** While the node is being read from the store, or waits for room: what waits for it, in order. */
  get waiting(): (() => void)[] | undefined {
    const { pending } = this;
    return pending instanceof Held ? pending.waiting : undefined;
  }

  set waiting(tasks: (() => void)[] | undefined) {
    const { unwritten } = this;
    this.pending = tasks === undefined ? unwritten : new Held(tasks, unwritten);
  }

  /**
   * Calls `visit` at once if the node is awake, else when it is, in the order of what else is sent to it.
   * @returns when that is done; fails with what `visit` throws.
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
