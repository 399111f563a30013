/**
 * Visits a worker's nodes one after the other, awake or not. Sleeping nodes are read in the store's order, many at a
 * time, and woken only if standing queries have something to do there. A woken node sleeps again once its changes are
 * written, unless it was used meanwhile. So a walk over all nodes evicts none that are in use.
 */
import type { NodeEvaluation } from '@weir/standing';
import type { Arrivals } from '../effects/arrivals.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import type { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import { type StoredBatch, walkStored } from '../shard/stored-walk.js';
import { WalkPace } from './walk-pace.js';

/** The visitor must not change or keep the node; a sleeping node is passed as a copy. */
export type NodeVisit = (node: NodeActor) => void;

const NOT_VISITED: NodeVisit = () => undefined;

export class NodeVisits {
  constructor(
    private readonly evaluation: NodeEvaluation,
    private readonly dispatch: StandingDispatch,
    private readonly arrivals: Arrivals,
  ) {}

  /** Returns the pace for one walk. @param turn awaited whenever other work gets its turn. */
  pace(turn?: () => Promise<void>): WalkPace {
    return new WalkPace(this.dispatch, this.arrivals, turn);
  }

  /**
   * Visits the stored nodes of a shard.
   * @param after nodes are woken for queries that started after this many others.
   */
  async stored(
    shard: Shard,
    after: number,
    parallelism: number,
    visit: NodeVisit | undefined,
    pace: WalkPace,
  ): Promise<void> {
    const visitBatch = (batch: StoredBatch): Promise<void> =>
      this.visitBatch(shard, batch, after, parallelism, visit ?? NOT_VISITED, pace);
    for await (const _ of walkStored(shard, () => true, visitBatch));
  }

  private async visitBatch(
    shard: Shard,
    batch: StoredBatch,
    after: number,
    parallelism: number,
    visit: NodeVisit,
    pace: WalkPace,
  ): Promise<void> {
    let woken = 0;
    for (const node of batch.nodes) {
      const stored = batch.asleep(node);
      const awake = stored === undefined ? shard.awake(node.id) : undefined;
      if (awake !== undefined && awake.waiting === undefined) {
        visit(awake);
      } else if (stored === undefined) {
        await shard.actor(node.id).whenAwake(visit);
        woken++;
      } else if (await this.visitAsleep(shard, shard.copyOf(node.id, stored), after, visit, pace)) {
        woken++;
      }
      const isEnough = woken >= parallelism;
      if (isEnough) woken = 0;
      if (pace.checked() || isEnough) await pace.turn();
    }
  }

  /** @returns whether the node had to be woken. */
  private async visitAsleep(
    shard: Shard,
    copy: NodeActor,
    after: number,
    visit: NodeVisit,
    pace: WalkPace,
  ): Promise<boolean> {
    if (!this.evaluation.isBehind(copy, copy.standing, after)) {
      visit(copy);
      return false;
    }
    if (shard.rouse(copy)) {
      visit(copy);
      pace.roused(shard, copy);
    } else await shard.actor(copy.id).whenAwake(visit);
    return true;
  }
}
