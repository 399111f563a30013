/**
 * Reads sleeping nodes without waking them, so that a query that reads many nodes once does not evict nodes in use.
 *
 * Copies are cached for a while, because a query that reads a node usually reads more of it. A sleeping node does not
 * change, so its copy is valid until the node wakes, and is dropped then. A node that woke while it was being read is
 * not cached.
 */
import { type NodeId } from '@weir/model';
import { isPromise, type MaybePromise } from '@weir/platform';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { NodeActor } from '../node/node-actor.js';
import { pastNode } from '../persistence/node-loader.js';

/** Stored bytes of the copies in one generation; there are two generations. */
const BYTES_PER_GENERATION = 4 << 20;
/** Approximate overhead of a copy, in bytes. */
const COPY_COST = 256;
/**
 * Size in bytes above which a node is woken at its next read. Otherwise a query that pages through its edges would read
 * them for each page.
 */
const WIDE_BYTES = 64 << 10;
const WIDE_REMEMBERED = 4096;

const MOST_BYTES_AHEAD = 16 << 20;

/** Nodes that woke since the watch began. */
export type WakeWatch = Set<NodeId>;

export class SleepingNodes {
  private young = new Map<NodeId, NodeActor>();
  private old = new Map<NodeId, NodeActor>();
  private youngBytes = 0;
  private readonly ahead = new Map<NodeId, StoredNode>();
  private aheadBytes = 0;
  private readonly wide = new Set<NodeId>();
  private readonly watches = new Set<WakeWatch>();

  constructor(private readonly persistor: Persistor) {}

  /** To be called before any operation on a node that is not awake. */
  wakes(id: NodeId): void {
    if (this.young.size > 0) this.young.delete(id);
    if (this.old.size > 0) this.old.delete(id);
    if (this.ahead.size > 0) this.ahead.delete(id);
    if (this.watches.size > 0) for (const watch of this.watches) watch.add(id);
  }

  /** Whether the node was read before and is too large to be read again without waking. */
  isWide(id: NodeId): boolean {
    return this.wide.size > 0 && this.wide.has(id);
  }

  /**
   * Returns the current node, which must not be changed; `undefined` if it was never written. The node must not be
   * awake.
   */
  peek(id: NodeId): MaybePromise<NodeActor | undefined> {
    const copy = this.young.get(id) ?? this.old.get(id);
    if (copy !== undefined) return copy;
    const stored = this.readAhead(id) ?? this.persistor.readNode(id);
    if (!isPromise(stored)) return this.copyOf(id, stored, undefined);
    const watch = this.watch();
    return stored.then(read => this.copyOf(id, read, watch)).finally(() => this.unwatch(watch));
  }

  /**
   * Keeps the stored content of a sleeping node for when it wakes. Used before very many nodes are woken.
   * @returns whether there is room for more.
   */
  keepAhead(id: NodeId, stored: StoredNode): boolean {
    this.ahead.set(id, stored);
    this.aheadBytes += COPY_COST + sizeOf(stored);
    return this.aheadBytes < MOST_BYTES_AHEAD;
  }

  /** Returns the stored content, if it was kept. The node must not be awake. */
  readAhead(id: NodeId): StoredNode | undefined {
    return this.ahead.size === 0 ? undefined : this.ahead.get(id);
  }

  forgetAhead(): void {
    this.ahead.clear();
    this.aheadBytes = 0;
  }

  /** To be called before reading nodes that are passed to `keep`. */
  watch(): WakeWatch {
    const watch: WakeWatch = new Set();
    this.watches.add(watch);
    return watch;
  }

  unwatch(watch: WakeWatch): void {
    this.watches.delete(watch);
  }

  /** @param watch started before the node was read. */
  keep(actor: NodeActor, stored: StoredNode, watch: WakeWatch | undefined): void {
    if (watch?.has(actor.id) === true) return;
    const bytes = COPY_COST + sizeOf(stored);
    if (bytes > WIDE_BYTES) {
      if (this.wide.size >= WIDE_REMEMBERED) this.wide.clear();
      this.wide.add(actor.id);
      return;
    }
    this.young.set(actor.id, actor);
    this.youngBytes += bytes;
    if (this.youngBytes < BYTES_PER_GENERATION) return;
    this.old = this.young;
    this.young = new Map();
    this.youngBytes = 0;
  }

  private copyOf(
    id: NodeId,
    stored: StoredNode | undefined,
    watch: WakeWatch | undefined,
  ): NodeActor | undefined {
    if (stored === undefined) return undefined;
    const actor = pastNode(id, stored);
    this.keep(actor, stored, watch);
    return actor;
  }
}

function sizeOf({ snapshot, journal }: StoredNode): number {
  let bytes = snapshot === undefined ? 0 : snapshot.bytes.length;
  for (let i = 0; i < journal.length; i++) bytes += journal[i]!.bytes.length;
  return bytes;
}
