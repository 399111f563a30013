/**
 * Checks an expression in a scope and determines its type. Rejects undefined variables, aggregates where they are not
 * allowed, patterns where no predicate is expected, and operands that can never be valid.
 */
import { unreachable } from '@weir/platform';
import type * as ast from '../ast/ast.js';
import { contains } from '../ast/walk.js';
import type { CheckContext } from './check-context.js';
import { FIRST_ARGUMENT, resultType, VOLATILE } from './function-types.js';
import {
  elementOf,
  isCertainlyNot,
  isList,
  joined,
  listOf,
  typeName,
  type StaticType,
} from './static-type.js';
import type { TypeScope } from './type-scope.js';

export interface ExpressionContext {
  readonly scope: TypeScope;
  /** `inside`: already in an aggregate. */
  readonly aggregates: 'allowed' | 'refused' | 'inside';
  /** A pattern is a predicate only where a boolean is expected. */
  readonly isPredicate: boolean;
}

export function contextOf(
  scope: TypeScope,
  aggregates: ExpressionContext['aggregates'] = 'refused',
): ExpressionContext {
  return { scope, aggregates, isPredicate: false };
}

export interface SubqueryChecks {
  /** Patterns in expressions. @returns the scope including the variables that the pattern binds. */
  pattern(pattern: ast.PatternPart, at: ExpressionContext, mayBind: boolean): TypeScope;
  /** Bodies of EXISTS, COUNT and COLLECT. */
  subquery(subquery: ast.Subquery, scope: TypeScope): void;
}

export class ExpressionChecker {
  constructor(
    private readonly context: CheckContext,
    private readonly inner: SubqueryChecks,
  ) {}

  /** A WHERE: a boolean without aggregates. */
  predicate(expression: ast.Expression | undefined, scope: TypeScope): void {
    if (expression) this.boolean(expression, contextOf(scope));
  }

  check(expression: ast.Expression, at: ExpressionContext): StaticType {
    switch (expression.kind) {
      case 'literal':
        return literalType(expression.value);
      case 'parameter':
        this.context.useParameter(expression.name, expression.span);
        return 'any';
      case 'variable':
        return this.variable(expression, at.scope);
      case 'list':
        return listOf(joined(expression.elements.map(element => this.value(element, at))));
      case 'map':
        for (const entry of expression.entries) this.value(entry.value, at);
        return 'map';
      case 'property':
        return this.property(expression, at);
      case 'index':
        this.value(expression.index, at);
        return elementOf(this.value(expression.subject, at));
      case 'slice':
        for (const bound of [expression.from, expression.to]) if (bound) this.value(bound, at);
        return this.value(expression.subject, at);
      case 'unary':
        return this.unary(expression, at);
      case 'binary':
        return this.binary(expression, at);
      case 'comparison':
        for (const operand of expression.operands) this.value(operand, at);
        return 'boolean';
      case 'is-null':
        this.value(expression.operand, at);
        return 'boolean';
      case 'has-labels':
        this.value(expression.subject, at);
        return 'boolean';
      case 'case':
        return this.case(expression, at);
      case 'call':
        return this.call(expression, at);
      case 'count-star':
        this.aggregate('count', expression.span, at);
        return 'integer';
      case 'map-projection':
        this.variable(expression.subject, at.scope);
        for (const item of expression.items) if (item.kind === 'map-entry') this.value(item.value, at);
        return 'map';
      case 'list-comprehension':
        return this.listComprehension(expression, at);
      case 'pattern-comprehension':
        return this.patternComprehension(expression, at);
      case 'pattern-predicate':
        return this.patternPredicate(expression, at);
      case 'shortest-path':
        this.inner.pattern(expression.pattern, at, false);
        return expression.pattern.shortest === 'all' ? listOf('path') : 'path';
      case 'quantifier':
        return this.quantifier(expression, at);
      case 'reduce':
        return this.reduce(expression, at);
      case 'subquery':
        this.inner.subquery(expression, at.scope);
        return expression.form === 'exists'
          ? 'boolean'
          : expression.form === 'count'
            ? 'integer'
            : listOf('any');
      default:
        return unreachable(expression);
    }
  }

  /** An operand that is not a predicate itself. */
  private value(expression: ast.Expression, at: ExpressionContext): StaticType {
    return this.check(expression, at.isPredicate ? { ...at, isPredicate: false } : at);
  }

