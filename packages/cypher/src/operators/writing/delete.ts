/**
 * DELETE and DETACH DELETE. Collects the elements to delete from all rows first, then deletes relationships, then
 * nodes: a node whose last relationships are deleted in the same clause can be deleted too.
 */
import { NodeValue, PathValue, RelationshipValue } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { NodeId, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import { edgeKey } from '../../run/entity-handles.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { typeMismatch } from '../../operations/runtime-errors.js';
import { isList } from '../../operations/value-kind.js';
import type { EffectValue } from './effect.js';
import { gather } from '../operator.js';
import type { Operator } from '../operator.js';

export class Delete implements Operator, RowVisitor {
  private rows: Row[] | undefined;
  private at = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly targets: readonly EffectValue[],
    private readonly detach: boolean,
  ) {}

  visit(row: Row, _index: number, state: RunState): void {
    for (const target of this.targets) row[target.slot] = target.evaluate(row, state);
  }

  next(): MaybePromise<Row[] | undefined> {
    if (this.rows !== undefined) return this.give(this.rows);
    const rows = gather(this.source, this.state.budget);
    return isPromise(rows) ? rows.then(all => this.run(all)) : this.run(rows);
  }

  close(): void {
    this.rows = [];
    this.source.close();
  }

  private run(rows: Row[]): MaybePromise<Row[] | undefined> {
    this.rows = rows;
    const prepared = evaluateRows(this.state, rows, this);
    return isPromise(prepared) ? prepared.then(() => this.deleteAll(rows)) : this.deleteAll(rows);
  }

  private deleteAll(rows: Row[]): Row[] | undefined {
    const { numberSlot } = this.state;
    if (numberSlot === undefined) this.deleteOf(rows);
    else for (const some of runsOf(rows, numberSlot)) this.deleteOf(some);
    this.state.written();
    return this.give(rows);
  }

  /** Deletes the elements of the rows of one argument row. */
  private deleteOf(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const nodes = new Set<NodeId>();
    const edges = new Map<string, RelationshipValue>();
    for (const row of rows) for (const target of this.targets) collect(row[target.slot]!, nodes, edges);
    const { effects } = this.state;
    this.state.writesFor(rows[0]!);
    for (const edge of edges.values()) {
      effects.deleteEdge(edge.start, edge.label, edge.end);
      this.state.edgeDeleted(edge);
    }
    for (const id of nodes) {
      effects.deleteNode(id, this.detach);
      this.state.nodeDeleted(id);
    }
  }

  private give(rows: Row[]): Row[] | undefined {
    if (this.at >= rows.length) return undefined;
    const batch = rows.slice(this.at, this.at + this.state.batchRows);
    this.at += this.state.batchRows;
    return batch;
  }
}

/** Consecutive rows with the same value in a slot. */
function runsOf(rows: readonly Row[], slot: number): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.[0]![slot] === row[slot]) run!.push(row);
    else runs.push([row]);
  }
  return runs;
}

function collect(value: Value, nodes: Set<NodeId>, edges: Map<string, RelationshipValue>): void {
  if (value === null) return;
  if (value instanceof NodeValue) nodes.add(value.id);
  else if (value instanceof RelationshipValue) edges.set(edgeKey(value.start, value.label, value.end), value);
  else if (value instanceof PathValue) {
    for (const node of value.nodes) nodes.add(node.id);
    for (const edge of value.relationships) edges.set(edgeKey(edge.start, edge.label, edge.end), edge);
  } else if (isList(value)) for (const element of value) collect(element, nodes, edges);
  else throw typeMismatch(['Node', 'Relationship', 'Path'], value, 'target for deletion');
}
