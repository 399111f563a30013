/**
 * Determines which shards this member owns. It takes shards that it should have and no member owns, and gives up
 * shards, in order, that another member should have. Both are changes of the directory that succeed only if no other
 * member was faster, and each take starts a new epoch. Only the watch counts: a shard is owned when the watch shows it,
 * whatever the outcome of the request.
 *
 * It also removes the keys of members that have been silent for a lease.
 *
 * Nothing here prevents two members from believing that they own a shard at the same time; the shard's log does that
 * (shard-log.ts). Clocks determine how soon others take over, and when this member stops automatically.
 */
import type { Environment } from '@weir/platform';
import type { Directory, DirectoryChange, HeldKey, HoldLoss } from './directory.js';
import { Layout, type MemberRecord, memberKey, memberOf, shardKey, type ShardRecord } from './layout.js';
import { RENEWALS_PER_LEASE } from './lease.js';
import { holdersOf, wantedOwner } from './rendezvous.js';
import { Silences } from './silences.js';

export interface OwnershipOptions {
  /** Id of this run of the process; never used before. */
  readonly id: string;
  /** Initial record. */
  readonly member: MemberRecord;
  readonly shardCount: number;
  /** Number of members that should own shards; see `holdersOf`. */
  readonly holders: number;
  /** A live owner keeps its shard when members join. By default, shards move to their preferred owner. */
  readonly staysPut?: boolean;
  /** How long others wait for a sign of this member while the directory works. */
  readonly leaseMillis: number;
  /** How long this member waits for an answer of the directory before it gives up its place. At least the lease. */
  readonly patienceMillis: number;
  readonly directory: Directory;
  readonly environment: Environment;
  readonly listener: OwnershipListener;
}

export interface OwnershipListener {
  /** A shard has a new owner. Called before any other callback of this revision. */
  epochRose(shard: number): void;
  /** This member owns the shard from this epoch on. */
  taken(shard: number, epoch: number): void;
  /** Another member should have the shard. Resolves when everything is durable and all work on it has ended. */
  leave(shard: number): Promise<void>;
  /** Another member owns the shard, or may own it: stop immediately. */
  lost(shard: number, cause: LossCause): void;
  /**
   * The directory has not confirmed this member's key for a lease. Until it does, another member may own its shards.
   * Called several times per lease.
   */
  doubted?(): void;
  /** The layout is at a new revision, and all its consequences here were reported. */
  advanced(revision: number): void;
  /** Other members consider this one lost, or it cannot know. It owns nothing, and may rejoin under another id. */
  expelled(cause: HoldLoss): void;
}

export type LossCause = 'taken' | HoldLoss;

export class Ownership {
  readonly layout: Layout;
  private readonly key: string;
  private endWatch: () => void = () => undefined;
  private cancelCheck: () => void = () => undefined;
  /** This member's key. */
  private held: HeldKey | undefined = undefined;
  private member: MemberRecord;
  private isUpToDate = false;
  private isOver = false;
  /** Epochs, keyed by shard. */
  private readonly owned = new Map<number, number>();
  private readonly leaving = new Set<number>();
  /** Shards being given up on which this member has finished its work. */
  private readonly left = new Set<number>();
  private readonly silences: Silences;
  /** Members that this one considers lost although their keys exist. */
  private readonly suspects = new Set<string>();
  /** Shards with a pending request to the directory. */
  private readonly proposed = new Set<number>();

  constructor(private readonly options: OwnershipOptions) {
    this.layout = new Layout(options.shardCount);
    this.key = memberKey(options.id);
    this.member = options.member;
    this.silences = new Silences(options.leaseMillis, options.environment.clock);
  }

  start(): void {
    this.endWatch = this.options.directory.watch({
      changed: change => this.changed(change),
      upToDate: () => {
        this.isUpToDate = true;
        this.evaluate();
      },
    });
    const { directory, leaseMillis, patienceMillis } = this.options;
    this.held = directory.holdKey(this.key, JSON.stringify(this.member), {
      leaseMillis,
      patienceMillis,
      lost: cause => this.expel(cause),
    });
    this.check();
  }

  /** Changes this member's share; see `MemberRecord`. */
  weigh(capacity: number): void {
    this.present({ capacity });
  }

  /** Makes this member a spare, which owns only shards that no other member can, or a regular member. */
  setSpare(isSpare: boolean): void {
    if (isSpare !== this.member.isSpare) this.present({ isSpare });
  }

  /** Publishes data about this member. */
  announce(news: Pick<MemberRecord, 'lends' | 'reachesStore' | 'rowsBehind'>): void {
    this.present(news);
  }

  /**
   * Considers another member lost before its key is removed, until its key changes: it may own no shard meanwhile. If it
   * lives, it loses its shards by `taken`, and may get them again.
   */
  suspect(member: string): void {
    if (this.isOver || member === this.options.id || !this.layout.members.has(member)) return;
    this.suspects.add(member);
    this.evaluate();
  }

  private present(change: Partial<MemberRecord>): void {
    this.member = { ...this.member, ...change };
    if (this.isOver) return;
    this.held?.set(JSON.stringify(this.member));
    this.evaluate();
  }

  /**
   * Whether, by its own clock, no other member considers this one silent. May be wrong if clocks run at different speeds,
   * and is used only for reads. After the process stalled it is `false` before anything else has noticed.
   */
  get holdsLease(): boolean {
    return !this.isOver && this.held?.isHeld === true;
  }

  get ownsNothing(): boolean {
    return this.owned.size === 0;
  }

