export type {
  Directory,
  DirectoryChange,
  DirectoryKeys,
  DirectoryWatcher,
  HeldKey,
  HoldLoss,
  HoldTerms,
} from './directory.js';
export { Lease, type LeaseTerms, RENEWALS_PER_LEASE } from './lease.js';
export { LeaseHolder } from './lease-holder.js';
export {
  Layout,
  type LendingRecord,
  type MemberRecord,
  type ShardAssignment,
  type ShardRecord,
} from './layout.js';
export { ClusterMember } from './cluster-member.js';
export { type LossCause, Ownership, type OwnershipListener, type OwnershipOptions } from './ownership.js';
export { firstMembers } from './rendezvous.js';
export { Link, type LinkFrame } from './link.js';
export {
  type GraphLogs,
  type LogRow,
  type FollowedLog,
  type LogStore,
  type PlacedRow,
  positionAfter,
} from './log-store.js';
export { LOG_START, type LogPosition } from './log-position.js';
export type { GraphSnapshots, SnapshotStore, StoredSnapshot } from './snapshot-store.js';
export { ShardLog, type ShardLogOptions } from './shard-log.js';
export type { ShardHost, ShardHosting, ShardOutlet } from './shard-host.js';
