/**
 * Looks at nodes that sleep without waking them: what reads many nodes once must not drive out those that are used.
 *
 * What was looked at is kept for a while, because a query that comes upon a node mostly asks for more of it. A node
 * that sleeps does not change; so a copy is good until its node wakes, and then it is dropped. A copy is made from what
 * was read before, so one whose node woke while it was being read is not kept.
 */
import { isPromise, type MaybePromise, type NodeId } from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { NodeActor } from '../node/node-actor.js';
import { pastNode } from './node-loader.js';

/** Stored bytes of the copies of one generation; there are two. */
const BYTES_PER_GENERATION = 4 << 20;
/** What a copy costs beside its bytes, about. */
const COPY_COST = 256;
/** Larger nodes are no longer looked at but woken: who pages through their edges must not read them for each page. */
const WIDE_BYTES = 64 << 10;
const WIDE_REMEMBERED = 4096;

/** Of what is read ahead. */
const MOST_BYTES_AHEAD = 16 << 20;

/** Nodes that woke since it began. */
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

  /** To be called before anything is done with a node that is not awake. */
  wakes(id: NodeId): void {
    if (this.young.size > 0) this.young.delete(id);
    if (this.old.size > 0) this.old.delete(id);
    if (this.ahead.size > 0) this.ahead.delete(id);
    if (this.watches.size > 0) for (const watch of this.watches) watch.add(id);
  }

  /** It was looked at, and is too large for that to be done again. */
  isWide(id: NodeId): boolean {
    return this.wide.size > 0 && this.wide.has(id);
  }

  /** The node as it is, not to be changed; `undefined` when nothing was ever written of it. It must not be awake. */
  look(id: NodeId): MaybePromise<NodeActor | undefined> {
    const copy = this.young.get(id) ?? this.old.get(id);
    if (copy !== undefined) return copy;
    const stored = this.readAhead(id) ?? this.persistor.readNode(id);
    if (!isPromise(stored)) return this.copyOf(id, stored, undefined);
    const watch = this.watch();
    return stored.then(read => this.copyOf(id, read, watch)).finally(() => this.unwatch(watch));
  }

  /**
   * What is stored of a node that sleeps, for when it wakes: by whoever is about to wake very many.
   * @returns whether there is room for more.
   */
  keepAhead(id: NodeId, stored: StoredNode): boolean {
    this.ahead.set(id, stored);
    this.aheadBytes += COPY_COST + sizeOf(stored);
    return this.aheadBytes < MOST_BYTES_AHEAD;
  }

  /** As far as it was kept. The node must not be awake. */
  readAhead(id: NodeId): StoredNode | undefined {
    return this.ahead.size === 0 ? undefined : this.ahead.get(id);
  }

  forgetAhead(): void {
    this.ahead.clear();
    this.aheadBytes = 0;
  }

  /** To be called before nodes are read that `keep` is called with. */
  watch(): WakeWatch {
    const watch: WakeWatch = new Set();
    this.watches.add(watch);
    return watch;
  }

  unwatch(watch: WakeWatch): void {
    this.watches.delete(watch);
  }

  /** @param watch from before it was read. */
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
