/**
 * Applies batches of effects to the nodes of one worker. Effects on a node that has to be read from the store first
 * wait for it, in order; effects on other nodes are applied meanwhile. Each record is a unit: before a record changes
 * data that an earlier record changed, standing queries see the earlier change.
 */
import type { Direction } from '@weir/model';
import { formatNodeId, type HalfEdge, type NodeId, reversed, type Value, type ValueMap } from '@weir/model';
import { type MaybePromise, WeirError } from '@weir/platform';
import type { ChangeRelevance } from '@weir/standing';
import type { Arrivals } from './arrivals.js';
import type { NodeActor } from '../node/node-actor.js';
import { type EffectBatch, EFFECTS_PER_MESSAGE } from '../mail/effect-batch.js';
import type { FollowUps } from './follow-ups.js';
import type { HalfEdgeEffects } from './half-edge-effects.js';
import { piecesInOrder } from './edge-pieces.js';
import { allEdges, edgesSize } from '../node/half-edges.js';
import { ARGUMENTS, EffectCode, type NodeListener, OTHERS } from '../node/node-behavior.js';
import type { GivenProperties } from '../node/property-bag.js';
import type { Shard } from '../shard/shard.js';
import { type RecordRun, stretchesOf } from './record-runs.js';

export interface EffectTarget extends FollowUps {
  /** Shard of a node of this worker. */
  shardOf(id: NodeId): Shard;
  /**
   * Starts a new unit, after processing everything changed so far, as far as possible. @returns the number of the new
   * unit.
   */
  beginUnit(): number;
  /** Sets the node whose changes the listener receives next, and their cause. */
  listen(actor: NodeActor, shard: Shard, cause: EffectBatch, unit: number): NodeListener;
  /** Like `applyEffects`, including the work that follows every message. */
  apply(batch: EffectBatch): MaybePromise<WeirError | undefined>;
  readonly relevance: ChangeRelevance;
  readonly halfEdges: HalfEdgeEffects;
  readonly arrivals: Arrivals;
}

/**
 * @param from the worker that sends the effects.
 * @returns the first error, if any, once all effects of the batch are applied (not yet durable); synchronously if every
 * node was awake and nothing had to be forwarded.
 */
export function applyEffects(
  batch: EffectBatch,
  from: number,
  target: EffectTarget,
): MaybePromise<WeirError | undefined> {
  const application = new Application(batch, from, target);
  return application.run();
}

/**
 * Maximum number of edges of a node that is deleted in one step; as many as one message can remove with both halves.
 */
const EDGES_AT_ONCE = EFFECTS_PER_MESSAGE / 2;

type RunStart = Pick<RecordRun, 'from' | 'argument' | 'other'>;
const WHOLE: RunStart = { from: 0, argument: 0, other: 0 };

class Application {
  private error: WeirError | undefined = undefined;
  private deferred = 0;
  private done: ((error: WeirError | undefined) => void) | undefined = undefined;
  private forwarded: Promise<void>[] | undefined = undefined;

  constructor(
    private readonly batch: EffectBatch,
    private readonly from: number,
    private readonly target: EffectTarget,
  ) {}

  run(): MaybePromise<WeirError | undefined> {
    const stretches = stretchesOf(this.batch, this.target.relevance);
    if (stretches === undefined) this.applyRun(WHOLE, this.batch.nodes.length, this.target.beginUnit());
    else for (const runs of stretches) this.applyRuns(runs);
    if (this.deferred > 0) {
      return new Promise<WeirError | undefined>(resolve => (this.done = resolve)).then(() => this.outcome());
    }
    return this.outcome();
  }

  private applyRuns(runs: readonly RecordRun[]): void {
    const unit = this.target.beginUnit();
    for (const run of runs) this.applyRun(run, run.to, unit);
  }

