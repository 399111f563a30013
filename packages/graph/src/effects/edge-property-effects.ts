/**
 * Both ends of an edge keep its properties, and what two workers write to one edge at the same moment may arrive in one
 * order here and in the other there. The end that the edge goes out from leads: it remembers which worker wrote last, and
 * when another one writes, or the edge was removed lately, it shows the other end all it has (`ShowEdgeProperties`), as
 * soon as everything has arrived that was sent until then. What one worker sends arrives everywhere in the order sent, so
 * an edge that one worker alone writes to needs none of this.
 *
 * Why that is enough: the other end has received every write that the leading end had when it asked, and what it is
 * shown comes last. A write that comes to the leading end later is by another worker than the one remembered, which from
 * then on is none, so it asks again.
 *
 * A write may come before the half edge that it belongs to, when its session saw the edge at the other end. It waits
 * for it.
 */
import { Direction, mapGet, type NodeId, type Value, type ValueMap } from '@weir/model';
import { EffectBatch } from '../mail/effect-batch.js';
import type { FollowUps } from './follow-ups.js';
import type { LateQuestions } from './late-questions.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import { HalfEdgeMemory } from './half-edge-memory.js';
import type { UnsettledEdges } from './unsettled-edges.js';

/** In place of a worker: several wrote. */
const SEVERAL = -1;

type Write = readonly [key: string, value: Value];

/** Each method gives the end of what follows, if anything does. */
export class EdgePropertyEffects {
  /** Of edges that go out from here: the worker that wrote last. */
  private readonly writers = new HalfEdgeMemory<number>();
  private readonly early = new HalfEdgeMemory<Write[]>();

  constructor(
    private readonly unsettled: UnsettledEdges,
    private readonly followUps: FollowUps,
    private readonly late: LateQuestions,
    /** There are other workers. */
    private readonly isShared: boolean,
  ) {}

  /** @param from the worker that writes. */
  set(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    [key, value]: Write,
    from: number,
    listener: NodeListener,
  ): Promise<void> | undefined {
    actor.setEdgeProperty(label, direction, other, key, value, listener);
    if (!this.isShared || other === actor.id) return undefined;
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    const wasRemoved = this.unsettled.wasRemoved(half);
    if (!wasRemoved && !actor.hasEdge(label, direction, other)) {
      this.early.remember(half, [...(this.early.get(half) ?? []), [key, value]]);
    }
    if (direction !== Direction.Outgoing) return undefined;
    const last = this.writers.get(half);
    const isAlone = !wasRemoved && (last === undefined || last === from);
    this.writers.remember(half, isAlone ? from : SEVERAL);
    return isAlone ? undefined : this.ask(actor.id, label, direction, other);
  }

  /** The half edge was made, perhaps again. */
  added(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    listener: NodeListener,
  ): Promise<void> | undefined {
    if (this.early.isEmpty && (this.writers.isEmpty || this.unsettled.isEmpty)) return undefined;
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    for (const [key, value] of this.early.get(half) ?? []) {
      actor.setEdgeProperty(label, direction, other, key, value, listener);
    }
    this.early.forget(half);
    const isInDoubt = this.unsettled.wasRemoved(half) && this.writers.has(half);
    return isInDoubt ? this.ask(actor.id, label, direction, other) : undefined;
  }

  /** The ends may differ: the leading one is to show the other what it has, behind what was sent until now. */
  ask(node: NodeId, label: string, direction: Direction, other: NodeId): Promise<void> {
    const batch = new EffectBatch();
    if (direction === Direction.Outgoing) batch.showEdgeProperties(node, label, other);
    else batch.showEdgeProperties(other, label, node);
    return this.late.ask(batch);
  }

  /** The leading end is asked. */
  show(actor: NodeActor, label: string, other: NodeId): Promise<void> | undefined {
    const direction = Direction.Outgoing;
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    this.writers.remember(half, SEVERAL);
    if (!actor.hasEdge(label, direction, other)) {
      // The other end has a half that goes, unless the edge is made first: then that has to know of it.
      this.unsettled.rememberRemoved(half);
      return undefined;
    }
    const batch = new EffectBatch();
    const properties = actor.propertiesOfEdge(label, direction, other);
    batch.putEdgeProperties(other, label, actor.id, properties);
    return this.followUps.forward(batch);
  }

  /** The other end is shown what the leading one has. */
  put(actor: NodeActor, label: string, other: NodeId, properties: ValueMap, listener: NodeListener): void {
    const direction = Direction.Incoming;
    if (!actor.hasEdge(label, direction, other)) {
      const half = this.unsettled.keyOf(actor.id, label, direction, other);
      this.early.remember(half, Object.entries(properties));
      return;
    }
    for (const key of Object.keys(actor.propertiesOfEdge(label, direction, other))) {
      if (mapGet(properties, key) === undefined) {
        actor.setEdgeProperty(label, direction, other, key, null, listener);
      }
    }
    for (const key of Object.keys(properties)) {
      actor.setEdgeProperty(label, direction, other, key, mapGet(properties, key)!, listener);
    }
  }
}