  /** Lists are accepted: in old queries a list of matches is a predicate. */
  private boolean(expression: ast.Expression, at: ExpressionContext): void {
    const type = this.check(expression, { ...at, isPredicate: true });
    if (isList(type) && expression.kind !== 'list') return;
    this.expect(expression, type, 'boolean');
  }

  private expect(
    expression: ast.Expression,
    type: StaticType,
    ...wanted: Parameters<typeof isCertainlyNot>[1][]
  ): void {
    if (!isCertainlyNot(type, ...wanted)) return;
    const message = `Type mismatch: expected ${wanted.join(' or ')} but was ${typeName(type)}`;
    this.context.fail('InvalidArgumentType', message, expression.span);
  }

  private variable(variable: ast.Variable, scope: TypeScope): StaticType {
    const type = scope.get(variable.name);
    if (type !== undefined) return type;
    return this.context.fail('UndefinedVariable', `Variable \`${variable.name}\` not defined`, variable.span);
  }

  private property(access: ast.PropertyAccess, at: ExpressionContext): StaticType {
    const type = this.value(access.subject, at);
    this.expectProperties(access.subject, type);
    return 'any';
  }

  /**
   * Requires a value with properties; a path is rejected as the wrong graph element, a plain value as the wrong type.
   */
  expectProperties(subject: ast.Expression, type: StaticType): void {
    if (!isCertainlyNot(type, 'node', 'relationship', 'map')) return;
    const message = `Type mismatch: a ${typeName(type)} has no properties`;
    if (type === 'path') this.context.fail('InvalidArgumentType', message, subject.span);
    this.context.failType(message, subject.span);
  }

  private unary(expression: ast.Unary, at: ExpressionContext): StaticType {
    if (expression.operator === 'NOT') {
      this.boolean(expression.operand, at);
      return 'boolean';
    }
    const type = this.value(expression.operand, at);
    this.expect(expression.operand, type, 'integer', 'float');
    return type;
  }

  private binary(expression: ast.Binary, at: ExpressionContext): StaticType {
    const { operator, left, right } = expression;
    switch (operator) {
      case 'AND':
      case 'OR':
      case 'XOR':
        this.boolean(left, at);
        this.boolean(right, at);
        return 'boolean';
      case 'IN':
        this.value(left, at);
        this.expect(right, this.value(right, at), 'list');
        return 'boolean';
      case 'STARTS WITH':
      case 'ENDS WITH':
      case 'CONTAINS':
      case '=~':
        this.value(left, at);
        this.value(right, at);
        return 'boolean';
      case '+':
        return sumType(this.value(left, at), this.value(right, at));
      default: {
        const types = [left, right].map(operand => {
          const type = this.value(operand, at);
          this.expect(operand, type, 'integer', 'float');
          return type;
        });
        return operator === '^' ? 'any' : numberType(types);
      }
    }
  }

  private case(expression: ast.Case, at: ExpressionContext): StaticType {
    if (expression.subject) this.value(expression.subject, at);
    const types: StaticType[] = [];
    for (const branch of expression.branches) {
      if (expression.subject) this.value(branch.when, at);
      else this.boolean(branch.when, at);
      types.push(this.value(branch.then, at));
    }
    if (expression.otherwise) types.push(this.value(expression.otherwise, at));
    return joined(types);
  }

  private call(call: ast.FunctionCall, at: ExpressionContext): StaticType {
    const { isFunction, arity } = this.context.options;
    if (isFunction?.(call.name) === false) {
      this.context.failToResolve('function', call.name, 'UnknownFunction', call.span);
    }
    const isAggregate = this.context.isAggregate(call.name);
    const inside = isAggregate ? this.aggregate(call.name, call.span, at) : at;
    if (call.distinct && !isAggregate) {
      this.context.fail(
        'UnexpectedSyntax',
        `DISTINCT is only for aggregating functions, which \`${call.name}\` is not`,
        call.span,
      );
    }
    this.checkCount(call, arity?.(call.name));
    const isExists = call.name.toLowerCase() === 'exists';
    const types = call.arguments.map(argument => this.check(argument, { ...inside, isPredicate: isExists }));
    const accepted = FIRST_ARGUMENT.get(call.name.toLowerCase());
    if (accepted && call.arguments[0]) this.expect(call.arguments[0], types[0]!, ...accepted);
    if (isAggregate) this.refuseVolatile(call);
    return resultType(call.name, types);
  }