  private applyRun(start: RunStart, to: number, unit: number): void {
    const { nodes, codes } = this.batch;
    let { argument, other } = start;
    for (let i = start.from; i < to; i++) {
      const shard = this.target.shardOf(nodes[i]!);
      const actor = shard.touch(nodes[i]!);
      if (actor.waiting === undefined) this.apply(actor, shard, codes[i]!, argument, other, unit);
      else this.defer(actor, shard, codes[i]!, argument, other, unit);
      argument += ARGUMENTS[codes[i]!]!;
      other += OTHERS[codes[i]!]!;
    }
  }

  private outcome(): MaybePromise<WeirError | undefined> {
    if (this.forwarded === undefined) return this.error;
    return Promise.all(this.forwarded).then(
      () => this.error,
      (failure: unknown) => this.error ?? WeirError.from(failure),
    );
  }

  private defer(
    actor: NodeActor,
    shard: Shard,
    code: EffectCode,
    argument: number,
    other: number,
    unit: number,
  ): void {
    this.deferred++;
    actor.waiting!.push(() => {
      this.apply(actor, shard, code, argument, other, unit);
      if (--this.deferred === 0) this.done?.(this.error);
    });
  }

  private apply(
    actor: NodeActor,
    shard: Shard,
    code: EffectCode,
    argument: number,
    other: number,
    unit: number,
  ): void {
    const args = this.batch.args;
    const listener = this.target.listen(actor, shard, this.batch, unit);
    switch (code) {
      case EffectCode.Create:
        return actor.create(listener);
      case EffectCode.SetProperty:
        return actor.setProperty(args[argument] as string, args[argument + 1] as Value, listener);
      case EffectCode.MergeProperties:
        return actor.mergeProperties(args[argument] as GivenProperties, listener);
      case EffectCode.ReplaceProperties:
        return actor.replaceProperties(args[argument] as GivenProperties, listener);
      case EffectCode.AddLabels:
        return actor.addLabels(args[argument] as string[], listener);
      case EffectCode.RemoveLabels:
        return actor.removeLabels(args[argument] as string[], listener);
      case EffectCode.AddHalfEdge:
      case EffectCode.RemoveHalfEdge:
      case EffectCode.CheckHalfEdge:
      case EffectCode.AbsentHalfEdge:
      case EffectCode.DropHalfEdge:
        return this.applyToEdge(actor, code, argument, this.batch.others[other]!, listener);
      case EffectCode.SetEdgeProperty:
      case EffectCode.ShowEdgeProperties:
      case EffectCode.PutEdgeProperties:
        return this.applyToEdgeProperties(actor, code, argument, this.batch.others[other]!, listener);
      case EffectCode.Delete:
        return this.deleteUnconnected(actor, listener);
      case EffectCode.DetachDelete:
        return this.detachDelete(actor, listener);
      case EffectCode.DeleteDetached:
        return this.deleteDetached(actor, listener);
    }
  }

  private deleteUnconnected(actor: NodeActor, listener: NodeListener): void {
    const edges = edgesSize(actor.halfEdges);
    if (edges > 0) {
      this.error ??= new WeirError(
        'cypher.constraint-violation',
        `ConstraintViolationError Node ${formatNodeId(actor.id)} cannot be deleted since it still has ${edges} relationships. ` +
          'Delete them first, or use DETACH DELETE.',
      );
      return;
    }
    actor.delete(listener);
  }

  private detachDelete(actor: NodeActor, listener: NodeListener): void {
    if (edgesSize(actor.halfEdges) > EDGES_AT_ONCE) {
      return this.awaitChain(this.deleteInPieces(actor.id, allEdges(actor.halfEdges)));
    }
    const others = this.removalOfOtherHalves(actor);
    if (others.isEmpty) return this.target.halfEdges.delete(actor, listener);
    const deletion = this.batch.emptied();
    deletion.plain(EffectCode.DeleteDetached, actor.id);
    this.awaitChain(this.deleteAfter(this.target.forward(others), deletion));
  }

