/** Conditions in the WHERE of a standing query that one node can check alone. */
import {
  compileRegex,
  cypherError,
  type Expression,
  isLinear,
  matchesFully,
  QueryBudget,
  regexProblem,
} from '@weir/cypher';
import { formatNodeId, idFrom, idOfValue, type NodeId, type Value } from '@weir/model';
import type { PropertyTest } from '../../plan/property-test.js';
import { valueOrNothing } from '../expressions/element-expressions.js';
import { allOf } from './label-conditions.js';
import { literalValue } from './literal-value.js';
import type { FailureListener } from '../shape/shape.js';

export interface FoundTest {
  readonly variable: string;
  readonly test: PropertyTest;
}

/**
 * Returns the test that a condition makes of one property.
 * @param onFailure is called for a value that cannot be tested within the limits of a query. The value fails the test.
 * @throws WeirError `cypher.compile` for an invalid regular expression.
 */
export function testOf(
  text: string,
  conjunct: Expression,
  onFailure: FailureListener,
): FoundTest | undefined {
  return comparison(conjunct) ?? existence(conjunct) ?? regex(text, conjunct, onFailure);
}

/** `n:A:B`. */
export function labelsOf(conjunct: Expression): { variable: string; labels: string[] } | undefined {
  if (conjunct.kind !== 'has-labels' || conjunct.subject.kind !== 'variable') return undefined;
  const labels = allOf(conjunct.labels);
  return labels === undefined ? undefined : { variable: conjunct.subject.name, labels };
}

/** `id(n) = <id>` and `strId(n) = <id>`, in either order. */
export function constantIdOf(conjunct: Expression): { variable: string; id: NodeId } | undefined {
  if (conjunct.kind !== 'comparison' || conjunct.operators.length !== 1 || conjunct.operators[0] !== '=') {
    return undefined;
  }
  const [left, right] = conjunct.operands as [Expression, Expression];
  return idOf(left, right) ?? idOf(right, left);
}

function idOf(side: Expression, other: Expression): { variable: string; id: NodeId } | undefined {
  if (side.kind !== 'call' || side.arguments.length !== 1) return undefined;
  const [argument] = side.arguments;
  const name = side.name.toLowerCase();
  if (argument?.kind !== 'variable' || (name !== 'id' && name !== 'strid')) return undefined;
  const id = constantId(other, name === 'strid');
  return id === undefined ? undefined : { variable: argument.name, id };
}

function comparison(conjunct: Expression): FoundTest | undefined {
  if (conjunct.kind !== 'comparison' || conjunct.operators.length !== 1) return undefined;
  const [left, right] = conjunct.operands;
  const property = propertyOf(left!);
  const value = literalValue(right!);
  if (property === undefined || value === undefined) return undefined;
  const { variable, key } = property;
  if (conjunct.operators[0] === '=') return { variable, test: { kind: 'equal', key, value } };
  return conjunct.operators[0] === '<>' ? { variable, test: { kind: 'not-equal', key, value } } : undefined;
}

/** `exists(n.k)`, `NOT exists(n.k)`, `n.k IS NULL`, `n.k IS NOT NULL`. */
function existence(conjunct: Expression): FoundTest | undefined {
  if (conjunct.kind === 'is-null') return existenceOf(conjunct.operand, conjunct.negated);
  if (conjunct.kind === 'unary' && conjunct.operator === 'NOT') return existsCall(conjunct.operand, false);
  return existsCall(conjunct, true);
}

function existsCall(expression: Expression, present: boolean): FoundTest | undefined {
  if (expression.kind !== 'call' || expression.name.toLowerCase() !== 'exists') return undefined;
  return expression.arguments.length === 1 ? existenceOf(expression.arguments[0]!, present) : undefined;
}

function existenceOf(expression: Expression, present: boolean): FoundTest | undefined {
  const property = propertyOf(expression);
  if (property === undefined) return undefined;
  return { variable: property.variable, test: { kind: present ? 'present' : 'absent', key: property.key } };
}

function regex(text: string, conjunct: Expression, onFailure: FailureListener): FoundTest | undefined {
  if (conjunct.kind !== 'binary' || conjunct.operator !== '=~') return undefined;
  const property = propertyOf(conjunct.left);
  const pattern = literalValue(conjunct.right);
  if (property === undefined || typeof pattern !== 'string') return undefined;
  const problem = regexProblem(pattern);
  if (problem !== undefined) {
    throw cypherError('cypher.compile', problem, { source: text, offset: conjunct.right.span.start });
  }
  const { variable, key } = property;
  const compiled = compileRegex(pattern);
  if (!isLinear(compiled)) return undefined;
  const budget = new QueryBudget();
  const condition = {
    evaluate: ([value]: readonly Value[]): Value => {
      budget.refill();
      budget.passed();
      return matchesFully(compiled, value as string, budget);
    },
    text: text.slice(conjunct.span.start, conjunct.span.end),
    onFailure,
  };
  const accepts = (value: string): boolean => valueOrNothing(condition, [value]) === true;
  return { variable, test: { kind: 'matches', key, pattern, accepts } };
}

function propertyOf(expression: Expression): { readonly variable: string; readonly key: string } | undefined {
  if (expression.kind !== 'property' || expression.subject.kind !== 'variable') return undefined;
  return { variable: expression.subject.name, key: expression.key };
}

/** @param isText compared with the text of the id, so only the exact text of the id matches. */
function constantId(expression: Expression, isText: boolean): NodeId | undefined {
  if (expression.kind === 'call')
    return isText ? undefined : idFromCall(expression.name, expression.arguments);
  const text = literalValue(expression);
  const id = text === undefined ? undefined : (idOfValue(text) ?? undefined);
  return id !== undefined && isText && formatNodeId(id) !== text ? undefined : id;
}

function idFromCall(name: string, given: readonly Expression[]): NodeId | undefined {
  if (name.toLowerCase() !== 'idfrom') return undefined;
  const values: Value[] = [];
  for (const argument of given) {
    const value = literalValue(argument);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return idFrom(values) ?? undefined;
}
