/**
 * Effects on many nodes, in order, as columns: what a session gathers for one host, what travels in a frame,
 * and what a host applies. See `EffectCode` for the arguments of each.
 */
import { type Direction, type NodeId, packIds, unpackIds, type Value, type ValueMap } from '@weir/model';
import type { Origin } from '@weir/standing';
import { EffectCode } from './node-behavior.js';
import { packProperties } from './property-bag.js';

export class EffectBatch {
  constructor(
    readonly nodes: NodeId[] = [],
    readonly codes: EffectCode[] = [],
    readonly args: unknown[] = [],
    readonly others: NodeId[] = [],
    /** The record that all of these come from; known only while some standing query asks for provenance. */
    readonly origin: Origin | undefined = undefined,
  ) {}

  static of(origin: Origin | undefined): EffectBatch {
    return new EffectBatch([], [], [], [], origin);
  }

  get isEmpty(): boolean {
    return this.nodes.length === 0;
  }

  plain(
    code:
      | typeof EffectCode.Create
      | typeof EffectCode.Delete
      | typeof EffectCode.DetachDelete
      | typeof EffectCode.DeleteDetached,
    node: NodeId,
  ): void {
    this.nodes.push(node);
    this.codes.push(code);
  }

  setProperty(node: NodeId, key: string, value: Value): void {
    this.nodes.push(node);
    this.codes.push(EffectCode.SetProperty);
    this.args.push(key, value);
  }

  properties(
    code: typeof EffectCode.MergeProperties | typeof EffectCode.ReplaceProperties,
    node: NodeId,
    properties: ValueMap,
  ): void {
    this.nodes.push(node);
    this.codes.push(code);
    this.args.push(packProperties(properties));
  }

  labels(
    code: typeof EffectCode.AddLabels | typeof EffectCode.RemoveLabels,
    node: NodeId,
    labels: readonly string[],
  ): void {
    this.nodes.push(node);
    this.codes.push(code);
    this.args.push(labels);
  }

  halfEdge(
    code: typeof EffectCode.AddHalfEdge | typeof EffectCode.RemoveHalfEdge,
    node: NodeId,
    label: string,
    direction: Direction,
    other: NodeId,
  ): void {
    this.nodes.push(node);
    this.codes.push(code);
    this.args.push(label, direction);
    this.others.push(other);
  }

  edgeProperty(
    node: NodeId,
    label: string,
    direction: Direction,
    other: NodeId,
    key: string,
    value: Value,
  ): void {
    this.nodes.push(node);
    this.codes.push(EffectCode.SetEdgeProperty);
    this.args.push(label, direction, key, value);
    this.others.push(other);
  }

  /** Plain data for a frame. */
  pack(): PackedEffects {
    const { origin = null } = this;
    return [packIds(this.nodes), Uint8Array.from(this.codes), this.args, packIds(this.others), origin];
  }

  static unpack(packed: PackedEffects): EffectBatch {
    return new EffectBatch(
      unpackIds(packed[0]),
      Array.from(packed[1]) as EffectCode[],
      packed[2],
      unpackIds(packed[3]),
      packed[4] ?? undefined,
    );
  }
}

export type PackedEffects = [
  nodes: Uint8Array,
  codes: Uint8Array,
  args: unknown[],
  others: Uint8Array,
  origin: Origin | null,
];
