/**
 * One hop from a node: one row per edge. Half-edges are read in pages, so that a LIMIT above stops the reading at a
 * node with very many. Rows are processed in groups that yield about one batch of rows, so that memory does not
 * multiply hop by hop. If both ends are known, only the edges between them are read.
 */
import { Direction, NodeValue, RelationshipValue } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { NodeId, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { ExpandedEdge } from '../../node-view.js';
import { NodeHandle, RelationshipHandle } from '../../run/entity-handles.js';
import type { RunState } from '../../run/run-state.js';
import { typeMismatch } from '../../operations/runtime-errors.js';
import { isList } from '../../operations/value-kind.js';
import type { Operator } from '../operator.js';

/** Half-edges read from one node at a time. The first page is small: many queries need one edge. */
const FIRST_PAGE = 64;
const LARGEST_PAGE = 1024;
/** Approximate number of half-edges per read. */
const EDGES_PER_READ = 65_536;

/** Returns the number of half-edges to read next from each of `nodes` nodes. */
export function pageSize(offset: number, nodes: number): number {
  if (offset === 0) return FIRST_PAGE;
  return Math.max(FIRST_PAGE, Math.min(LARGEST_PAGE, Math.floor(EDGES_PER_READ / nodes)));
}

export interface ExpandSpec {
  readonly from: number;
  readonly to: number;
  /** Whether the node at the other end is known already. */
  readonly into: boolean;
  readonly relationship: number;
  /** `undefined` accepts either. */
  readonly direction: Direction | undefined;
  /** `undefined` accepts any. */
  readonly labels: readonly string[] | undefined;
  /** Slots with relationships (or lists of them) of the same MATCH that must be different. */
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

const NO_ROWS: Row[] = [];
/** Number of output batches that a group aims for, and minimum number of rows in a group. */
const WANTED_BATCHES = 4;
const SMALLEST_GROUP = 16;

export class Expand implements Operator {
  /** Rows of the source, and how many of them have been processed. */
  private input: Row[] = [];
  private at = 0;
  private groupSize: number;
  /** The current group: its rows whose nodes have more edges, from `offset` on. */
  private rows: Row[] = [];
  private offset = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ExpandSpec,
  ) {
    this.groupSize = state.batchRows;
  }

  get isOver(): boolean {
    return this.rows.length === 0 && this.at >= this.input.length && this.source.isOver === true;
  }

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.rows.length === 0 && !this.nextGroup()) {
        const input = this.source.next();
        if (isPromise(input)) return this.resume(input.then(batch => this.start(batch)));
        if (this.start(input) === undefined) return undefined;
        continue;
      }
      this.state.cancellation?.throwIfCancelled();
      const output = this.readPage();
      if (isPromise(output)) return this.resume(output);
      const turn = this.state.turn();
      if (turn !== undefined) return this.resume(turn.then(() => output));
      if (output.length > 0) return output;
    }
  }

  /** The asynchronous variant: a loop, since a chain of promises would grow with a long input. */
  private async resume(first: Promise<Row[] | undefined>): Promise<Row[] | undefined> {
    let output = await first;
    while (output !== undefined && output.length === 0) {
      if (this.rows.length === 0 && !this.nextGroup()) {
        output = this.start(await this.source.next());
        continue;
      }
      await this.state.turn();
      this.state.cancellation?.throwIfCancelled();
      output = await this.readPage();
    }
    return output;
  }

  close(): void {
    this.rows = [];
    this.input = [];
    this.source.close();
  }

  /** @returns no rows yet; `undefined` without input. */
  private start(batch: Row[] | undefined): Row[] | undefined {
    if (batch === undefined) return undefined;
    this.input = batch;
    this.at = 0;
    return NO_ROWS;
  }

  private nextGroup(): boolean {
    const { from, to, into } = this.spec;
    const { input } = this;
    while (this.at < input.length) {
      const end = this.at + this.groupSize;
      const group = this.at === 0 && end >= input.length ? input : input.slice(this.at, end);
      this.at = end;
      this.rows = group.filter(
        row => nodeIdAt(row, from) !== undefined && (!into || nodeIdAt(row, to) !== undefined),
      );
      this.offset = 0;
      if (this.rows.length > 0) return true;
    }
    return false;
  }

  private readPage(): MaybePromise<Row[]> {
    const { rows, spec, offset } = this;
    const page = pageSize(offset, rows.length);
    const { direction, labels } = spec;
    const nodes = rows.map(row => nodeIdAt(row, spec.from)!);
    const others = spec.into ? rows.map(row => nodeIdAt(row, spec.to)!) : undefined;
    const request = { nodes, direction, labels, limit: page, offset };
    const lists = this.state.graph.reads.expand(others === undefined ? request : { ...request, others });
    return isPromise(lists)
      ? lists.then(found => this.join(rows, found, page))
      : this.join(rows, lists, page);
  }

  private join(rows: Row[], lists: readonly (readonly ExpandedEdge[])[], page: number): Row[] {
    const result: Row[] = [];
    const left: Row[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const edges = lists[i]!;
      for (const edge of edges) this.joinEdge(row, edge, result);
      if (edges.length >= page) left.push(row);
    }
    if (this.offset === 0) {
      const each = Math.max(1, result.length / rows.length);
      const { batchRows } = this.state;
      const wanted = Math.floor((WANTED_BATCHES * batchRows) / each);
      this.groupSize = Math.max(SMALLEST_GROUP, Math.min(batchRows, wanted));
    }
    this.rows = left;
    this.offset += page;
    return result;
  }

  private joinEdge(row: Row, edge: ExpandedEdge, result: Row[]): void {
    const { spec, state } = this;
    const node = nodeIdAt(row, spec.from)!;
    // A loop has two half-edges on its node, but is one edge.
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
