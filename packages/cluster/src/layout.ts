/**
 * Who is there and who owns which shard, as one member has heard of it so far. Two members that have heard of the same
 * revision see the same layout: so a revision names one.
 */
import type { DirectoryChange } from './directory.js';

export interface MemberRecord {
  /** How others reach it. */
  readonly address: string;
  /** Its share of the shards, compared with that of others. 0: it gives all up, in order. */
  readonly capacity: number;
  /** Holds nothing while enough others are there. */
  readonly isSpare: boolean;
  readonly lends?: LendingRecord | undefined;
  /** At its last look. Default: true. */
  readonly reachesStore?: boolean | undefined;
}

/** Worker threads that a member has for whoever owns what it does not. */
export interface LendingRecord {
  readonly workers: number;
  /** Whoever shows it has read the directory. */
  readonly key: string;
  /** Of what workers say to each other. */
  readonly version: number;
}

export interface ShardRecord {
  /** The life of a member: a process that lost its place comes back under another id. `null`: given up, in order. */
  readonly owner: string | null;
  /** Rises by one each time that somebody takes the shard. 0: nobody has as yet. */
  readonly epoch: number;
}

export interface ShardPlace extends ShardRecord {
  /** Of the key. 0: it is not there. */
  readonly revision: number;
}

interface PlaceChange {
  readonly shard: number;
  readonly isNewEpoch: boolean;
}

const MEMBER = 'member.';
const SHARD = 'shard.';
const NOBODY: ShardPlace = { owner: null, epoch: 0, revision: 0 };

export function memberKey(id: string): string {
  return MEMBER + id;
}

export function shardKey(shard: number): string {
  return SHARD + String(shard);
}

export class Layout {
  readonly members = new Map<string, MemberRecord>();
  private readonly places: ShardPlace[];
  private lastRevision = 0;

  /** @param shardCount of the graph; never changes. */
  constructor(readonly shardCount: number) {
    this.places = Array.from({ length: shardCount }, () => NOBODY);
  }

  /** Of the last change that is in it. */
  get revision(): number {
    return this.lastRevision;
  }

  place(shard: number): ShardPlace {
    return this.places[shard]!;
  }

  /** @returns what it says of a shard, if it does. */
  apply({ key, value, revision }: DirectoryChange): PlaceChange | undefined {
    this.lastRevision = revision;
    if (key.startsWith(MEMBER)) {
      const id = key.slice(MEMBER.length);
      if (value === undefined) this.members.delete(id);
      else this.members.set(id, JSON.parse(value) as MemberRecord);
      return undefined;
    }
    if (!key.startsWith(SHARD) || value === undefined) return undefined;
    const shard = Number(key.slice(SHARD.length));
    const before = this.places[shard];
    if (before === undefined) return undefined;
    this.places[shard] = { ...(JSON.parse(value) as ShardRecord), revision };
    return { shard, isNewEpoch: this.places[shard].epoch > before.epoch };
  }
}
