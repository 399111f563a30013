/**
 * Keeps the properties of an edge equal at both ends. Writes of two workers to one edge may arrive in different orders
 * at the two ends. The source node leads: it remembers which worker wrote last. When another worker writes, or the edge
 * was removed recently, it sends all properties to the other end (`ShowEdgeProperties`) after everything sent until
 * then has arrived. One worker's messages arrive everywhere in the order sent, so an edge written by a single worker
 * needs none of this.
 *
 * Why this is enough: the other end has received every write that the leading end had when it asked, and receives the
 * properties last. A write that reaches the leading end later is from a worker other than the remembered one (from then
 * on, no worker is remembered), so the leading end asks again.
 *
 * A write may arrive before its half edge, if its session saw the edge at the other end. The write then waits for the
 * half edge.
 */
import { Direction, mapGet, type NodeId, type Value, type ValueMap } from '@weir/model';
import { EffectBatch } from '../mail/effect-batch.js';
import type { FollowUps } from './follow-ups.js';
import type { LateQuestions } from './late-questions.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import { HalfEdgeMemory } from './half-edge-memory.js';
import type { UnsettledEdges } from './unsettled-edges.js';

/** Stands for a worker: several workers wrote. */
const SEVERAL = -1;

type Write = readonly [key: string, value: Value];

/** Each method returns a promise for the consequences, if there are any. */
export class EdgePropertyEffects {
  /** For outgoing edges: the worker that wrote last. */
  private readonly writers = new HalfEdgeMemory<number>();
  private readonly early = new HalfEdgeMemory<Write[]>();

  constructor(
    private readonly unsettled: UnsettledEdges,
    private readonly followUps: FollowUps,
    private readonly late: LateQuestions,
    /** Whether there are other workers. */
    private readonly isShared: boolean,
  ) {}

  /** @param from the writing worker. */
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
    return isAlone ? undefined : this.verify(actor.id, label, direction, other);
  }

  /** Handles a half edge that was added, possibly again. */
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
    return isInDoubt ? this.verify(actor.id, label, direction, other) : undefined;
  }

  /**
   * Asks the leading end to send its properties to the other end, after everything sent so far. Used when the ends may
   * differ.
   */
  verify(node: NodeId, label: string, direction: Direction, other: NodeId): Promise<void> {
    const batch = new EffectBatch();
    if (direction === Direction.Outgoing) batch.showEdgeProperties(node, label, other);
    else batch.showEdgeProperties(other, label, node);
    return this.late.verify(batch);
  }

  /** Runs at the leading end, on request. */
  show(actor: NodeActor, label: string, other: NodeId): Promise<void> | undefined {
    const direction = Direction.Outgoing;
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    this.writers.remember(half, SEVERAL);
    if (!actor.hasEdge(label, direction, other)) {
      // The other end has a half that is about to be removed. If the edge is added here first, the addition must know
      // about it.
      this.unsettled.rememberRemoved(half);
      return undefined;
    }
    const batch = new EffectBatch();
    const properties = actor.propertiesOfEdge(label, direction, other);
    batch.putEdgeProperties(other, label, actor.id, properties);
    return this.followUps.forward(batch);
  }

  /** Stores the leading end's properties at the other end. */
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
