/**
 * Walks of several hops from a node, with no relationship twice. Unfinished walks are on a stack of chunks; each step
 * extends the newest chunk by one hop, with a single read of one page of edges per node. So memory is bounded (the
 * deepest chunks finish first), one read serves many walks, and a LIMIT above stops the reading.
 */
import { Direction, RelationshipValue } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { NodeId, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { QueryBudget } from '../../budget/query-budget.js';
import { equals } from '../../operations/comparison.js';
import type { CompiledExpression } from '../../expression/compiled-expression.js';
import { NodeHandle } from '../../run/entity-handles.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { isList } from '../../operations/value-kind.js';
import type { ExpandedEdge } from '../../node-view.js';
import { isSameEdge, nodeIdAt, pageSize, relationshipOf } from './expand.js';
import type { ExpandSpec } from './expand.js';
import type { Operator } from '../operator.js';

export interface HopProperty {
  readonly key: string;
  readonly value: CompiledExpression;
}

export interface VariableLength {
  readonly min: number;
  readonly max: number;
  /** The walk runs against the written order of the pattern: its relationships are listed in reverse. */
  readonly backwards: boolean;
  /** Properties required of every relationship of the walk. */
  readonly properties: readonly HopProperty[];
}

interface Walk {
  readonly row: Row;
  readonly node: NodeId;
  readonly length: number;
  readonly last: RelationshipValue | undefined;
  readonly before: Walk | undefined;
}

/** From `MANY_WALKS` walks on, chunks have only `SMALL_CHUNK` walks, to bound the memory of deep walks. */
const MANY_WALKS = 65_536;
const SMALL_CHUNK = 16;

interface Chunk {
  readonly walks: readonly Walk[];
  /** Number of half-edges of each walk's last node that have been read. */
  readonly offset: number;
}

/** Evaluates the required properties of hops, once per row. */
export class HopTest implements RowVisitor {
  private expected = new Map<Row, readonly Value[]>();

  constructor(private readonly properties: readonly HopProperty[]) {}

  visit(row: Row, _index: number, state: RunState): void {
    this.expected.set(
      row,
      this.properties.map(property => property.value.evaluate(row, state)),
    );
  }

  prepare(state: RunState, rows: readonly Row[]): MaybePromise<void> {
    this.expected = new Map();
    return this.properties.length === 0 ? undefined : evaluateRows(state, rows, this);
  }

  accepts(row: Row, edge: ExpandedEdge, budget: QueryBudget): boolean {
    if (this.properties.length === 0) return true;
    const expected = this.expected.get(row)!;
    return this.properties.every(({ key }, i) => {
      const actual = Object.hasOwn(edge.properties, key) ? edge.properties[key]! : null;
      return equals(actual, expected[i]!, budget) === true;
    });
  }
}

export class VariableLengthExpand implements Operator {
  private stack: Chunk[] = [];
  /** Number of walks on the stack. */
  private held = 0;
  private ready: Row[] = [];
  private readonly test: HopTest;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ExpandSpec,
    private readonly length: VariableLength,
  ) {
    this.test = new HopTest(length.properties);
  }

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.ready.length > 0) {
        const rows = this.ready;
        this.ready = [];
        return rows;
      }
      this.state.cancellation?.throwIfCancelled();
      const chunk = this.pop();
      const done = chunk === undefined ? this.pull() : this.hop(chunk);
      if (isPromise(done)) return this.resume(done);
      if (!done) return undefined;
      const turn = this.state.turn();
      if (turn !== undefined) return this.resume(turn.then(() => true));
    }
  }

  private async resume(first: Promise<boolean>): Promise<Row[] | undefined> {
    let more = await first;
    while (more && this.ready.length === 0) {
      await this.state.turn();
      this.state.cancellation?.throwIfCancelled();
      const chunk = this.pop();
      more = await (chunk === undefined ? this.pull() : this.hop(chunk));
    }
    if (!more) return undefined;
    const rows = this.ready;
    this.ready = [];
    return rows;
  }

  close(): void {
    this.stack = [];
    this.ready = [];
    this.source.close();
  }

  /** @returns false at the end. */
  private pull(): MaybePromise<boolean> {
    const batch = this.source.next();
    return isPromise(batch) ? batch.then(rows => this.start(rows)) : this.start(batch);
  }

  private start(batch: Row[] | undefined): MaybePromise<boolean> {
    if (batch === undefined) return false;
    const { from, to, into } = this.spec;
    const walks: Walk[] = [];
    for (const row of batch) {
      const node = nodeIdAt(row, from);
      if (node === undefined || (into && nodeIdAt(row, to) === undefined)) continue;
      walks.push({ row, node, length: 0, last: undefined, before: undefined });
    }
    if (this.length.min === 0) for (const walk of walks) this.arrive(walk);
    this.push(walks);
    const prepared = this.test.prepare(this.state, batch);
    return isPromise(prepared) ? prepared.then(() => true) : true;
  }

  private push(walks: Walk[]): void {
    for (let i = 0; i < walks.length; i += this.state.batchRows) {
      this.stack.push({ walks: walks.slice(i, i + this.state.batchRows), offset: 0 });
    }
    this.held += walks.length;
  }

  private pop(): Chunk | undefined {
    const chunk = this.stack.pop();
    if (chunk === undefined) return undefined;
    const { walks, offset } = chunk;
    const taken = this.held > MANY_WALKS ? Math.min(SMALL_CHUNK, walks.length) : walks.length;
    this.held -= taken;
    if (taken === walks.length) return chunk;
    this.stack.push({ walks: walks.slice(taken), offset });
    return { walks: walks.slice(0, taken), offset };
  }

  private hop({ walks, offset }: Chunk): MaybePromise<boolean> {
    const open = offset > 0 ? walks : walks.filter(walk => walk.length < this.length.max);
    if (open.length === 0) return true;
    const index = new Map<NodeId, number>();
    for (const walk of open) if (!index.has(walk.node)) index.set(walk.node, index.size);
    const { direction, labels } = this.spec;
    const limit = pageSize(offset, index.size);
    const lists = this.state.graph.reads.expand({
      nodes: [...index.keys()],
      direction,
      labels,
      limit,
      offset,
    });
    return isPromise(lists)
      ? lists.then(found => this.extend(open, index, found, offset, limit))
      : this.extend(open, index, lists, offset, limit);
  }

  private extend(
    walks: readonly Walk[],
    index: ReadonlyMap<NodeId, number>,
    lists: readonly (readonly ExpandedEdge[])[],
    offset: number,
    limit: number,
  ): boolean {
    const longer: Walk[] = [];
    const unfinished: Walk[] = [];
    for (const walk of walks) {
      const edges = lists[index.get(walk.node)!]!;
      if (edges.length >= limit) unfinished.push(walk);
      for (const edge of edges) {
        const next = this.extended(walk, edge);
        if (next === undefined) continue;
        if (next.length >= this.length.min) this.arrive(next);
        longer.push(next);
      }
    }
    if (unfinished.length > 0) {
      this.stack.push({ walks: unfinished, offset: offset + limit });
      this.held += unfinished.length;
    }
    this.push(longer);
    return true;
  }

  private extended(walk: Walk, edge: ExpandedEdge): Walk | undefined {
    const isLoop = edge.other === walk.node;
    if (this.spec.direction === undefined && isLoop && edge.direction === Direction.Incoming)
      return undefined;
    if (!this.test.accepts(walk.row, edge, this.state.budget)) return undefined;
    const last = relationshipOf(walk.node, edge, this.state.epoch);
    for (let w: Walk | undefined = walk; w?.last !== undefined; w = w.before) {
      if (isSameEdge(w.last, last.start, last.label, last.end)) return undefined;
    }
    for (const slot of this.spec.distinctFrom) if (holdsEdge(walk.row[slot]!, last)) return undefined;
    return { row: walk.row, node: edge.other, length: walk.length + 1, last, before: walk };
  }

  private arrive(walk: Walk): void {
    const { to, into, relationship } = this.spec;
    const { row } = walk;
    if (into && nodeIdAt(row, to) !== walk.node) return;
    const edges: RelationshipValue[] = [];
    for (let w: Walk | undefined = walk; w?.last !== undefined; w = w.before) edges.push(w.last);
    if (!this.length.backwards) edges.reverse();
    const copy = row.slice();
    copy[relationship] = edges;
    if (!into) copy[to] = new NodeHandle(walk.node);
    this.ready.push(copy);
  }
}

export function holdsEdge(value: Value, edge: RelationshipValue): boolean {
  if (value instanceof RelationshipValue) return isSameEdge(value, edge.start, edge.label, edge.end);
  return isList(value) && value.some(element => holdsEdge(element, edge));
}
