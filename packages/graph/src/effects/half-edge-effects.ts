/** What is done to half edges, and what follows for their other halves: see unsettled-edges.ts. */
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

/** Each method gives the end of what follows, if anything does. */
export class HalfEdgeEffects {
  private readonly unsettled: UnsettledEdges;
  readonly properties: EdgePropertyEffects;
  private readonly late: LateQuestions;
  /** By the half that is in doubt: the question about it, while that is under way and its doubt the last one. */
  private readonly questions = new Map<HalfEdgeKey, Promise<void>>();

  /**
   * @param isShared there are other workers.
   * @param firstNumber of a doubt; see `GraphWorkerOptions.life`.
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

  /** @param from the worker that adds: a question is asked by that one. */
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
    const answered = this.unsettled.awaitAnswer(this.followUps.askBy(from, question));
    const ended = (): void => {
      if (this.questions.get(half) === answered) this.questions.delete(half);
    };
    this.questions.set(half, answered);
    answered.then(ended, ended);
    return answered;
  }

  /** `node` has its half, and nobody who will ask: it was there before a crash. */
  ask(node: NodeId, label: string, direction: Direction, other: NodeId): Promise<void> {
    const half = this.unsettled.keyOf(node, label, direction, other);
    return this.unsettled.awaitAnswer(this.late.ask(this.question(half, node, label, direction, other)));
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

  /** The other end has its half, and a doubt. */
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
    this.unsettled.rememberAsked(this.unsettled.keyOf(actor.id, label, direction, other), doubt);
    return undefined;
  }

  /**
   * The other end has no half: so this one goes, if its doubt is still the same. If it is another one, the question
   * about that is waited for, since until it is answered nothing in a journal says that an end may have to go, and a
   * checkpoint would pass over it. Nobody waits for himself: what this waits for was asked after `doubt` was over.
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

  /** After a crash: the other end lost its half since the last checkpoint. */
  absent(actor: NodeActor, label: string, direction: Direction, other: NodeId): Promise<void> | undefined {
    return actor.hasEdge(label, direction, other) ? this.ask(actor.id, label, direction, other) : undefined;
  }

  /** The node goes; whoever calls takes care of the other halves of its edges. */
  delete(actor: NodeActor, listener: NodeListener): void {
    const edges = allEdges(actor.halfEdges);
    actor.delete(listener);
    for (const { label, direction, other } of edges) {
      this.unsettled.takeAsked(this.forget(actor.id, label, direction, other));
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
    const doubt = hadIt ? this.unsettled.takeAsked(half) : undefined;
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
