/**
 * One hop from a node: one row per edge. Half edges are read in pages, so that a LIMIT above stops the
 * reading at a node with very many. With both ends known only the edges between the two are asked for.
 */
import { Direction, NodeValue, RelationshipValue, isPromise } from '@weir/model';
import type { MaybePromise, NodeId, Value } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { ExpandedEdge } from '../graph-access.js';
import { NodeHandle, RelationshipHandle } from '../expression/entity-handles.js';
import type { RunState } from '../expression/run-state.js';
import { typeMismatch } from '../expression/runtime-errors.js';
import { isList } from '../expression/value-kind.js';
import type { Operator } from './operator.js';

/** Half edges read of one node at a time. The first page is small: many queries want one edge. */
const FIRST_PAGE = 64;
const PAGE = 1024;

export interface ExpandSpec {
  readonly from: number;
  readonly to: number;
  /** The node at the other end is known already. */
  readonly into: boolean;
  readonly relationship: number;
  /** `undefined` is either. */
  readonly direction: Direction | undefined;
  /** `undefined` is any. */
  readonly labels: readonly string[] | undefined;
  /** Slots with relationships (or lists of them) of the same MATCH that must be other ones. */
  readonly distinctFrom: readonly number[];
}

export function nodeIdAt(row: Row, slot: number): NodeId | undefined {
  const value = row[slot]!;
  if (value instanceof NodeValue) return value.id;
  if (value === null) return undefined;
  throw typeMismatch(['Node'], value, 'one extremity of an edge we are expanding to');
}

export function relationshipOf(node: NodeId, edge: ExpandedEdge, epoch: number): RelationshipHandle {
  return edge.direction === Direction.Outgoing
    ? new RelationshipHandle(node, edge.label, edge.other, edge.properties, epoch)
    : new RelationshipHandle(edge.other, edge.label, node, edge.properties, epoch);
}

export function isSameEdge(edge: RelationshipValue, start: NodeId, label: string, end: NodeId): boolean {
  return edge.label === label && edge.start === start && edge.end === end;
}

function isUsed(used: Value, start: NodeId, label: string, end: NodeId): boolean {
  if (used instanceof RelationshipValue) return isSameEdge(used, start, label, end);
  return isList(used) && used.some(element => isUsed(element, start, label, end));
}

export class Expand implements Operator {
  private rows: Row[] = [];
  private offset = 0;
  private page = FIRST_PAGE;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ExpandSpec,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.rows.length === 0) {
        const input = this.source.next();
        if (isPromise(input)) return input.then(batch => this.begin(batch));
        if (input === undefined) return undefined;
        this.start(input);
        continue;
      }
      this.state.signal?.throwIfAborted();
      const output = this.readPage();
      if (isPromise(output)) return output.then(rows => (rows.length > 0 ? rows : this.next()));
      if (output.length > 0) {
        const turn = this.state.turn();
        return turn === undefined ? output : turn.then(() => output);
      }
    }
  }

  close(): void {
    this.rows = [];
    this.source.close();
  }

  private begin(batch: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (batch === undefined) return undefined;
    this.start(batch);
    return this.next();
  }

  private start(batch: Row[]): void {
    const { from, to, into } = this.spec;
    this.rows = batch.filter(
      row => nodeIdAt(row, from) !== undefined && (!into || nodeIdAt(row, to) !== undefined),
    );
    this.offset = 0;
    this.page = FIRST_PAGE;
  }

  private readPage(): MaybePromise<Row[]> {
    const { rows, spec, offset, page } = this;
    const { direction, labels } = spec;
    const nodes = rows.map(row => nodeIdAt(row, spec.from)!);
    const others = spec.into ? rows.map(row => nodeIdAt(row, spec.to)!) : undefined;
    const request = { nodes, direction, labels, limit: page, offset };
    const lists = this.state.graph.expand(others === undefined ? request : { ...request, others });
    return isPromise(lists) ? lists.then(found => this.join(rows, found)) : this.join(rows, lists);
  }

  private join(rows: Row[], lists: readonly (readonly ExpandedEdge[])[]): Row[] {
    const { page } = this;
    const result: Row[] = [];
    const left: Row[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const edges = lists[i]!;
      for (const edge of edges) this.joinEdge(row, edge, result);
      if (edges.length >= page) left.push(row);
    }
    this.rows = left;
    this.offset += page;
    this.page = PAGE;
    return result;
  }

  private joinEdge(row: Row, edge: ExpandedEdge, result: Row[]): void {
    const { spec, state } = this;
    const node = nodeIdAt(row, spec.from)!;
    // A loop has two halves on its node, and is one edge.
    if (spec.direction === undefined && edge.other === node && edge.direction === Direction.Incoming) return;
    const outgoing = edge.direction === Direction.Outgoing;
    const start = outgoing ? node : edge.other;
    const end = outgoing ? edge.other : node;
    for (const slot of spec.distinctFrom) if (isUsed(row[slot]!, start, edge.label, end)) return;
    const copy = row.slice();
    copy[spec.relationship] = new RelationshipHandle(start, edge.label, end, edge.properties, state.epoch);
    if (!spec.into) copy[spec.to] = new NodeHandle(edge.other);
    result.push(copy);
  }
}