  private checkCount(
    call: ast.FunctionCall,
    arity: { readonly min: number; readonly max: number } | undefined,
  ): void {
    const count = call.arguments.length;
    if (arity === undefined || (count >= arity.min && count <= arity.max)) return;
    const wanted = arity.min === arity.max ? arity.min : `${arity.min} to ${arity.max}`;
    const message = `Function \`${call.name}\` takes ${wanted} arguments, but got ${count}`;
    this.context.fail('InvalidNumberOfArguments', message, call.span);
  }

  /** @returns the context inside the aggregate. */
  private aggregate(name: string, span: ast.Span, at: ExpressionContext): ExpressionContext {
    if (at.aggregates === 'inside') {
      this.context.fail(
        'NestedAggregation',
        `Aggregating function \`${name}\` inside another aggregating function`,
        span,
      );
    }
    if (at.aggregates === 'refused') {
      this.context.fail('InvalidAggregation', `Invalid position for aggregating function \`${name}\``, span);
    }
    return { ...at, aggregates: 'inside' };
  }

  private refuseVolatile(call: ast.FunctionCall): void {
    const isVolatile = call.arguments.some(argument =>
      contains(argument, node => node.kind === 'call' && VOLATILE.has(node.name.toLowerCase())),
    );
    if (!isVolatile) return;
    this.context.fail(
      'NonConstantExpression',
      `Random values cannot be aggregated by \`${call.name}\``,
      call.span,
    );
  }

  /** The context inside an expression that runs once per element: aggregates are not allowed. */
  private withLocal(at: ExpressionContext, variable: ast.Variable, type: StaticType): ExpressionContext {
    return {
      scope: at.scope.with(variable.name, type, this.context.budget),
      aggregates: at.aggregates === 'inside' ? 'inside' : 'refused',
      isPredicate: false,
    };
  }

  private list(expression: ast.Expression, at: ExpressionContext): StaticType {
    const type = this.value(expression, at);
    this.expect(expression, type, 'list');
    return elementOf(type);
  }

  private listComprehension(expression: ast.ListComprehension, at: ExpressionContext): StaticType {
    const element = this.list(expression.list, at);
    const local = this.withLocal(at, expression.variable, element);
    if (expression.where) this.boolean(expression.where, local);
    return listOf(expression.projection ? this.check(expression.projection, local) : element);
  }

  private patternComprehension(expression: ast.PatternComprehension, at: ExpressionContext): StaticType {
    const outer: ExpressionContext = {
      ...at,
      aggregates: at.aggregates === 'inside' ? 'inside' : 'refused',
      isPredicate: false,
    };
    const local = { ...outer, scope: this.inner.pattern(expression.pattern, outer, true) };
    if (expression.where) this.boolean(expression.where, local);
    return listOf(this.check(expression.projection, local));
  }

  private patternPredicate(expression: ast.PatternPredicate, at: ExpressionContext): StaticType {
    if (!at.isPredicate) {
      const message =
        'A pattern is a predicate only where a boolean is expected, as in WHERE; use exists(...), COUNT { ... } or a pattern comprehension';
      this.context.fail('UnexpectedSyntax', message, expression.span);
    }
    this.inner.pattern(expression.pattern, { ...at, isPredicate: false }, false);
    return 'boolean';
  }

  private quantifier(expression: ast.Quantifier, at: ExpressionContext): StaticType {
    const element = this.list(expression.list, at);
    if (expression.where) this.boolean(expression.where, this.withLocal(at, expression.variable, element));
    return 'boolean';
  }

  private reduce(expression: ast.Reduce, at: ExpressionContext): StaticType {
    this.value(expression.initial, at);
    const element = this.list(expression.list, at);
    const local = this.withLocal(at, expression.variable, element);
    this.check(expression.step, this.withLocal(local, expression.accumulator, 'any'));
    return 'any';
  }
}

function literalType(value: ast.Literal['value']): StaticType {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as 'boolean' | 'string';
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return 'integer';
  return 'float';
}

function numberType(types: readonly StaticType[]): StaticType {
  if (types.every(type => type === 'integer')) return 'integer';
  const areNumbers = types.every(type => type === 'integer' || type === 'float');
  return areNumbers ? 'float' : 'any';
}

function sumType(left: StaticType, right: StaticType): StaticType {
  if (isList(left) && isList(right)) return joined([left, right]);
  if (isList(left) || isList(right)) return listOf('any');
  if (left === 'string' && right === 'string') return 'string';
  return numberType([left, right]);
}
