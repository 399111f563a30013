/**
 * Members and owners of shards, as one member has seen them so far. Two members that have seen the same revision have
 * the same layout, so a revision identifies a layout.
 */
import type { DirectoryChange } from './directory.js';

export interface MemberRecord {
  /** Address at which others reach it. */
  readonly address: string;
  /** Weight of its share of the shards. 0: it gives up all shards, in order. */
  readonly capacity: number;
  /** Whether it owns shards only if there are too few other members. */
  readonly isSpare: boolean;
  readonly lends?: LendingRecord | undefined;
  /** Result of its last check. Default: true. */
  readonly reachesStore?: boolean | undefined;
  /** Rows in the logs that its copies lacked at its last check. Default: unknown, or it has no copies. */
  readonly rowsBehind?: number | undefined;
}

/** Worker threads that a member lends to the owner of shards that it does not own itself. */
export interface LendingRecord {
  readonly workers: number;
  /** Secret that proves access to the directory. */
  readonly key: string;
  /** Version of the messages between workers. */
  readonly version: number;
  /** Shards whose data the member has. Default: all, or the store needs no copies. */
  readonly copies?: readonly number[] | undefined;
  /** Shards that it hosts now, if it does not have the data of all. */
  readonly hosts?: readonly number[] | undefined;
}

export interface ShardRecord {
  /**
   * Id of the owning run of a member: a process that was expelled returns under another id. `null`: given up, in order.
   */
  readonly owner: string | null;
  /** Increases by one each time a member takes the shard. 0: it was never taken. */
  readonly epoch: number;
}

export interface ShardAssignment extends ShardRecord {
  /** Revision of the key. 0: it does not exist. */
  readonly revision: number;
}

interface AssignmentChange {
  readonly shard: number;
  readonly isNewEpoch: boolean;
}

const MEMBER = 'member.';
const SHARD = 'shard.';
const NOBODY: ShardAssignment = { owner: null, epoch: 0, revision: 0 };

export function memberKey(id: string): string {
  return MEMBER + id;
}

/** @returns the id of the member with this key; `undefined`: it is another key. */
export function memberOf(key: string): string | undefined {
  return key.startsWith(MEMBER) ? key.slice(MEMBER.length) : undefined;
}

export function shardKey(shard: number): string {
  return SHARD + String(shard);
}

export class Layout {
  readonly members = new Map<string, MemberRecord>();
  private readonly assignments: ShardAssignment[];
  private lastRevision = 0;

  /** @param shardCount number of shards of the graph; never changes. */
  constructor(readonly shardCount: number) {
    this.assignments = Array.from({ length: shardCount }, () => NOBODY);
  }

  /** Revision of the last change that was applied. */
  get revision(): number {
    return this.lastRevision;
  }

  assignment(shard: number): ShardAssignment {
    return this.assignments[shard]!;
  }

  /** @returns the change of a shard's owner, if it is one. */
  apply({ key, value, revision }: DirectoryChange): AssignmentChange | undefined {
    this.lastRevision = revision;
    const id = memberOf(key);
    if (id !== undefined) {
      if (value === undefined) this.members.delete(id);
      else this.members.set(id, JSON.parse(value) as MemberRecord);
      return undefined;
    }
    if (!key.startsWith(SHARD) || value === undefined) return undefined;
    const shard = Number(key.slice(SHARD.length));
    const before = this.assignments[shard];
    if (before === undefined) return undefined;
    this.assignments[shard] = { ...(JSON.parse(value) as ShardRecord), revision };
    return { shard, isNewEpoch: this.assignments[shard].epoch > before.epoch };
  }
}
