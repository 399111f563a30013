/**
 * Reads a worker's nodes with their standing-query state, without waking any. A sleeping node is read from the store
 * into a temporary copy. A read changes nothing, so it does not show queries to a node either.
 */
import type { NodeId } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import type { StandingNode, StandingState } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import { type StoredBatch, walkStored } from '../shard/stored-walk.js';

/** Awake nodes visited before other work runs. */
const NODES_PER_TURN = 256;

/** A node in its current state, with its standing-query state. The caller must not change or keep it. */
export interface PeekedNode extends StandingNode {
  readonly standing: StandingState | undefined;
}

export type NodePeek = (node: PeekedNode) => void;

export class NodePeeks {
  constructor(
    private readonly shards: WorkerShards,
    private readonly commits: GroupCommit,
    private readonly dispatch: StandingDispatch,
  ) {}

  /** Runs in order with other messages to the node. An id that was never written is an empty node. */
  async one(id: NodeId, inspect: NodePeek): Promise<void> {
    const shard = this.shards.of(id);
    for (;;) {
      const awake = shard.awake(id);
      if (awake !== undefined) return awake.whenAwake(inspect);
      const watch = shard.sleeping.watch();
      let stored: StoredNode | undefined;
      try {
        stored = await shard.persistor.readNode(id);
      } finally {
        shard.sleeping.unwatch(watch);
      }
      if (!watch.has(id)) return inspect(stored === undefined ? new NodeActor(id) : shard.copyOf(id, stored));
    }
  }

  /**
   * Visits every node that was ever written once, including nodes that exist only for standing queries. Nodes that are
   * written meanwhile may be seen in either state.
   */
  async all(inspect: NodePeek): Promise<void> {
    await this.commits.commit();
    for (const shard of this.shards.local) await this.allOf(shard, inspect);
  }

  /**
   * Returns distinct ids, approximately uniformly sampled: stored nodes and, if the store has too few, recently used
   * ones.
   */
  async sampleIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    const shards = this.shards.local;
    const each = Math.ceil(count / Math.max(1, shards.length));
    const ids = new Set<NodeId>();
    for (const shard of shards) {
      const stored = await shard.persistor.sampleNodeIds(each, random);
      for (const id of stored) ids.add(id);
      if (stored.length < each) for (const id of shard.recentNodes(each - stored.length)) ids.add(id);
    }
    return [...ids];
  }

  private async allOf(shard: Shard, inspect: NodePeek): Promise<void> {
    const awake = shard.present();
    const given = new Set<NodeId>(awake.map(({ id }) => id));
    for (let i = 0; i < awake.length; i++) {
      // The node may have fallen asleep since, and woken again.
      await this.one(awake[i]!.id, inspect);
      if (i % NODES_PER_TURN === NODES_PER_TURN - 1) await this.dispatch.giveWay();
    }
    const isNew = (id: NodeId): boolean => !given.has(id);
    const readBatch = (batch: StoredBatch): Promise<void> => this.readBatch(shard, batch, isNew, inspect);
    for await (const _ of walkStored(shard, isNew, readBatch)) await this.dispatch.giveWay();
  }

  private async readBatch(
    shard: Shard,
    batch: StoredBatch,
    isNew: (id: NodeId) => boolean,
    inspect: NodePeek,
  ): Promise<void> {
    for (const node of batch.nodes) {
      if (!isNew(node.id)) continue;
      const stored = batch.asleep(node);
      if (stored === undefined) await this.one(node.id, inspect);
      else inspect(shard.copyOf(node.id, stored));
    }
  }
}
