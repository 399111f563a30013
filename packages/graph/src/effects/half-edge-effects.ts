/** Operations on half edges and their consequences for the other halves: see unsettled-edges.ts. */
import { type Direction, type NodeId, reversed } from '@weir/model';
import { EffectBatch } from '../mail/effect-batch.js';
import { EdgePropertyEffects } from './edge-property-effects.js';
import { allEdges } from '../node/half-edges.js';
import type { Arrivals } from './arrivals.js';
import type { FollowUps } from './follow-ups.js';
import { LateQuestions } from './late-questions.js';
import type { NodeActor } from '../node/node-actor.js';
import { EffectCode, type NodeListener } from '../node/node-behavior.js';
import type { HalfEdgeKey } from './half-edge-memory.js';
import { UnsettledEdges } from './unsettled-edges.js';

/** Each method returns a promise for the consequences, if there are any. */
export class HalfEdgeEffects {
  private readonly unsettled: UnsettledEdges;
  readonly properties: EdgePropertyEffects;
  private readonly late: LateQuestions;
  /** Pending question about each half edge in doubt, as long as its doubt is the latest one. */
  private readonly questions = new Map<HalfEdgeKey, Promise<void>>();

  /**
   * @param isShared whether there are other workers.
   * @param firstNumber number of the first doubt; see `GraphWorkerOptions.life`.
   */
  constructor(
    private readonly followUps: FollowUps,
    arrivals: Arrivals,
    isShared: boolean,
    firstNumber: number,
  ) {
    this.unsettled = new UnsettledEdges(firstNumber);
    this.late = new LateQuestions(followUps, arrivals);
    this.properties = new EdgePropertyEffects(this.unsettled, followUps, this.late, isShared);
  }

  /** @param from the worker that adds the edge; it also sends the question. */
  add(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    from: number,
    listener: NodeListener,
  ): Promise<void> | undefined {
    actor.addHalfEdge(label, direction, other, listener);
    const shown = this.properties.added(actor, label, direction, other, listener);
    const answered = this.settle(actor, label, direction, other, from);
    return shown === undefined ? answered : Promise.all([shown, answered]).then(() => undefined);
  }

  private settle(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    from: number,
  ): Promise<void> | undefined {
    if (this.unsettled.isEmpty) return undefined;
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    this.unsettled.endDoubt(half);
    if (!this.unsettled.wasRemoved(half)) return undefined;
    const question = this.question(half, actor.id, label, direction, other);
    const answered = this.unsettled.awaitAnswer(this.followUps.requestBy(from, question));
    const ended = (): void => {
      if (this.questions.get(half) === answered) this.questions.delete(half);
    };
    this.questions.set(half, answered);
    answered.then(ended, ended);
    return answered;
  }

  /** Asks about a half edge of `node` that existed before a crash, because no worker will ask about it. */
  verify(node: NodeId, label: string, direction: Direction, other: NodeId): Promise<void> {
    const half = this.unsettled.keyOf(node, label, direction, other);
    return this.unsettled.awaitAnswer(this.late.verify(this.question(half, node, label, direction, other)));
  }

  remove(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    listener: NodeListener,
  ): Promise<void> | undefined {
    const hadIt = actor.hasEdge(label, direction, other);
    actor.removeHalfEdge(label, direction, other, listener);
    return this.lost(actor.id, label, direction, other, hadIt);
  }

  /** Handles a question from the other end, which has its half and a doubt. */
  check(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    doubt: number,
  ): Promise<void> | undefined {
    if (!actor.hasEdge(label, direction, other)) {
      return this.sendDrop(actor.id, label, direction, other, doubt);
    }
    this.unsettled.rememberQuestion(this.unsettled.keyOf(actor.id, label, direction, other), doubt);
    return undefined;
  }

  /**
   * Handles the answer that the other end has no half: removes this half if its doubt is still the same. If a newer
   * doubt exists, waits for its question. Until that is answered, no journal records that an end may have to be
   * removed, and a checkpoint would miss it. This cannot deadlock: the awaited question was asked after `doubt` had
   * ended.
   */
  drop(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    doubt: number,
    listener: NodeListener,
  ): Promise<void> | undefined {
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    if (this.unsettled.isInDoubt(half, doubt)) return this.remove(actor, label, direction, other, listener);
    return this.unsettled.hasDoubt(half) ? this.questions.get(half) : undefined;
  }

  /** Handles a half edge that the other end lost since the last checkpoint, after a crash. */
  absent(actor: NodeActor, label: string, direction: Direction, other: NodeId): Promise<void> | undefined {
    return actor.hasEdge(label, direction, other)
      ? this.verify(actor.id, label, direction, other)
      : undefined;
  }

  /** Deletes the node. The caller must remove the other halves of its edges. */
  delete(actor: NodeActor, listener: NodeListener): void {
    const edges = allEdges(actor.halfEdges);
    actor.delete(listener);
    for (const { label, direction, other } of edges) {
      this.unsettled.takeQuestion(this.forget(actor.id, label, direction, other));
    }
  }

  private lost(
    node: NodeId,
    label: string,
    direction: Direction,
    other: NodeId,
    hadIt: boolean,
  ): Promise<void> | undefined {
    const half = this.forget(node, label, direction, other);
    const doubt = hadIt ? this.unsettled.takeQuestion(half) : undefined;
    return doubt === undefined ? undefined : this.sendDrop(node, label, direction, other, doubt);
  }

  private forget(node: NodeId, label: string, direction: Direction, other: NodeId): HalfEdgeKey {
    const half = this.unsettled.keyOf(node, label, direction, other);
    this.unsettled.endDoubt(half);
    this.unsettled.rememberRemoved(half);
    return half;
  }

  private question(
    half: HalfEdgeKey,
    node: NodeId,
    label: string,
    direction: Direction,
    other: NodeId,
  ): EffectBatch {
    this.questions.delete(half);
    const batch = new EffectBatch();
    const doubt = this.unsettled.doubt(half);
    batch.doubtfulHalfEdge(EffectCode.CheckHalfEdge, other, label, reversed(direction), doubt, node);
    return batch;
  }

  private sendDrop(
    node: NodeId,
    label: string,
    direction: Direction,
    other: NodeId,
    doubt: number,
  ): Promise<void> {
    const batch = new EffectBatch();
    batch.doubtfulHalfEdge(EffectCode.DropHalfEdge, other, label, reversed(direction), doubt, node);
    return this.followUps.forward(batch);
  }
}
