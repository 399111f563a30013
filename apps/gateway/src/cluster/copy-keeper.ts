/**
 * Decides which shards this process follows, if each shard is followed by some members only. All members decide in the
 * same way, from their names and from what they host, so they need not agree. A member that is away for a moment keeps
 * its shards. A copy is given up only when those that have to follow the shard have one.
 */
import { firstMembers } from '@weir/cluster';
import { type Environment, every } from '@weir/platform';

/** Time after which a member that is away is not expected back. */
const ABSENCE_MILLIS = 60_000;
const CHECK_MILLIS = 30_000;

/** Keyed by the member's name. */
export type ShardsOfMembers = ReadonlyMap<
  string,
  {
    /** Shards whose data it has. Default: all. */
    readonly copies?: readonly number[] | undefined;
    readonly hosts?: readonly number[] | undefined;
  }
>;

export interface CopyKeeperOptions {
  readonly name: string;
  /** Number of shards of the graph. */
  readonly shards: number;
  /** Number of members that follow each shard, besides the one that hosts it. */
  readonly count: number;
  readonly copies: {
    /** Shards of which this process has the data. */
    readonly shards?: readonly number[] | undefined;
    keep(shards: readonly number[]): void;
    stored(): Promise<readonly number[]>;
  };
  readonly environment: Environment;
  /** Returns the members known now; none while this process is not one of them. */
  members(): ShardsOfMembers;
}

export class CopyKeeper {
  /** When each member was last seen, by the clock. */
  private readonly seen = new Map<string, number>();
  private readonly since: number;
  private stored: readonly number[] | undefined = undefined;
  private hasBegun = false;
  private readonly endChecks: () => void;

  constructor(private readonly options: CopyKeeperOptions) {
    const { copies, environment } = options;
    this.since = environment.clock.now();
    void copies.stored().then(stored => {
      this.stored = stored;
      this.changed();
    });
    this.endChecks = every(environment.scheduler, CHECK_MILLIS, () => this.check());
  }

  /** Call when the members have changed. */
  changed(): void {
    const now = this.options.environment.clock.now();
    for (const name of this.options.members().keys()) this.seen.set(name, now);
    if (!this.hasBegun) this.begin();
  }

  stop(): void {
    this.endChecks();
  }

  /** A process that was a member before continues with its shards; the other members may be about to return, too. */
  private begin(): void {
    const { stored, options } = this;
    if (stored === undefined || this.seen.size === 0) return;
    this.hasBegun = true;
    if (stored.length > 0) options.copies.keep(stored);
    else this.keep();
  }

  private check(): void {
    this.changed();
    if (this.hasBegun && this.options.environment.clock.now() - this.since >= ABSENCE_MILLIS) this.keep();
  }

  private keep(): void {
    const { name, shards, count, copies, environment, members } = this.options;
    const now = environment.clock.now();
    for (const [member, at] of this.seen) if (now - at > ABSENCE_MILLIS) this.seen.delete(member);
    const known = members();
    const hosts = new Map(
      [...known].flatMap(([member, record]) => record.hosts?.map(shard => [shard, member] as const) ?? []),
    );
    const has = (member: string, shard: number): boolean =>
      known.has(member) && (known.get(member)!.copies?.includes(shard) ?? true);
    const isKept = (shard: number): boolean => {
      const host = hosts.get(shard);
      const others = [...this.seen.keys()].filter(member => member !== host);
      // While no member hosts it, one of the first will.
      const followers = firstMembers(shard, others, host === undefined ? count + 1 : count);
      if (followers.includes(name)) return true;
      return copies.shards?.includes(shard) === true && !followers.every(member => has(member, shard));
    };
    copies.keep(Array.from({ length: shards }, (_, shard) => shard).filter(isKept));
  }
}
