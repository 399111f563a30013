/**
 * Looking at a worker's nodes with what standing queries know of them, without waking any: what sleeps is read from the
 * store into a copy, which is for looking alone. A look changes nothing, so it shows no query to a node either.
 */
import { type NodeId, WeirError } from '@weir/model';
import type { ScannedNode, StoredNode } from '@weir/persistor';
import type { StandingNode, StandingState } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import type { WakeWatch } from '../shard/sleeping-nodes.js';

export interface PeekPorts {
  readonly shards: readonly Shard[];
  shardOf(id: NodeId): Shard;
  /** Everything changed until now is in the store. */
  commit(): Promise<void>;
  /** Lets other work have its turn. */
  giveWay(): Promise<void>;
}

/** A node as it is, with what standing queries know of it. Not to be changed, nor kept. */
export interface NodeLook extends StandingNode {
  readonly standing: StandingState | undefined;
}

export type Look = (node: NodeLook) => void;

export class NodePeeks {
  constructor(private readonly ports: PeekPorts) {}

  /** In the order of what else is sent to the node. An id that was never written is an empty node. */
  async one(id: NodeId, look: Look): Promise<void> {
    const shard = this.ports.shardOf(id);
    for (;;) {
      const awake = shard.awake(id);
      if (awake !== undefined) return lookWhenAwake(awake, look);
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
    await this.ports.commit();
    for (const shard of this.ports.shards) await this.allOf(shard, look);
  }

  /** Some ids, each once, about evenly: stored ones, and where the store has too few, those touched last. */
  async sampleIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    const { shards } = this.ports;
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
      if (i % NODES_PER_TURN === NODES_PER_TURN - 1) await this.ports.giveWay();
    }
    const isWanted = (id: NodeId): boolean => !given.has(id) && shard.awake(id) === undefined;
    const batches = shard.persistor.scanNodes({ isWanted })[Symbol.asyncIterator]();
    try {
      for (;;) {
        const watch = shard.sleeping.watch();
        try {
          const step = await batches.next();
          if (step.done === true) return;
          for (const node of step.value)
            if (!given.has(node.id)) await this.scanned(shard, node, watch, look);
        } finally {
          shard.sleeping.unwatch(watch);
        }
        await this.ports.giveWay();
      }
    } finally {
      await batches.return?.();
    }
  }

  private scanned(
    shard: Shard,
    { id, stored }: ScannedNode,
    watch: WakeWatch,
    look: Look,
  ): Promise<void> | void {
    // It was awake, or is, or was written since it was read.
    if (stored === undefined || watch.has(id)) return this.one(id, look);
    look(shard.copyOf(id, stored));
  }
}

/** Awake ones, between two turns of other work. */
const NODES_PER_TURN = 256;

function lookWhenAwake(actor: NodeActor, look: Look): Promise<void> | void {
  const { waiting } = actor;
  if (waiting === undefined) {
    look(actor);
    return;
  }
  return new Promise((resolve, reject) =>
    waiting.push(() => {
      try {
        look(actor);
        resolve();
      } catch (error) {
        reject(WeirError.from(error));
      }
    }),
  );
}
