import { compileHasLabels, compileProperty } from './compile-access.js';
import { compileCall } from './compile-call.js';
import { compileCase } from './compile-case.js';
import {
  compileIndex,
  compileListComprehension,
  compileListLiteral,
  compileMapLiteral,
  compileMapProjection,
  compileQuantifier,
  compileReduce,
  compileSlice,
} from './compile-collections.js';
import { compileBinary, compileComparison, compileIsNull, compileUnary } from './compile-operators.js';
import type { CompileKind, ExpressionKinds, QueryExpression } from './expression-compiler.js';
import { constantTerm, slotTerm } from './term.js';

const compileSubquery: CompileKind<QueryExpression> = (compiler, expression) => compiler.subquery(expression);

export const EXPRESSION_KINDS: ExpressionKinds = {
  literal: (_compiler, { value }) => constantTerm(value),
  variable: (compiler, expression) => slotTerm(compiler.binding(expression)),
  parameter: (compiler, expression) => compiler.parameter(expression),
  list: compileListLiteral,
  map: compileMapLiteral,
  property: compileProperty,
  index: compileIndex,
  slice: compileSlice,
  unary: compileUnary,
  binary: compileBinary,
  comparison: compileComparison,
  'is-null': compileIsNull,
  'has-labels': compileHasLabels,
  case: compileCase,
  call: compileCall,
  'count-star': (compiler, { span }) => {
    throw compiler.error('Invalid position for aggregating function `count`', span, 'InvalidAggregation');
  },
  'map-projection': compileMapProjection,
  'list-comprehension': compileListComprehension,
  quantifier: compileQuantifier,
  reduce: compileReduce,
  'pattern-comprehension': compileSubquery,
  'pattern-predicate': compileSubquery,
  'shortest-path': compileSubquery,
  subquery: compileSubquery,
};
