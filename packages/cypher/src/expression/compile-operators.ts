/** Unary and binary operators, comparisons, IS NULL. */
import { type Value, walkText } from '@weir/model';
import type { Binary, Comparison, ComparisonOperator, Expression, IsNull, Unary } from '../syntax/index.js';
import {
  add,
  divide,
  modulo,
  multiply,
  negate,
  positive,
  power,
  subtract,
} from '../operations/arithmetic.js';
import { and, not, or, xor } from '../operations/boolean-logic.js';
import {
  equals,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  listContains,
  notEquals,
} from '../operations/comparison.js';
import type { QueryBudget } from '../budget/query-budget.js';
import { cypherError } from '../errors/index.js';
import type { Evaluate } from './compiled-expression.js';
import type { ExpressionCompiler } from './expression-compiler.js';
import { constantValue } from './term.js';
import type { Term } from './term.js';
import { containsText } from '../operations/text-search.js';
import { compileRegex, matchesFully, regexProblem } from '../operations/regular-expression.js';

type BinaryFunction = (left: Value, right: Value, budget: QueryBudget) => Value;

const BINARY: Record<Exclude<Binary['operator'], 'AND' | 'OR'>, BinaryFunction> = {
  XOR: xor,
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': modulo,
  '^': power,
  IN: listContains,
  'STARTS WITH': (left, right, budget) => {
    if (typeof left !== 'string' || typeof right !== 'string') return null;
    walkText(right, budget);
    return left.startsWith(right);
  },
  'ENDS WITH': (left, right, budget) => {
    if (typeof left !== 'string' || typeof right !== 'string') return null;
    walkText(right, budget);
    return left.endsWith(right);
  },
  CONTAINS: (left, right, budget) =>
    typeof left === 'string' && typeof right === 'string' ? containsText(left, right, budget) : null,
  '=~': (left, right, budget) =>
    typeof left === 'string' && typeof right === 'string'
      ? matchesFully(compileRegex(right, budget), left, budget)
      : null,
};

/** Operators whose result can contain what their operands contain. */
const CARRIES = new Set<Binary['operator']>(['+']);

export function compileUnary(compiler: ExpressionCompiler, expression: Unary): Term {
  const operand = compiler.term(expression.operand);
  const value = operand.evaluate;
  const apply = expression.operator === 'NOT' ? not : expression.operator === '-' ? negate : positive;
  return compiler.folded([operand], (row, state) => apply(value(row, state)), false);
}

export function compileBinary(compiler: ExpressionCompiler, expression: Binary): Term {
  const left = compiler.term(expression.left);
  const right = compiler.term(expression.right);
  const a = left.evaluate;
  const b = right.evaluate;
  const { operator } = expression;
  if (operator === 'AND') {
    // Short-circuits at false, which makes `x IS NOT NULL AND f(x)` cheap; the result is the same.
    return compiler.folded(
      [left, right],
      (row, state) => {
        const first = a(row, state);
        return first === false ? false : and(first, b(row, state));
      },
      false,
    );
  }
  if (operator === 'OR') {
    return compiler.folded(
      [left, right],
      (row, state) => {
        const first = a(row, state);
        return first === true ? true : or(first, b(row, state));
      },
      false,
    );
  }
  if (operator === '=~' && right.constant) {
    const pattern = constantValue(right);
    if (typeof pattern === 'string') return constantRegex(compiler, expression, left, pattern);
  }
  const apply = BINARY[operator];
  const evaluate: Evaluate = (row, state) => apply(a(row, state), b(row, state), state.budget);
  return compiler.folded([left, right], evaluate, CARRIES.has(operator) && (left.entities || right.entities));
}

function constantRegex(compiler: ExpressionCompiler, expression: Binary, left: Term, pattern: string): Term {
  const problem = regexProblem(pattern, compiler.context.budget);
  if (problem !== undefined) {
    const location = { source: compiler.context.source, offset: expression.right.span.start };
    throw cypherError('cypher.constraint-violation', problem, location, 'InvalidArgumentValue');
  }
  const value = left.evaluate;
  const regex = compileRegex(pattern);
  return compiler.folded(
    [left],
    (row, state) => {
      const text = value(row, state);
      return typeof text === 'string' ? matchesFully(regex, text, state.budget) : null;
    },
    false,
  );
}

const COMPARISONS: Record<ComparisonOperator, BinaryFunction> = {
  '=': equals,
  '<>': notEquals,
  '<': less,
  '<=': lessOrEqual,
  '>': greater,
  '>=': greaterOrEqual,
};

export function compileComparison(compiler: ExpressionCompiler, expression: Comparison): Term {
  const terms = expression.operands.map((operand: Expression) => compiler.term(operand));
  const apply = expression.operators.map(operator => COMPARISONS[operator]);
  if (terms.length === 2) {
    const a = terms[0]!.evaluate;
    const b = terms[1]!.evaluate;
    const compare = apply[0]!;
    return compiler.folded(terms, (row, state) => compare(a(row, state), b(row, state), state.budget), false);
  }
  const operands = terms.map(term => term.evaluate);
  return compiler.folded(
    terms,
    (row, state) => {
      let result: Value = true;
      let left = operands[0]!(row, state);
      for (let i = 0; i < apply.length; i++) {
        const right = operands[i + 1]!(row, state);
        result = and(result, apply[i]!(left, right, state.budget));
        left = right;
      }
      return result;
    },
    false,
  );
}

export function compileIsNull(compiler: ExpressionCompiler, expression: IsNull): Term {
  const operand = compiler.term(expression.operand);
  const value = operand.evaluate;
  return expression.negated
    ? compiler.folded([operand], (row, state) => value(row, state) !== null, false)
    : compiler.folded([operand], (row, state) => value(row, state) === null, false);
}
