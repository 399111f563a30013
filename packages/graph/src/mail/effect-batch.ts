/**
 * Effects on many nodes, in order, as columns. A session gathers them for one worker, a frame carries them, and a
 * worker applies them. See `EffectCode` for the arguments of each.
 */
import { type Direction, type NodeId, packIds, unpackIds, type Value, type ValueMap } from '@weir/model';
import type { Origin } from '@weir/standing';
import { ARGUMENTS, EffectCode } from '../node/node-behavior.js';
import { type GivenProperties, packGiven } from '../node/property-bag.js';

/** Number of arguments of the effects on half edges that workers send to each other. */
const HALF_EDGE_ARGUMENTS: Readonly<Partial<Record<EffectCode, number>>> = {
  [EffectCode.RemoveHalfEdge]: 2,
  [EffectCode.CheckHalfEdge]: 3,
  [EffectCode.DropHalfEdge]: 3,
  [EffectCode.AbsentHalfEdge]: 2,
  [EffectCode.ShowEdgeProperties]: 1,
  [EffectCode.PutEdgeProperties]: 2,
};

/** Number of gathered effects for one worker at which they are sent, without waiting for a read or the end. */
export const EFFECTS_PER_MESSAGE = 4096;

export class EffectBatch {
  constructor(
    readonly nodes: NodeId[] = [],
    readonly codes: EffectCode[] = [],
    readonly args: unknown[] = [],
    readonly others: NodeId[] = [],
    /** The record that caused all of these; set only while some standing query requests provenance. */
    readonly origin: Origin | undefined = undefined,
    /** Pairs of numbers: the index at which the effects of a record begin, and the record. */
    readonly records: number[] = [],
    /** When the records were read from their source, in milliseconds since the Unix epoch; 0 if unknown. */
    readonly readAt = 0,
  ) {}

  static of(origin: Origin | undefined, readAt: number): EffectBatch {
    return new EffectBatch([], [], [], [], origin, [], readAt);
  }

  /** Returns an empty batch with the same cause. */
  emptied(): EffectBatch {
    return EffectBatch.of(this.origin, this.readAt);
  }

  /** Assigns effects added from now on to this record, one of those whose effects are gathered here. */
  beginRecord(record: number): void {
    const { records } = this;
    if (records[records.length - 1] !== record) records.push(this.nodes.length, record);
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
    this.args.push(packGiven(properties));
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
    code: typeof EffectCode.AddHalfEdge | typeof EffectCode.RemoveHalfEdge | typeof EffectCode.AbsentHalfEdge,
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

  /** @param node source node of the edge. */
  showEdgeProperties(node: NodeId, label: string, other: NodeId): void {
    this.nodes.push(node);
    this.codes.push(EffectCode.ShowEdgeProperties);
    this.args.push(label);
    this.others.push(other);
  }

  /** @param node target node of the edge. */
  putEdgeProperties(node: NodeId, label: string, other: NodeId, properties: ValueMap): void {
    this.nodes.push(node);
    this.codes.push(EffectCode.PutEdgeProperties);
    this.args.push(label, properties);
    this.others.push(other);
  }

  doubtfulHalfEdge(
    code: typeof EffectCode.CheckHalfEdge | typeof EffectCode.DropHalfEdge,
    node: NodeId,
    label: string,
    direction: Direction,
    doubt: number,
    other: NodeId,
  ): void {
    this.nodes.push(node);
    this.codes.push(code);
    this.args.push(label, direction, doubt);
    this.others.push(other);
  }

  /** Adds the effects on half edges of this batch to other batches; `batchOf` selects the batch for each node. */
  distribute(batchOf: (node: NodeId) => EffectBatch): void {
    let argument = 0;
    this.nodes.forEach((node, i) => {
      const code = this.codes[i]!;
      const count = HALF_EDGE_ARGUMENTS[code];
      if (count === undefined) throw new Error('only effects on half edges are passed on');
      const batch = batchOf(node);
      batch.nodes.push(node);
      batch.codes.push(code);
      for (const end = argument + count; argument < end; argument++) batch.args.push(this.args[argument]);
      batch.others.push(this.others[i]!);
    });
  }

  /** Returns plain data for a frame. */
  pack(): PackedEffects {
    const { origin = null } = this;
    const records = this.records.length > 2 ? this.records : [];
    const { args, bytes } = withBytesApart(this.args, this.codes);
    return [
      packIds(this.nodes),
      Uint8Array.from(this.codes),
      args,
      packIds(this.others),
      origin,
      records,
      bytes,
      this.readAt,
    ];
  }

  static unpack(packed: PackedEffects): EffectBatch {
    const codes = Array.from(packed[1]) as EffectCode[];
    if (packed[6].length > 0) putBytesBack(packed[2], codes, packed[6]);
    return new EffectBatch(
      unpackIds(packed[0]),
      codes,
      packed[2],
      unpackIds(packed[3]),
      packed[4] ?? undefined,
      packed[5],
      packed[7],
    );
  }
}

export type PackedEffects = [
  nodes: Uint8Array,
  codes: Uint8Array,
  args: unknown[],
  others: Uint8Array,
  origin: Origin | null,
  records: number[],
  /** All packed properties, concatenated; their lengths are in `args`. */
  bytes: Uint8Array,
  readAt: number,
];

/**
 * Concatenates all packed properties, because decoding allocates a buffer for each byte string. A node's events refer
 * to a slice of that buffer until they are written.
 */
function withBytesApart(
  args: readonly unknown[],
  codes: readonly EffectCode[],
): { readonly args: unknown[]; readonly bytes: Uint8Array } {
  const lengths = args.slice();
  const pieces: Uint8Array[] = [];
  forEachGiven(codes, argument => {
    const given = args[argument] as GivenProperties;
    if (!(given instanceof Uint8Array)) return;
    pieces.push(given);
    lengths[argument] = given.length;
  });
  return { args: lengths, bytes: pieces.length === 0 ? NO_BYTES : Buffer.concat(pieces) };
}

/** @param args arguments in which lengths are replaced with properties. */
function putBytesBack(args: unknown[], codes: readonly EffectCode[], bytes: Uint8Array): void {
  let at = 0;
  forEachGiven(codes, argument => {
    const length = args[argument];
    if (typeof length === 'number') args[argument] = bytes.subarray(at, (at += length));
  });
}

const NO_BYTES = new Uint8Array(0);

function forEachGiven(codes: readonly EffectCode[], visit: (argument: number) => void): void {
  let argument = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (code === EffectCode.MergeProperties || code === EffectCode.ReplaceProperties) visit(argument);
    argument += ARGUMENTS[code]!;
  }
}

/** Returns the workers that have a batch; the argument is indexed by worker. */
export function workersOf(batches: readonly (EffectBatch | undefined)[]): number[] {
  const workers: number[] = [];
  for (let worker = 0; worker < batches.length; worker++)
    if (batches[worker] !== undefined) workers.push(worker);
  return workers;
}
