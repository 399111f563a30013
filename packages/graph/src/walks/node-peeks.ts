/**
 * Looking at a worker's nodes with what standing queries know of them, without waking any: what sleeps is read from the
 * store into a copy, which is for looking alone. A look changes nothing, so it shows no query to a node either.
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

/** Awake ones, between two turns of other work. */
const NODES_PER_TURN = 256;

/** A node as it is, with what standing queries know of it. Not to be changed, nor kept. */
export interface NodeLook extends StandingNode {
  readonly standing: StandingState | undefined;
}

export type Look = (node: NodeLook) => void;

export class NodePeeks {
  constructor(
    private readonly shards: WorkerShards,
    private readonly commits: GroupCommit,
    private readonly dispatch: StandingDispatch,
  ) {}

  /** In the order of what else is sent to the node. An id that was never written is an empty node. */
  async one(id: NodeId, look: Look): Promise<void> {
    const shard = this.shards.of(id);
    for (;;) {
      const awake = shard.awake(id);
      if (awake !== undefined) return awake.whenAwake(look);
      const watch = shard.sleeping.watch();
      let stored: StoredNode | undefined;
      try {
        stored = await shard.persistor.readNode(id);
      } finally {
        shard.sleeping.unwatch(watch);
      }
      if (!watch.has(id)) return look(stored === undefined ? new NodeActor(id) : shard.copyOf(id, stored));
    }
  }

  /**
   * Every node that was ever written, each once, those too that exist for standing queries alone. Nodes that are written
   * meanwhile may be seen as they were or as they are.
   */
  async all(look: Look): Promise<void> {
    await this.commits.commit();
    for (const shard of this.shards.local) await this.allOf(shard, look);
  }

  /** Some ids, each once, about evenly: stored ones, and where the store has too few, those touched last. */
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

  private async allOf(shard: Shard, look: Look): Promise<void> {
    const awake = shard.present();
    const given = new Set<NodeId>(awake.map(({ id }) => id));
    for (let i = 0; i < awake.length; i++) {
      // It may have fallen asleep since, and woken again.
      await this.one(awake[i]!.id, look);
      if (i % NODES_PER_TURN === NODES_PER_TURN - 1) await this.dispatch.giveWay();
    }
    const isNew = (id: NodeId): boolean => !given.has(id);
    const lookAt = (batch: StoredBatch): Promise<void> => this.lookAt(shard, batch, isNew, look);
    for await (const _ of walkStored(shard, isNew, lookAt)) await this.dispatch.giveWay();
  }

  private async lookAt(
    shard: Shard,
    batch: StoredBatch,
    isNew: (id: NodeId) => boolean,
    look: Look,
  ): Promise<void> {
    for (const node of batch.nodes) {
      if (!isNew(node.id)) continue;
      const stored = batch.asleep(node);
      if (stored === undefined) await this.one(node.id, look);
      else look(shard.copyOf(node.id, stored));
    }
  }
}
