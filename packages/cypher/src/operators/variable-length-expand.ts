/**
 * Walks of several hops from a node, no relationship twice. Walks under way are kept in chunks on a stack; each
 * step takes the newest chunk one hop further with a single read. So there is a bound on what is held (the
 * deepest chunks are finished first), and one read serves many walks.
 */
import { Direction, RelationshipValue, isPromise } from '@weir/model';
import type { MaybePromise, NodeId, Value } from '@weir/model';
import type { Row } from '../compiled-query.js';
import { equals } from '../expression/comparison.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import { NodeHandle } from '../expression/entity-handles.js';
import { evaluateRows } from '../expression/run-state.js';
import type { RowVisitor, RunState } from '../expression/run-state.js';
import { isList } from '../expression/value-kind.js';
import type { ExpandedEdge } from '../graph-access.js';
import { isSameEdge, nodeIdAt, relationshipOf } from './expand.js';
import type { ExpandSpec } from './expand.js';
import { BATCH_ROWS } from './operator.js';
import type { Operator } from './operator.js';

export interface HopProperty {
  readonly key: string;
  readonly value: CompiledExpression;
}

export interface VariableLength {
  readonly min: number;
  readonly max: number;
  /** The walk goes against the pattern's order: its relationships are listed the other way round. */
  readonly backwards: boolean;
  /** Every relationship of the walk has these. */
  readonly properties: readonly HopProperty[];
}

interface Walk {
  readonly row: Row;
  readonly node: NodeId;
  readonly length: number;
  readonly last: RelationshipValue | undefined;
  readonly before: Walk | undefined;
}

/** Evaluates the properties that hops must have, once per row. */
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

  accepts(row: Row, edge: ExpandedEdge): boolean {
    if (this.properties.length === 0) return true;
    const expected = this.expected.get(row)!;
    return this.properties.every(({ key }, i) => {
      const actual = Object.hasOwn(edge.properties, key) ? edge.properties[key]! : null;
      return equals(actual, expected[i]!) === true;
    });
  }
}

export class VariableLengthExpand implements Operator {
  private stack: Walk[][] = [];
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
      this.state.signal?.throwIfAborted();
      const chunk = this.stack.pop();
      const done = chunk === undefined ? this.pull() : this.hop(chunk);
      if (isPromise(done)) return done.then(more => (more ? this.next() : undefined));
      if (!done) return undefined;
    }
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
    for (let i = 0; i < walks.length; i += BATCH_ROWS) this.stack.push(walks.slice(i, i + BATCH_ROWS));
  }

  private hop(walks: Walk[]): MaybePromise<boolean> {
    const open = walks.filter(walk => walk.length < this.length.max);
    if (open.length === 0) return true;
    const index = new Map<NodeId, number>();
    for (const walk of open) if (!index.has(walk.node)) index.set(walk.node, index.size);
    const { direction, labels } = this.spec;
    const lists = this.state.graph.expand({ nodes: [...index.keys()], direction, labels });
    return isPromise(lists)
      ? lists.then(found => this.extend(open, index, found))
      : this.extend(open, index, lists);
  }

  private extend(
    walks: readonly Walk[],
    index: ReadonlyMap<NodeId, number>,
    lists: readonly (readonly ExpandedEdge[])[],
  ): boolean {
    const longer: Walk[] = [];
    for (const walk of walks) {
      for (const edge of lists[index.get(walk.node)!]!) {
        const next = this.extended(walk, edge);
        if (next === undefined) continue;
        if (next.length >= this.length.min) this.arrive(next);
        longer.push(next);
      }
    }
    this.push(longer);
    return true;
  }

  private extended(walk: Walk, edge: ExpandedEdge): Walk | undefined {
    const isLoop = edge.other === walk.node;
    if (this.spec.direction === undefined && isLoop && edge.direction === Direction.Incoming)
      return undefined;
    if (!this.test.accepts(walk.row, edge)) return undefined;
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
