/** Members that share the graph, and the locations of its shards, as known to the owner of the graph. */
import type { ClusterView } from '@weir/api';
import type { WorkerPlacement } from '@weir/contract';
import type { ReaderInfo } from '@weir/streams';

export interface Membership {
  /** The current id of this process, which owns the graph. */
  readonly id: string;
  readonly epoch: number;
  readonly members: ReadonlyMap<
    string,
    {
      readonly address: string;
      readonly capacity: number;
      readonly lends?: { readonly workers: number } | undefined;
    }
  >;
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
    members: [...(membership?.members ?? [])].map(([id, { address, capacity, lends }]) => ({
      id,
      address,
      isOwner: id === own,
      isLeaving: capacity === 0,
      lends: lends?.workers ?? 0,
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
