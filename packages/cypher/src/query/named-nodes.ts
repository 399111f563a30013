/**
 * Nodes that a condition names by constant ids: `id(n) = idFrom('a')`, `strId(n) IN ['...', '...']`, several of them
 * joined by OR. A query looks such nodes up instead of searching for them, so they match even if they were never
 * written.
 */
import { idOfValue, type NodeId, type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import { anchorsOf } from '../plan/anchors.js';
import { mentionedNames } from '../plan/free-names.js';
import type { Expression } from '../syntax/index.js';
import { compileRowExpression, type RowExpressionOptions } from './row-expression.js';

export interface NamedNodes {
  readonly variable: string;
  readonly ids: readonly NodeId[];
}

/**
 * @param condition one conjunct.
 * @param isNode whether a variable is a node that the condition may name.
 */
export function namedNodes(
  condition: Expression,
  options: Pick<RowExpressionOptions, 'source' | 'extensions'>,
  isNode: (name: string) => boolean,
): NamedNodes[] {
  const predicate = { expression: condition, names: mentionedNames(condition) };
  const found: NamedNodes[] = [];
  for (const { node, expression, byNode, names } of anchorsOf(predicate, isNode)) {
    if (byNode || names.size > 0) continue;
    const value = constantValue(expression, options);
    if (value !== undefined) found.push({ variable: node, ids: idsIn(value) });
  }
  return found;
}

/** `undefined` if the value depends on a row or on time, or is invalid: then it names no node. */
function constantValue(
  expression: Expression,
  options: Pick<RowExpressionOptions, 'source' | 'extensions'>,
): Value | undefined {
  try {
    const { isPure, evaluate } = compileRowExpression(expression, { ...options, columns: [] });
    return isPure ? evaluate([]) : undefined;
  } catch (error) {
    if (!(error instanceof WeirError) || error.code === 'internal') throw error;
    return undefined;
  }
}

function idsIn(value: Value): NodeId[] {
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(idsIn);
  const id = idOfValue(value);
  return id === null ? [] : [id];
}
