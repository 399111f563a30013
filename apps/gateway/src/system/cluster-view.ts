/** Members that share the graph, and the locations of its shards, as known to the owner of the graph. */
import type { ClusterView } from '@weir/api';
import type { WorkerPlacement } from '@weir/contract';
import type { ReaderInfo } from '@weir/streams';

export interface Member {
  readonly address: string;
  readonly capacity: number;
  /** Other members are preferred as the owner. */
  readonly isSpare: boolean;
  readonly rowsBehind?: number | undefined;
  readonly lends?: { readonly workers: number; readonly copies?: readonly number[] | undefined } | undefined;
}

export interface Membership {
  /** The current id of this process, which owns the graph. */
  readonly id: string;
  readonly epoch: number;
  /** Milliseconds from the decision that this process owns the graph until it answered; `undefined` until then. */
  readonly takeoverMillis: number | undefined;
  readonly members: ReadonlyMap<string, Member>;
  /** Number of other members that can own the graph at once. */
  readonly standbys: number;
}

/** Whether the member can own the graph at once. */
export function isReady({ capacity, isSpare }: Member): boolean {
  return capacity > 0 && !isSpare;
}

export function clusterView(
  { order, locations, moves }: WorkerPlacement,
  membership: Membership | undefined,
  readers: readonly ReaderInfo[],
): ClusterView {
  const own = membership?.id ?? null;
  const workers = locations.map(({ worker, process, shards, lag }) => ({
    worker,
    member: process ?? own,
    shards: [...shards],
    lag: lag ?? null,
  }));
  return {
    isShared: membership !== undefined,
    owner: own,
    epoch: membership?.epoch ?? 0,
    order,
    members: [...(membership?.members ?? [])].map(([id, member]) => ({
      id,
      address: member.address,
      isOwner: id === own,
      isLeaving: member.capacity === 0,
      isReady: isReady(member),
      lends: member.lends?.workers ?? 0,
      copies: member.lends?.copies === undefined ? null : [...member.lends.copies],
      rowsBehind: member.rowsBehind ?? null,
      shards: workers.flatMap(({ member, shards }) => (member === id ? shards : [])).sort((a, b) => a - b),
    })),
    workers,
    readers: readers.map(({ stream, process, records, trouble }) => ({
      stream,
      member: process ?? own,
      records,
      trouble: trouble ?? null,
    })),
    moves: moves.map(({ time, reason, millis }) => ({
      atTime: new Date(time).toISOString(),
      reason,
      millis: millis ?? null,
    })),
  };
}
