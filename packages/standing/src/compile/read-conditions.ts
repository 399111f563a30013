/**
 * The WHERE of a standing query: conjuncts that one node can check by itself go to that node, whatever else there
 * is makes a filter. Several conditions on one property are all kept.
 */
import { cypherError, type Expression, compileRegex, matchesFully, regexProblem } from '@weir/cypher';
import { formatNodeId, idFrom, type NodeId, parseNodeId, type Value } from '@weir/model';
import type { PropertyTest } from '../pattern/property-test.js';
import { literalValue } from './literal-value.js';
import { checkNodeUses, variableOf } from './node-uses.js';
import type { PatternReader } from './pattern-reader.js';

export interface Conditions {
  /** Something is left that no single node can check. */
  readonly hasFilter: boolean;
}

/** @throws WeirError `cypher.compile` for an expression that is never allowed, and for an invalid regex. */
export function readConditions(text: string, reader: PatternReader): Conditions {
  let hasFilter = false;
  for (const conjunct of reader.conditions.flatMap(conjunctsOf)) {
    const written = text.slice(conjunct.span.start, conjunct.span.end);
    checkNodeUses(
      text,
      conjunct,
      `Filter condition \`${written}\``,
      name => reader.nodeOf(name) !== undefined,
    );
    if (!readTest(text, conjunct, reader) && !readId(conjunct, reader)) hasFilter = true;
  }
  return { hasFilter };
}

function conjunctsOf(expression: Expression): Expression[] {
  return expression.kind === 'binary' && expression.operator === 'AND'
    ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)]
    : [expression];
}

function readTest(text: string, conjunct: Expression, reader: PatternReader): boolean {
  const found = comparison(conjunct) ?? existence(conjunct) ?? regex(text, conjunct);
  const node = found && reader.nodeOf(found.variable);
  if (found === undefined || node === undefined) return false;
  reader.addTest(node, found.test);
  return true;
}

interface FoundTest {
  readonly variable: string;
  readonly test: PropertyTest;
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

function regex(text: string, conjunct: Expression): FoundTest | undefined {
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
  const accepts = (value: string): boolean => matchesFully(compiled, value);
  return { variable, test: { kind: 'matches', key, pattern, accepts } };
}

function propertyOf(expression: Expression): { readonly variable: string; readonly key: string } | undefined {
  if (expression.kind !== 'property' || expression.subject.kind !== 'variable') return undefined;
  return { variable: expression.subject.name, key: expression.key };
}

/** `id(n) = <id>` and `strId(n) = <id>`, either way round. */
function readId(conjunct: Expression, reader: PatternReader): boolean {
  if (conjunct.kind !== 'comparison' || conjunct.operators.length !== 1 || conjunct.operators[0] !== '=') {
    return false;
  }
  const [left, right] = conjunct.operands as [Expression, Expression];
  return readIdOf(left, right, reader) || readIdOf(right, left, reader);
}

function readIdOf(side: Expression, other: Expression, reader: PatternReader): boolean {
  if (side.kind !== 'call') return false;
  const variable = variableOf(side, 'id', 'strid');
  const node = variable === undefined ? undefined : reader.nodeOf(variable);
  const id = constantId(other, side.name.toLowerCase() === 'strid');
  return node !== undefined && id !== undefined && reader.restrictTo(node, id);
}

/** @param isText compared with the id's text, so only the text that the id really has will do. */
function constantId(expression: Expression, isText: boolean): NodeId | undefined {
  if (expression.kind === 'call')
    return isText ? undefined : idFromCall(expression.name, expression.arguments);
  const text = literalValue(expression);
  const id = typeof text === 'string' ? parseNodeId(text) : undefined;
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
