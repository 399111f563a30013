/** What is done to half edges, and what follows for their other halves: see unsettled-edges.ts. */
import { type Direction, type NodeId, reversed } from '@weir/model';
import { EffectBatch } from './effect-batch.js';
import { allEdges } from './half-edges.js';
import type { NodeActor } from './node-actor.js';
import { EffectCode, type NodeListener } from './node-behavior.js';
import { UnsettledEdges } from './unsettled-edges.js';

/** Each gives the effects on other nodes that follow, if any. */
export class HalfEdgeEffects {
  private readonly unsettled = new UnsettledEdges();

  /** What follows is a question: it is to be asked by the host that added. */
  add(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    listener: NodeListener,
  ): EffectBatch | undefined {
    actor.addHalfEdge(label, direction, other, listener);
    if (this.unsettled.isEmpty) return undefined;
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    this.unsettled.endDoubt(half);
    return this.unsettled.wasRemoved(half) ? this.ask(actor.id, label, direction, other) : undefined;
  }

  /** A question about a half that `node` has. */
  ask(node: NodeId, label: string, direction: Direction, other: NodeId): EffectBatch {
    const doubt = this.unsettled.doubt(this.unsettled.keyOf(node, label, direction, other));
    const batch = new EffectBatch();
    batch.doubtfulHalfEdge(EffectCode.CheckHalfEdge, other, label, reversed(direction), doubt, node);
    return batch;
  }

  remove(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    listener: NodeListener,
  ): EffectBatch | undefined {
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
  ): EffectBatch | undefined {
    if (!actor.hasEdge(label, direction, other)) return drop(actor.id, label, direction, other, doubt);
    this.unsettled.rememberAsked(this.unsettled.keyOf(actor.id, label, direction, other), doubt);
    return undefined;
  }

  /** The other end has no half: so this one goes, if its doubt is still the same. */
  drop(
    actor: NodeActor,
    label: string,
    direction: Direction,
    other: NodeId,
    doubt: number,
    listener: NodeListener,
  ): EffectBatch | undefined {
    const half = this.unsettled.keyOf(actor.id, label, direction, other);
    if (!this.unsettled.isInDoubt(half, doubt)) return undefined;
    return this.remove(actor, label, direction, other, listener);
  }

  /** After a crash: the other end lost its half since the last checkpoint. */
  absent(actor: NodeActor, label: string, direction: Direction, other: NodeId): EffectBatch | undefined {
    return actor.hasEdge(label, direction, other) ? this.ask(actor.id, label, direction, other) : undefined;
  }

  /** The node goes; whoever calls takes care of the other halves of its edges. */
  delete(actor: NodeActor, listener: NodeListener): void {
    const edges = allEdges(actor.halfEdges);
    actor.delete(listener);
    for (const { label, direction, other } of edges) this.lost(actor.id, label, direction, other, true);
  }

  private lost(
    node: NodeId,
    label: string,
    direction: Direction,
    other: NodeId,
    hadIt: boolean,
  ): EffectBatch | undefined {
    const half = this.unsettled.keyOf(node, label, direction, other);
    this.unsettled.endDoubt(half);
    this.unsettled.rememberRemoved(half);
    const doubt = hadIt ? this.unsettled.takeAsked(half) : undefined;
    return doubt === undefined ? undefined : drop(node, label, direction, other, doubt);
  }
}

function drop(node: NodeId, label: string, direction: Direction, other: NodeId, doubt: number): EffectBatch {
  const batch = new EffectBatch();
  batch.doubtfulHalfEdge(EffectCode.DropHalfEdge, other, label, reversed(direction), doubt, node);
  return batch;
}
