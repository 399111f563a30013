/** Finds the nodes at the ends of a relationship (or a list of them) that is bound already. */
import { RelationshipValue } from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import { NodeHandle } from '../../run/entity-handles.js';
import type { RunState } from '../../run/run-state.js';
import { typeMismatch } from '../../operations/runtime-errors.js';
import { isList } from '../../operations/value-kind.js';
import { nodeIdAt } from './expand.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';
import { otherEnd } from './path.js';
import { holdsEdge } from './variable-length-expand.js';

export interface EndpointsSpec {
  readonly relationship: number;
  readonly from: number;
  readonly to: number;
  readonly fromKnown: boolean;
  readonly toKnown: boolean;
  /** Both ends are the same variable. */
  readonly isLoop: boolean;
  readonly types: readonly string[] | undefined;
  readonly directed: boolean;
  /** The variable contains a list of relationships. */
  readonly list: boolean;
  /** The list begins at `to`. */
  readonly backwards: boolean;
  readonly min: number;
  readonly max: number;
  readonly distinctFrom: readonly number[];
}

export class ProjectEndpoints extends BatchOperator {
  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: EndpointsSpec,
  ) {
    super(state, source);
  }

  protected process(batch: Row[]): Row[] {
    const result: Row[] = [];
    for (const row of batch) {
      const value = row[this.spec.relationship]!;
      if (value === null) continue;
      for (const [from, to] of this.endsOf(this.edgesOf(value), row)) this.join(row, from, to, result);
    }
    return result;
  }

  private edgesOf(value: Value): readonly RelationshipValue[] {
    const edges = this.spec.list ? value : [value];
    if (!isList(edges))
      throw typeMismatch(['List(Anything)'], value, 'a relationship pattern of variable length');
    for (const edge of edges) {
      if (!(edge instanceof RelationshipValue))
        throw typeMismatch(['Relationship'], edge, 'a relationship pattern');
    }
    const found = edges as readonly RelationshipValue[];
    return this.spec.backwards ? [...found].reverse() : found;
  }

  private endsOf(edges: readonly RelationshipValue[], row: Row): [NodeId, NodeId][] {
    const { types, min, max, distinctFrom, list, directed, fromKnown, from } = this.spec;
    if (list && (edges.length < min || edges.length > max)) return [];
    if (types !== undefined && edges.some(edge => !types.includes(edge.label))) return [];
    if (distinctFrom.some(slot => edges.some(edge => holdsEdge(row[slot]!, edge)))) return [];
    if (edges.length === 0) {
      const node = fromKnown ? nodeIdAt(row, from) : undefined;
      return node === undefined ? [] : [[node, node]];
    }
    const starts = new Set<NodeId>([edges[0]!.start]);
    if (!directed) starts.add(edges[0]!.end);
    const result: [NodeId, NodeId][] = [];
    for (const start of starts) {
      const end = walk(start, edges, directed);
      if (end !== undefined) result.push([start, end]);
    }
    return result;
  }

  private join(row: Row, from: NodeId, to: NodeId, result: Row[]): void {
    const { spec } = this;
    if (spec.isLoop && from !== to) return;
    if (spec.fromKnown && nodeIdAt(row, spec.from) !== from) return;
    if (spec.toKnown && nodeIdAt(row, spec.to) !== to) return;
    const copy = row.slice();
    if (!spec.fromKnown) copy[spec.from] = new NodeHandle(from);
    if (!spec.toKnown && !spec.isLoop) copy[spec.to] = new NodeHandle(to);
    result.push(copy);
  }
}

/** The end of a chain of relationships that starts at a node; `undefined` if they do not form a chain. */
function walk(start: NodeId, edges: readonly RelationshipValue[], directed: boolean): NodeId | undefined {
  let node = start;
  for (const edge of edges) {
    if (edge.start !== node && (directed || edge.end !== node)) return undefined;
    node = directed ? edge.end : otherEnd(edge, node);
  }
  return node;
}
