/**
 * Looking at a worker's nodes one after the other, awake or not. What sleeps is read in the order of the store, many
 * nodes at a time, and woken only if standing queries have something to do there; then it sleeps again as soon as that
 * is written, unless it was used meanwhile. So a walk over all nodes drives out none of those that are in use.
 */
import type { NodeId } from '@weir/model';
import type { ScannedNode } from '@weir/persistor';
import type { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import type { WakeWatch } from '../shard/sleeping-nodes.js';
import { type PacePorts, WalkPace } from './walk-pace.js';

export interface VisitPorts extends PacePorts {
  readonly shards: readonly Shard[];
  /** Standing queries would begin something on the node if it woke. */
  isBehind(node: NodeActor): boolean;
}

/** Not to be changed, nor kept: of a node that sleeps it is a copy. */
export type NodeVisit = (node: NodeActor) => void;

export class NodeVisits {
  constructor(private readonly ports: VisitPorts) {}

  /** For one walk. @param turn waited for whenever others have their turn. */
  pace(turn?: () => Promise<void>): WalkPace {
    const { giveWay, durable } = this.ports;
    return new WalkPace({ giveWay: turn === undefined ? giveWay : () => giveWay().then(turn), durable });
  }

  /** What the store of a shard has. */
  async stored(shard: Shard, parallelism: number, visit: NodeVisit, pace: WalkPace): Promise<void> {
    const isWanted = (id: NodeId): boolean => shard.awake(id) === undefined;
    const batches = shard.persistor.scanNodes({ isWanted })[Symbol.asyncIterator]();
    try {
      for (;;) {
        const watch = shard.sleeping.watch();
        try {
          const step = await batches.next();
          if (step.done === true) return;
          await this.visitBatch(shard, step.value, watch, parallelism, visit, pace);
        } finally {
          shard.sleeping.unwatch(watch);
        }
      }
    } finally {
      await batches.return?.();
    }
  }

  private async visitBatch(
    shard: Shard,
    nodes: readonly ScannedNode[],
    watch: WakeWatch,
    parallelism: number,
    visit: NodeVisit,
    pace: WalkPace,
  ): Promise<void> {
    let woken = 0;
    for (let i = 0; i < nodes.length; i++) {
      const { id, stored } = nodes[i]!;
      const awake = shard.awake(id);
      if (awake !== undefined && awake.waiting === undefined) {
        visit(awake);
      } else if (awake !== undefined || stored === undefined || watch.has(id)) {
        // It fell asleep after it was found awake, woke in between, or was purged: what was read may be old.
        await shard.whenAwake(id, visit);
        woken++;
      } else if (await this.visitAsleep(shard, shard.copyOf(id, stored), visit, pace)) {
        woken++;
      }
      const isEnough = woken >= parallelism;
      if (isEnough) woken = 0;
      if (pace.looked() || isEnough) await pace.turn();
    }
  }

  /** @returns whether it had to be woken. */
  private async visitAsleep(
    shard: Shard,
    copy: NodeActor,
    visit: NodeVisit,
    pace: WalkPace,
  ): Promise<boolean> {
    if (!this.ports.isBehind(copy)) {
      visit(copy);
      return false;
    }
    if (shard.rouse(copy)) {
      visit(copy);
      pace.roused(shard, copy);
    } else await shard.whenAwake(copy.id, visit);
    return true;
  }
}