  /**
   * Removes the edges in batches, each with both halves and durable before the next, then deletes the node with any
   * edges added since. Cannot be canceled, so that a client that disconnects leaves no half-deleted node.
   */
  private async deleteInPieces(id: NodeId, edges: HalfEdge[]): Promise<void> {
    for (const piece of piecesInOrder(edges, EDGES_AT_ONCE)) {
      const removal = this.batch.emptied();
      for (const { label, direction, other } of piece) {
        removal.halfEdge(EffectCode.RemoveHalfEdge, id, label, direction, other);
        if (other !== id) removal.halfEdge(EffectCode.RemoveHalfEdge, other, label, reversed(direction), id);
      }
      await this.target.forward(removal);
    }
    const deletion = this.batch.emptied();
    deletion.plain(EffectCode.DetachDelete, id);
    const error = await this.target.apply(deletion);
    if (error !== undefined) throw error;
  }

  /**
   * If the store fails, the other halves are already removed in memory. Then the node is removed too, and the failure
   * reported.
   */
  private async deleteAfter(others: Promise<void>, deletion: EffectBatch): Promise<void> {
    const [outcome] = await Promise.allSettled([others]);
    const error = await this.target.apply(deletion);
    if (outcome.status === 'rejected') throw outcome.reason;
    if (error !== undefined) throw error;
  }

  private deleteDetached(actor: NodeActor, listener: NodeListener): void {
    const others = this.removalOfOtherHalves(actor);
    this.target.halfEdges.delete(actor, listener);
    if (!others.isEmpty) this.awaitChain(this.target.forward(others));
  }

  private removalOfOtherHalves(actor: NodeActor): EffectBatch {
    const others = this.batch.emptied();
    for (const edge of allEdges(actor.halfEdges)) {
      if (edge.other === actor.id) continue;
      others.halfEdge(EffectCode.RemoveHalfEdge, edge.other, edge.label, reversed(edge.direction), actor.id);
    }
    return others;
  }

  private applyToEdge(
    actor: NodeActor,
    code: EffectCode,
    argument: number,
    other: NodeId,
    listener: NodeListener,
  ): void {
    const { halfEdges } = this.target;
    const label = this.batch.args[argument] as string;
    const direction = this.batch.args[argument + 1] as Direction;
    if (code === EffectCode.AddHalfEdge) {
      this.follow(halfEdges.add(actor, label, direction, other, this.from, listener));
      return;
    }
    if (code === EffectCode.RemoveHalfEdge) {
      this.follow(halfEdges.remove(actor, label, direction, other, listener));
      return;
    }
    if (code === EffectCode.AbsentHalfEdge) {
      this.follow(halfEdges.absent(actor, label, direction, other));
      return;
    }
    const doubt = this.batch.args[argument + 2] as number;
    this.follow(
      code === EffectCode.CheckHalfEdge
        ? halfEdges.check(actor, label, direction, other, doubt)
        : halfEdges.drop(actor, label, direction, other, doubt, listener),
    );
  }

  private applyToEdgeProperties(
    actor: NodeActor,
    code: EffectCode,
    argument: number,
    other: NodeId,
    listener: NodeListener,
  ): void {
    const { properties } = this.target.halfEdges;
    const { args } = this.batch;
    const label = args[argument] as string;
    if (code === EffectCode.ShowEdgeProperties) return this.follow(properties.show(actor, label, other));
    if (code === EffectCode.PutEdgeProperties) {
      return properties.put(actor, label, other, args[argument + 1] as ValueMap, listener);
    }
    const direction = args[argument + 1] as Direction;
    const write = [args[argument + 2] as string, args[argument + 3] as Value] as const;
    this.follow(properties.set(actor, label, direction, other, write, this.from, listener));
  }

  /** A checkpoint has to wait for this too, because half-finished work is only in memory. */
  private awaitChain(chain: Promise<void>): void {
    (this.forwarded ??= []).push(chain);
    this.target.arrivals.note(chain);
  }

  private follow(chain: Promise<void> | undefined): void {
    if (chain !== undefined) this.awaitChain(chain);
  }
}
