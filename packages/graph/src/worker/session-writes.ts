/** The effects of a session. A write to a node with a known id never reads it. */
import type { GraphEffects } from '@weir/cypher';
import { Direction, type NodeId, type Value, type ValueMap } from '@weir/model';
import type { RecordOrder } from '../effects/record-order.js';
import type { SessionEffects } from '../effects/session-effects.js';
import type { EffectBatch } from '../mail/effect-batch.js';
import { EffectCode } from '../node/node-behavior.js';
import { EVERY_EDGE } from '../walks/node-reader.js';
import { refuseInPast } from './historical-write.js';
import type { RequestServer } from './request-server.js';
import type { WorkerComponents } from './worker-components.js';
import type { SessionReads } from './session-reads.js';

export class SessionWrites implements GraphEffects {
  constructor(
    private readonly components: WorkerComponents,
    private readonly server: RequestServer,
    private readonly effects: SessionEffects,
    private readonly reads: SessionReads,
    private readonly atTime: number | undefined,
    private readonly order: RecordOrder | undefined,
  ) {}

  beginRow(number: number): void {
    this.effects.beginRecord(number);
  }

  createNode(node: NodeId): void {
    this.batchFor(node).plain(EffectCode.Create, node);
  }

  setProperty(node: NodeId, key: string, value: Value): void {
    this.batchFor(node).setProperty(node, key, value);
    this.order?.property(node, key, value);
  }

  mergeProperties(node: NodeId, properties: ValueMap): void {
    this.batchFor(node).properties(EffectCode.MergeProperties, node, properties);
    this.order?.properties(node, properties, false);
  }

  replaceProperties(node: NodeId, properties: ValueMap): void {
    this.batchFor(node).properties(EffectCode.ReplaceProperties, node, properties);
    this.order?.properties(node, properties, true);
  }

  addLabels(node: NodeId, labels: readonly string[]): void {
    this.batchFor(node).labels(EffectCode.AddLabels, node, labels);
    this.order?.labels(node, labels, true);
  }

  removeLabels(node: NodeId, labels: readonly string[]): void {
    this.batchFor(node).labels(EffectCode.RemoveLabels, node, labels);
    this.order?.labels(node, labels, false);
  }

  createEdge(start: NodeId, label: string, end: NodeId, properties?: ValueMap): void {
    this.batchFor(start).halfEdge(EffectCode.AddHalfEdge, start, label, Direction.Outgoing, end);
    this.effects.sameBatchFor(end).halfEdge(EffectCode.AddHalfEdge, end, label, Direction.Incoming, start);
    this.order?.edge(start, label, end, true);
    if (properties === undefined) return;
    for (const key in properties) this.setEdgeProperty(start, label, end, key, properties[key]!);
  }

  deleteEdge(start: NodeId, label: string, end: NodeId): void {
    this.batchFor(start).halfEdge(EffectCode.RemoveHalfEdge, start, label, Direction.Outgoing, end);
    this.effects.sameBatchFor(end).halfEdge(EffectCode.RemoveHalfEdge, end, label, Direction.Incoming, start);
    this.order?.edge(start, label, end, false);
  }

  setEdgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void {
    this.batchFor(start).edgeProperty(start, label, Direction.Outgoing, end, key, value);
    this.effects.sameBatchFor(end).edgeProperty(end, label, Direction.Incoming, start, key, value);
    this.order?.edgeProperty(start, label, end, key, value);
  }

  deleteNode(node: NodeId, detach: boolean): void {
    if (!detach) {
      if (!this.components.recovery.isOver) this.settleEdges(node);
      this.batchFor(node).plain(EffectCode.Delete, node);
      this.order?.deleted(node);
    } else {
      refuseInPast(this.atTime);
      this.effects.detachDelete(node);
    }
  }

  /** A single half edge left by a crash must not prevent the deletion of the node. */
  private settleEdges(node: NodeId): void {
    refuseInPast(this.atTime);
    const owner = this.components.shards.workerOf(node);
    this.effects.after(async () => {
      await this.server.requestFrom(owner, 'expand', [{ ...EVERY_EDGE, nodes: [node] }, this.reads.mode]);
    });
  }

  private batchFor(node: NodeId): EffectBatch {
    refuseInPast(this.atTime);
    return this.effects.batchFor(node);
  }
}
