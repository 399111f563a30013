/**
 * Which shards this member owns. It takes what it should have and nobody holds, and gives up in order what another
 * member should have; both are changes of the directory that only succeed if nobody was faster, and each taking is a
 * new epoch. It believes the watch alone: a shard is owned when the watch shows it, whatever became of the request.
 *
 * Nothing here keeps two members from believing that they own a shard at one time; the shard's log does that
 * (shard-log.ts). What the clock decides is how soon others take over, and when this member stops by itself.
 */
import type { Environment } from '@weir/model';
import type { Directory, DirectoryChange } from './directory.js';
import { Layout, type MemberRecord, memberKey, shardKey, type ShardRecord } from './layout.js';
import { holdersOf, wantedOwner } from './rendezvous.js';

/** Times in which a member says that it is there, within the time that others wait for it. */
const RENEWALS_PER_LEASE = 3;

export interface OwnershipOptions {
  /** Of this life; never used before. */
  readonly id: string;
  /** To begin with. */
  readonly member: MemberRecord;
  readonly shardCount: number;
  /** How many members are to hold shards; see `holdersOf`. */
  readonly holders: number;
  /** Who holds a shard and is there goes on with it, whoever comes. Default: shards move to who should have them. */
  readonly staysPut?: boolean;
  /** So long others wait for a sign of this member, and it for an answer of the directory. */
  readonly leaseMillis: number;
  readonly directory: Directory;
  readonly environment: Environment;
  readonly listener: OwnershipListener;
}

export interface OwnershipListener {
  /** A shard has a new owner. Before anything else that is told of this revision. */
  epochRose(shard: number): void;
  /** This member owns the shard, from this epoch on. */
  taken(shard: number, epoch: number): void;
  /** Another member should have it: resolves when everything is durable and nothing more is done. */
  leave(shard: number): Promise<void>;
  /** Somebody else owns it, or may: to be stopped at once. */
  lost(shard: number, cause: LossCause): void;
  /** The layout is that of another revision, and all that follows from it here was told. */
  advanced(revision: number): void;
  /** Others take this member for gone, or it can't know. It owns nothing, and may come again under another id. */
  expelled(cause: ExpulsionCause): void;
}

/** The directory says that it is gone; or it has not answered for a lease. */
export type ExpulsionCause = 'gone' | 'silence';

export type LossCause = 'taken' | ExpulsionCause;

export class Ownership {
  readonly layout: Layout;
  private readonly key: string;
  private endWatch: () => void = () => undefined;
  private cancelRenewal: () => void = () => undefined;
  private registration = 0;
  /** Settles when the directory has answered, or will not. */
  private renewal: Promise<void> = Promise.resolve();
  private member: MemberRecord;
  private lastRenewal: number;
  private isUpToDate = false;
  private isOver = false;
  /** Epochs by shard. */
  private readonly owned = new Map<number, number>();
  private readonly leaving = new Set<number>();
  /** Of those, the ones with which this member is through. */
  private readonly left = new Set<number>();
  /** Shards with a request to the directory under way. */
  private readonly asking = new Set<number>();

  constructor(private readonly options: OwnershipOptions) {
    this.layout = new Layout(options.shardCount);
    this.key = memberKey(options.id);
    this.member = options.member;
    this.lastRenewal = this.now();
  }

  start(): void {
    this.endWatch = this.options.directory.watch({
      changed: change => this.changed(change),
      upToDate: () => {
        this.isUpToDate = true;
        this.evaluate();
      },
    });
    this.renew();
  }

  /** From now on this member's share is another one; see `MemberRecord`. */
  weigh(capacity: number): void {
    this.present({ capacity });
  }

  /** From now on this member holds what no other one can; or as much as anybody. */
  stand(isSpare: boolean): void {
    if (isSpare !== this.member.isSpare) this.present({ isSpare });
  }

  /** From now on others know this of the member. */
  tell(news: Pick<MemberRecord, 'lends' | 'reachesStore'>): void {
    this.present(news);
  }

  private present(change: Partial<MemberRecord>): void {
    this.member = { ...this.member, ...change };
    this.cancelRenewal();
    this.renew();
  }

  /**
   * Nobody takes this member for gone, by its own clock: that may be wrong where clocks run at different speeds, and decides
   * about reads alone. After it stood still it is `false` before anything else has noticed.
   */
  get holdsLease(): boolean {
    return !this.isOver && this.now() - this.lastRenewal <= this.options.leaseMillis;
  }

  get ownsNothing(): boolean {
    return this.owned.size === 0;
  }

