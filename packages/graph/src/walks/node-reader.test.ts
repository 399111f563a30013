import { Direction, type NodeId } from '@weir/model';
import { NodeCounts } from '../catalog/node-counts.js';
import type { CrashRecovery } from '../durability/crash-recovery.js';
import type { HistoryLimit } from '../durability/history-limit.js';
import { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import { EVERY_EDGE, NodeReader } from './node-reader.js';

const NODE = 'read' as NodeId;
const LOST = 'without the other half' as NodeId;
const NOW = { atTime: undefined, passing: false };

const listener: NodeListener = {
  journal: { counts: new NodeCounts(), append: () => undefined },
  watchesProperties: false,
  existenceChanged: () => undefined,
  propertyChanged: () => undefined,
  labelChanged: () => undefined,
  edgeAdded: () => undefined,
  edgeRemoved: () => undefined,
  edgePropertyChanged: () => undefined,
};

test('omits a half edge that is settled between reading it and checking whether it is settled', async () => {
  const actor = new NodeActor(NODE);
  actor.addHalfEdge('e', Direction.Incoming, LOST, listener);
  const asked: NodeId[] = [];
  const recovery = {
    isOver: false,
    settle: () => undefined,
    // The recovery reached the other end meanwhile.
    settleEverywhere: (ids: Iterable<NodeId>) => {
      asked.push(...ids);
      if (actor.hasEdge('e', Direction.Incoming, LOST)) {
        actor.removeHalfEdge('e', Direction.Incoming, LOST, listener);
      }
      return Promise.resolve();
    },
  } as unknown as CrashRecovery;
  const shards = { of: () => ({ find: () => actor }) } as unknown as WorkerShards;
  const reader = new NodeReader(shards, {} as HistoryLimit, recovery);
  expect(await reader.expand({ ...EVERY_EDGE, nodes: [NODE] }, NOW)).toEqual([[]]);
  expect(asked).toEqual([LOST]);
});
