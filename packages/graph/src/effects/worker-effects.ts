/**
 * One worker's view of effects on nodes: applies effects on its own nodes and sends others to their owners. A message
 * to a shard of this worker is a call; a message to another worker waits for the next frame.
 */
import { type NodeId } from '@weir/model';
import { isPromise, type MaybePromise, type WeirError } from '@weir/platform';
import type { ChangeRelevance } from '@weir/standing';
import { type EffectBatch, EFFECTS_PER_MESSAGE } from '../mail/effect-batch.js';
import type { WorkerMail } from '../mail/worker-mail.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';
import type { StoreFailures } from '../shard/store-failures.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import type { Arrivals } from './arrivals.js';
import { applyEffects, type EffectTarget } from './effect-application.js';
import { HalfEdgeEffects } from './half-edge-effects.js';

export class WorkerEffects implements EffectTarget {
  readonly halfEdges: HalfEdgeEffects;

  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly commits: GroupCommit,
    private readonly storeFailures: StoreFailures,
    private readonly dispatch: StandingDispatch,
    readonly arrivals: Arrivals,
    readonly relevance: ChangeRelevance,
    firstNumber: number,
  ) {
    this.halfEdges = new HalfEdgeEffects(this, arrivals, shards.workers.length > 1, firstNumber);
  }

  shardOf(id: NodeId): Shard {
    return this.shards.of(id);
  }

  beginUnit(): number {
    return this.dispatch.beginUnit();
  }

  listen(actor: NodeActor, shard: Shard, { origin, readAt }: EffectBatch, unit: number): NodeListener {
    return this.dispatch.listen(actor, shard.journal, origin, unit, readAt);
  }

  /** Applies effects to this worker's nodes. @returns the first error, when all are applied (not yet durable). */
  apply(batch: EffectBatch): MaybePromise<WeirError | undefined> {
    const outcome = applyEffects(batch, this.shards.index, this);
    this.dispatch.finishMessage();
    return outcome;
  }

  /**
   * Like `apply`, for effects sent by another worker. The caller must call `finishMessage` afterwards.
   * @returns the first error, when all are durable.
   */
  receive(from: number, batch: EffectBatch): Promise<WeirError | undefined> {
    const applied = applyEffects(batch, from, this);
    return isPromise(applied)
      ? applied.then(error => this.commits.commit().then(() => error))
      : this.commits.commit().then(() => applied);
  }

  /** Sends effects to another worker's nodes. Resolves when they are durable there. */
  async send(worker: number, batch: EffectBatch): Promise<void> {
    try {
      await this.mail.effects(worker, batch);
    } catch (error) {
      this.storeFailures.note(worker, error);
      throw error;
    }
  }

  /**
   * Sends one message to each worker at a time, so that effects of a node with very many edges do not wake too many
   * nodes together.
   */
  async forward(batch: EffectBatch): Promise<void> {
    const byWorker: EffectBatch[][] = [];
    batch.distribute(node => {
      const messages = (byWorker[this.shards.workerOf(node)] ??= [batch.emptied()]);
      const last = messages[messages.length - 1]!;
      if (last.nodes.length < EFFECTS_PER_MESSAGE) return last;
      const next = batch.emptied();
      messages.push(next);
      return next;
    });
    const sent: Promise<void>[] = [];
    byWorker.forEach((messages, worker) => sent.push(this.deliverAll(worker, messages)));
    await Promise.all(sent);
  }

  async requestBy(from: number, batch: EffectBatch): Promise<void> {
    if (from !== this.shards.index) {
      await this.mail.request(from, 'ask', batch.pack());
      return;
    }
    // Runs after the session has sent the rest of its current messages.
    await Promise.resolve();
    await this.forward(batch);
  }

  /** @throws the first error, after all were tried. */
  private async deliverAll(worker: number, messages: readonly EffectBatch[]): Promise<void> {
    const failures: unknown[] = [];
    for (const message of messages) {
      await this.deliver(worker, message).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private async deliver(worker: number, batch: EffectBatch): Promise<void> {
    if (worker !== this.shards.index) return this.send(worker, batch);
    const error = await this.apply(batch);
    await this.commits.commit();
    if (error !== undefined) throw error;
  }
}
