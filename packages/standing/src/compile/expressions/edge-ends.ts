/**
 * `startNode(e)` and `endNode(e)`: resolved to the nodes at the ends of the pattern's edge, so that reads of them are
 * watched like other reads of these nodes. If the pattern edge has no direction, only the edge in a row determines
 * which node is which.
 */
import { type AstNode, children, type Expression, localNames } from '@weir/cypher';
import { type NodeId, NodeValue, RelationshipValue, type Value } from '@weir/model';
import type { StandingRow } from '../../contract/delta.js';
import { type ReadsOfElement, readsOf } from './expression-reads.js';
import { positionIn } from './layout.js';
import type { EdgeElement, Element, ElementNumber } from '../shape/shape.js';

type EndCall = Extract<Expression, { kind: 'call' }>;

export interface EdgeEnd {
  readonly call: EndCall;
  readonly isStart: boolean;
  readonly number: ElementNumber;
  readonly edge: EdgeElement;
  /** Reads of the node at that end. */
  readonly reads: ReadsOfElement;
}

/** Returns the calls that read more than the node's identity and cannot be computed from the edge alone. */
export function edgeEndsIn(
  expression: Expression,
  names: ReadonlyMap<string, ElementNumber>,
  elements: readonly Element[],
  skip: (node: AstNode) => boolean,
): EdgeEnd[] {
  return endCallsIn(expression, skip).flatMap(({ call, hidden }) => {
    const reads = readsOf(expression, call, skip);
    const [argument] = call.arguments;
    if (reads.isBare || argument?.kind !== 'variable' || hidden.has(argument.name)) return [];
    const number = names.get(argument.name);
    const edge = number === undefined ? undefined : elements[number];
    if (edge?.kind !== 'edge' || edge.hops !== undefined) return [];
    return [{ call, isStart: isStartCall(call), number: number!, edge, reads }];
  });
}

/** Returns a call whose node no row contains: the end of an edge that is not a variable of the pattern. */
export function unknownEndIn(
  expression: Expression,
  known: readonly EdgeEnd[],
  skip: (node: AstNode) => boolean,
): Expression | undefined {
  const isKnown = (call: Expression): boolean => known.some(end => end.call === call);
  return endCallsIn(expression, skip).find(
    ({ call }) => !isKnown(call) && !readsOf(expression, call, skip).isBare,
  )?.call;
}

/** Reads the node at that end of the edge in a row. */
export function edgeEndReader(
  { isStart, number, edge }: EdgeEnd,
  layout: readonly ElementNumber[],
): (row: StandingRow) => Value {
  const at = positionIn(layout, number);
  const nodes = [positionIn(layout, edge.source), positionIn(layout, edge.target)];
  return row => {
    const value = row[at]!;
    if (!(value instanceof RelationshipValue)) return null;
    const id: NodeId = isStart ? value.start : value.end;
    for (const position of nodes) {
      const node = row[position]!;
      if (node instanceof NodeValue && node.id === id) return node;
    }
    return null;
  };
}

/** @returns each call with the names that are shadowed there. */
function endCallsIn(
  expression: Expression,
  skip: (node: AstNode) => boolean,
): { readonly call: EndCall; readonly hidden: ReadonlySet<string> }[] {
  const found: { call: EndCall; hidden: ReadonlySet<string> }[] = [];
  const visit = (node: AstNode, hidden: ReadonlySet<string>): void => {
    if (skip(node)) return;
    if (node.kind === 'call' && (isStartCall(node) || node.name.toLowerCase() === 'endnode'))
      found.push({ call: node, hidden });
    const locals = localNames(node);
    const inside = locals.length === 0 ? hidden : new Set([...hidden, ...locals]);
    for (const child of children(node)) visit(child, inside);
  };
  visit(expression, new Set());
  return found;
}

function isStartCall({ name }: EndCall): boolean {
  return name.toLowerCase() === 'startnode';
}