  /** Nothing is to be changed in the layout, as far as this member goes. */
  get isSettled(): boolean {
    if (!this.isUpToDate || this.leaving.size > 0 || this.asking.size > 0) return false;
    return Array.from({ length: this.layout.shardCount }, (_, shard) => shard).every(
      shard => this.layout.place(shard).owner === this.wanted(shard),
    );
  }

  /** The member goes, or is gone: nothing is told any more. */
  stop(): void {
    this.isOver = true;
    this.endWatch();
    this.cancelRenewal();
  }

  /**
   * After `stop`: others take at once what this member owned, rather than when its key goes. What it still writes finds
   * another epoch, as after its lease; nobody may be answered from it any more. Never rejects.
   */
  async resign(): Promise<void> {
    const { directory, leaseMillis } = this.options;
    if (!this.isOver || this.owned.size === 0) return;
    await this.renewal;
    const goes = JSON.stringify({ ...this.member, capacity: 0 });
    try {
      // First: while it could still be the one that should have them, nobody else would take them.
      await directory.put(this.key, goes, this.registration, leaseMillis);
      for (const [shard, epoch] of this.owned) {
        const { revision } = this.layout.place(shard);
        await directory.put(shardKey(shard), JSON.stringify({ owner: null, epoch }), revision);
      }
    } catch {
      // Its key goes by itself.
    }
  }

  private renew(): void {
    const { directory, environment, leaseMillis } = this.options;
    if (this.isOver) return;
    const asked = this.now();
    if (asked - this.lastRenewal > leaseMillis) return this.expel('silence');
    this.cancelRenewal = environment.scheduler.after(leaseMillis / RENEWALS_PER_LEASE, () => this.renew());
    const { key, member, registration } = this;
    this.renewal = directory.put(key, JSON.stringify(member), registration, leaseMillis).then(
      revision => {
        if (revision === undefined) return;
        this.registration = Math.max(revision, this.registration);
        this.lastRenewal = Math.max(asked, this.lastRenewal);
      },
      () => undefined,
    );
    this.evaluate();
  }

  private changed(change: DirectoryChange): void {
    if (this.isOver) return;
    const told = this.layout.apply(change);
    if (change.key === this.key) {
      // Of a renewal whose answer was lost, the watch tells.
      if (change.value !== undefined) this.registration = Math.max(change.revision, this.registration);
      else if (this.registration > 0) return this.expel('gone');
    }
    if (told !== undefined) {
      this.asking.delete(told.shard);
      if (told.isNewEpoch) this.turnTo(told.shard);
      else if (this.layout.place(told.shard).owner === null) this.handedOver(told.shard);
    }
    this.options.listener.advanced(change.revision);
    if (this.isUpToDate) this.evaluate();
  }

  private turnTo(shard: number): void {
    const { listener, id } = this.options;
    const { owner, epoch } = this.layout.place(shard);
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

  /** Of a clock that is never set. */
  private now(): number {
    const { clock } = this.options.environment;
    return clock.precise?.() ?? clock.now();
  }

  private expel(cause: ExpulsionCause): void {
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
    const { owner, epoch } = this.layout.place(shard);
    const wanted = this.wanted(shard);
    if (owner === id) {
      if ((wanted !== id || this.leaving.has(shard)) && this.owned.has(shard)) this.giveUp(shard);
    } else if (wanted === id && (owner === null || !this.layout.members.has(owner))) {
      this.ask(shard, { owner: id, epoch: epoch + 1 });
    }
  }

  private wanted(shard: number): string | undefined {
    const { members } = this.layout;
    const holders = holdersOf(members, this.options.holders);
    const { owner } = this.layout.place(shard);
    if (this.options.staysPut === true && owner !== null && holders.includes(owner)) return owner;
    return wantedOwner(shard, holders, members);
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
    this.ask(shard, { owner: null, epoch: this.layout.place(shard).epoch });
  }

  private handedOver(shard: number): void {
    this.owned.delete(shard);
    this.leaving.delete(shard);
    this.left.delete(shard);
  }

  private ask(shard: number, record: ShardRecord): void {
    if (this.asking.has(shard)) return;
    this.asking.add(shard);
    const { revision } = this.layout.place(shard);
    const { directory, environment, leaseMillis } = this.options;
    // What came of it the watch tells; after a while it is asked again.
    const askAgain = (): void => {
      environment.scheduler.after(leaseMillis / RENEWALS_PER_LEASE, () => {
        if (this.layout.place(shard).revision === revision) this.asking.delete(shard);
        this.evaluate();
      });
    };
    directory.put(shardKey(shard), JSON.stringify(record), revision).then(askAgain, askAgain);
  }
}
