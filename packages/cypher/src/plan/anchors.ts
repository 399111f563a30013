/** Finds in a predicate what tells a node's id: `id(n) = e`, `strId(n) = e`, `id(n) IN list`. */
import type { Expression } from '../syntax/index.js';
import { mentionedNames } from './free-names.js';
import type { Predicate } from './pattern-graph.js';

export interface Anchor {
  readonly node: string;
  readonly expression: Expression;
  /** The expression gives a list of ids. */
  readonly several: boolean;
  /** What the expression depends on. */
  readonly names: ReadonlySet<string>;
  readonly predicate: Predicate;
}

const ID_FUNCTIONS = new Set(['id', 'strid', 'elementid']);

/** The variable of `id(variable)`, or `undefined`. */
function nodeOfIdCall(expression: Expression): string | undefined {
  if (expression.kind !== 'call' || expression.arguments.length !== 1) return undefined;
  if (!ID_FUNCTIONS.has(expression.name.toLowerCase())) return undefined;
  const [argument] = expression.arguments;
  return argument!.kind === 'variable' ? argument.name : undefined;
}

export function anchorOf(predicate: Predicate, isNode: (name: string) => boolean): Anchor | undefined {
  const { expression } = predicate;
  if (expression.kind === 'binary' && expression.operator === 'IN') {
    return anchor(expression.left, expression.right, true, predicate, isNode);
  }
  if (
    expression.kind !== 'comparison' ||
    expression.operators.length !== 1 ||
    expression.operators[0] !== '='
  ) {
    return undefined;
  }
  const [left, right] = expression.operands;
  return anchor(left!, right!, false, predicate, isNode) ?? anchor(right!, left!, false, predicate, isNode);
}

function anchor(
  call: Expression,
  expression: Expression,
  several: boolean,
  predicate: Predicate,
  isNode: (name: string) => boolean,
): Anchor | undefined {
  const node = nodeOfIdCall(call);
  if (node === undefined || !isNode(node)) return undefined;
  const names = mentionedNames(expression);
  return names.has(node) ? undefined : { node, expression, several, names, predicate };
}