  /** Whether this member has no changes to make in the layout. */
  get isSettled(): boolean {
    if (!this.isUpToDate || this.leaving.size > 0 || this.proposed.size > 0) return false;
    return Array.from({ length: this.layout.shardCount }, (_, shard) => shard).every(
      shard => this.layout.assignment(shard).owner === this.wanted(shard),
    );
  }

  /** Stops all notifications, because the member leaves or is lost. */
  stop(): void {
    this.isOver = true;
    this.endWatch();
    this.cancelCheck();
    void this.held?.release();
  }

  /**
   * After `stop`: removes this member's key, so that others take its shards immediately. Its late writes
   * find another epoch, as after its lease; no request may be answered from its state any more. Never rejects.
   */
  async resign(): Promise<void> {
    if (!this.isOver || this.held === undefined || this.owned.size === 0) return;
    // If this fails, others remove its key later.
    this.remove(this.options.id, await this.held.release());
  }

  private check(): void {
    const { held } = this;
    if (this.isOver || held === undefined) return;
    if (held.loss !== undefined) return this.expel(held.loss);
    const { environment, leaseMillis, listener } = this.options;
    if (!held.isHeld) listener.doubted?.();
    this.cancelCheck = environment.scheduler.after(leaseMillis / RENEWALS_PER_LEASE, () => this.check());
    this.evaluate();
  }

  private changed(change: DirectoryChange): void {
    if (this.isOver) return;
    const layoutChange = this.layout.apply(change);
    const member = memberOf(change.key);
    if (member !== undefined) this.memberChanged(member, change);
    if (layoutChange !== undefined) {
      this.proposed.delete(layoutChange.shard);
      if (layoutChange.isNewEpoch) this.turnTo(layoutChange.shard);
      else if (this.layout.assignment(layoutChange.shard).owner === null) this.handedOver(layoutChange.shard);
    }
    this.options.listener.advanced(change.revision);
    if (this.isUpToDate) this.evaluate();
  }

  private memberChanged(member: string, { value, revision }: DirectoryChange): void {
    this.suspects.delete(member);
    if (value === undefined) this.silences.gone(member);
    else if (member !== this.options.id) this.silences.heard(member, revision);
    else for (const silent of this.silences.renewed()) this.remove(silent.member, silent.revision);
  }

  /** If the member gives a sign first, this changes nothing. */
  private remove(member: string, revision: number): void {
    this.options.directory.put(memberKey(member), undefined, revision).catch(() => undefined);
  }

  private turnTo(shard: number): void {
    const { listener, id } = this.options;
    const { owner, epoch } = this.layout.assignment(shard);
    if (this.owned.has(shard)) this.drop(shard, 'taken');
    listener.epochRose(shard);
    if (owner !== id) return;
    this.owned.set(shard, epoch);
    listener.taken(shard, epoch);
  }

  private drop(shard: number, cause: LossCause): void {
    this.owned.delete(shard);
    this.leaving.delete(shard);
    this.left.delete(shard);
    this.options.listener.lost(shard, cause);
  }

  private expel(cause: HoldLoss): void {
    if (this.isOver) return;
    this.stop();
    for (const shard of [...this.owned.keys()]) this.drop(shard, cause);
    this.options.listener.expelled(cause);
  }

  private evaluate(): void {
    if (this.isOver || !this.isUpToDate || !this.layout.members.has(this.options.id)) return;
    for (let shard = 0; shard < this.layout.shardCount; shard++) this.evaluateShard(shard);
  }

  private evaluateShard(shard: number): void {
    const { id } = this.options;
    const { owner, epoch } = this.layout.assignment(shard);
    const wanted = this.wanted(shard);
    if (owner === id) {
      if ((wanted !== id || this.leaving.has(shard)) && this.owned.has(shard)) this.giveUp(shard);
    } else if (wanted === id && (owner === null || !this.trusted.has(owner))) {
      this.propose(shard, { owner: id, epoch: epoch + 1 });
    }
  }

  private wanted(shard: number): string | undefined {
    const members = this.trusted;
    const holders = holdersOf(members, this.options.holders);
    const { owner } = this.layout.assignment(shard);
    if (this.options.staysPut === true && owner !== null && holders.includes(owner)) return owner;
    return wantedOwner(shard, holders, members);
  }

  private get trusted(): ReadonlyMap<string, MemberRecord> {
    const { members } = this.layout;
    return this.suspects.size === 0
      ? members
      : new Map([...members].filter(([member]) => !this.suspects.has(member)));
  }

  private giveUp(shard: number): void {
    if (this.leaving.has(shard)) {
      if (this.left.has(shard)) this.handOver(shard);
      return;
    }
    this.leaving.add(shard);
    const epoch = this.owned.get(shard);
    void this.options.listener.leave(shard).then(() => {
      if (this.isOver || this.owned.get(shard) !== epoch) return;
      this.left.add(shard);
      this.handOver(shard);
    });
  }

  private handOver(shard: number): void {
    this.propose(shard, { owner: null, epoch: this.layout.assignment(shard).epoch });
  }

  private handedOver(shard: number): void {
    this.owned.delete(shard);
    this.leaving.delete(shard);
    this.left.delete(shard);
  }

  private propose(shard: number, record: ShardRecord): void {
    if (this.proposed.has(shard)) return;
    this.proposed.add(shard);
    const { revision } = this.layout.assignment(shard);
    const { directory, environment, leaseMillis } = this.options;
    // The watch reports the outcome; if it does not, the request is repeated after a while.
    const retry = (): void => {
      environment.scheduler.after(leaseMillis / RENEWALS_PER_LEASE, () => {
        if (this.layout.assignment(shard).revision === revision) this.proposed.delete(shard);
        this.evaluate();
      });
    };
    directory.put(shardKey(shard), JSON.stringify(record), revision).then(retry, retry);
  }
}
