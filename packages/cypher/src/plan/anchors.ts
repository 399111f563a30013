/**
 * Finds conditions in a predicate that identify the node of a variable: `id(n) = e`, `strId(n) = e`, `id(n) IN list`,
 * `n = m`, and several of them joined by OR. In `id(n) = e AND more OR id(n) = f` each alternative has one.
 */
import type { Expression } from '../syntax/index.js';
import { mentionedNames } from './free-names.js';
import { conjuncts, operandsOf } from './pattern-graph.js';
import type { Predicate } from './pattern-graph.js';

export interface Anchor {
  readonly node: string;
  readonly expression: Expression;
  /** Result of the expression: one value, a list of them, or a list of such lists. */
  readonly shape: 'one' | 'list' | 'lists';
  /** Whether the expression returns nodes; otherwise ids in any form. */
  readonly byNode: boolean;
  /** Names on which the expression depends. */
  readonly names: ReadonlySet<string>;
  readonly predicate: Predicate;
  /** Whether the anchor covers the whole predicate. */
  readonly isWhole: boolean;
}

type Found = Pick<Anchor, 'node' | 'expression' | 'byNode'> & { readonly shape: 'one' | 'list' };

const ID_FUNCTIONS = new Set(['id', 'strid', 'elementid']);

/** The variable of `id(variable)`, or `undefined`. */
function nodeOfIdCall(expression: Expression): string | undefined {
  if (expression.kind !== 'call' || expression.arguments.length !== 1) return undefined;
  if (!ID_FUNCTIONS.has(expression.name.toLowerCase())) return undefined;
  const [argument] = expression.arguments;
  return argument!.kind === 'variable' ? argument.name : undefined;
}

/** @param isNode whether a variable is a node that is not bound yet. */
export function anchorsOf(predicate: Predicate, isNode: (name: string) => boolean): Anchor[] {
  const { expression } = predicate;
  const alternatives = operandsOf('OR', expression);
  if (alternatives.length === 1) {
    return foundIn(expression, isNode).map(each => ({ ...withNames(each), predicate, isWhole: true }));
  }
  const anchor = ofAlternatives(alternatives, predicate, isNode);
  return anchor === undefined ? [] : [anchor];
}

function ofAlternatives(
  alternatives: readonly Expression[],
  predicate: Predicate,
  isNode: (name: string) => boolean,
): Anchor | undefined {
  const parts: Found[] = [];
  let isWhole = true;
  for (const alternative of alternatives) {
    const tests = conjuncts(alternative);
    const [first] = tests.flatMap(test => foundIn(test, isNode));
    if (first === undefined) return undefined;
    if (tests.length > 1) isWhole = false;
    parts.push(first);
  }
  const { node, byNode } = parts[0]!;
  if (parts.some(other => other.node !== node || other.byNode !== byNode)) return undefined;
  const { span } = predicate.expression;
  const expression: Expression = { kind: 'list', elements: parts.map(asList), span };
  const anchor = withNames({ node, expression, byNode, shape: 'lists' as const });
  return anchor.names.has(node) ? undefined : { ...anchor, predicate, isWhole };
}

function withNames<T extends { readonly expression: Expression }>(
  anchor: T,
): T & { readonly names: ReadonlySet<string> } {
  return { ...anchor, names: mentionedNames(anchor.expression) };
}

function asList({ shape, expression }: Found): Expression {
  return shape === 'list' ? expression : { kind: 'list', elements: [expression], span: expression.span };
}

/** Several if it can be read both ways. */
function foundIn(expression: Expression, isNode: (name: string) => boolean): Found[] {
  if (expression.kind === 'binary' && expression.operator === 'IN') {
    return found(expression.left, expression.right, 'list', isNode);
  }
  if (expression.kind !== 'comparison' || expression.operators.length !== 1) return [];
  if (expression.operators[0] !== '=') return [];
  const [left, right] = expression.operands;
  return [...found(left!, right!, 'one', isNode), ...found(right!, left!, 'one', isNode)];
}

function found(
  subject: Expression,
  expression: Expression,
  shape: 'one' | 'list',
  isNode: (name: string) => boolean,
): Found[] {
  const byNode = subject.kind === 'variable';
  const node = byNode ? subject.name : nodeOfIdCall(subject);
  if (node === undefined || !isNode(node) || mentionedNames(expression).has(node)) return [];
  return [{ node, expression, shape, byNode }];
}
