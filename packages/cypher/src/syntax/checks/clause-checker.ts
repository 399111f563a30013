/** Checks clauses in order: each sees the variables in scope after the previous ones. */
import { unreachable } from '@weir/platform';
import type * as ast from '../ast/ast.js';
import type { CheckContext } from './check-context.js';
import { ExpressionChecker, contextOf } from './expression-checker.js';
import { PatternChecker } from './pattern-checker.js';
import { checkProcedureCall } from './procedure-checker.js';
import { ProjectionChecker } from './projection-checker.js';
import { elementOf, isCertainlyNot, typeName, type StaticType } from './static-type.js';
import { TypeScope } from './type-scope.js';

/**
 * Context of a body: visible names, permitted clauses, and its required end. An `importing` subquery sees outer
 * variables only through a leading WITH; a plain `subquery` sees those passed to it.
 */
export type BodyKind = 'query' | 'importing' | 'subquery' | 'recursive' | 'expression' | 'collect';

const NO_VARIABLES = TypeScope.of();

export class ClauseChecker {
  private readonly expressions: ExpressionChecker;
  private readonly patterns: PatternChecker;
  private readonly projections: ProjectionChecker;

  constructor(private readonly context: CheckContext) {
    this.patterns = new PatternChecker(context, () => this.expressions);
    this.expressions = new ExpressionChecker(context, {
      pattern: (pattern, at, mayBind) => this.patterns.within(pattern, at, mayBind),
      subquery: (subquery, scope) => {
        this.body(subquery.body, scope, subquery.form === 'collect' ? 'collect' : 'expression');
      },
    });
    this.projections = new ProjectionChecker(context, this.expressions);
  }

  /** @returns the columns with their types, or `undefined` if the body ends without RETURN. */
  body(body: ast.QueryBody, outer: TypeScope, kind: BodyKind): TypeScope | undefined {
    const results = body.parts.map(part => this.part(part, outer, kind, body.parts.length === 1));
    const first = results[0];
    const wanted = [...(first?.keys() ?? [])].join('\n');
    for (const [index, result] of results.entries()) {
      if ([...(result?.keys() ?? [])].join('\n') === wanted) continue;
      const message = 'All parts of a UNION must return the same columns in the same order';
      this.context.fail('DifferentColumnsInUnion', message, body.parts[index]!.span);
    }
    return first;
  }

  expression(expression: ast.Expression, scope: TypeScope): void {
    this.expressions.check(expression, contextOf(scope));
  }

  private part(
    part: ast.SingleQuery,
    outer: TypeScope,
    kind: BodyKind,
    isOnly: boolean,
  ): TypeScope | undefined {
    this.checkEnd(part, kind);
    const isStandalone = kind === 'query' && isOnly && part.clauses.length === 1;
    let scope = kind === 'importing' && !importsVariables(part) ? NO_VARIABLES : outer;
    let columns: TypeScope | undefined;
    for (const clause of part.clauses) {
      const before = scope;
      scope = this.clause(clause, before, kind, isStandalone);
      this.context.record(clause, before, scope);
      if (clause.kind === 'return' || (isStandalone && clause.kind === 'call-procedure')) columns = scope;
    }
    return columns;
  }

  private checkEnd(part: ast.SingleQuery, kind: BodyKind): void {
    for (const clause of part.clauses.slice(0, -1)) {
      if (clause.kind === 'return') this.misplaced('RETURN can only be at the end of a query', clause.span);
    }
    const last = part.clauses.at(-1)!;
    if (last.kind === 'return' || kind === 'expression') return;
    if (kind === 'collect' || kind === 'recursive')
      this.misplaced('This subquery must end with RETURN', last.span);
    if (!CANNOT_CONCLUDE.has(last.kind)) return;
    const message = `Query cannot conclude with ${last.kind.toUpperCase()} (must be RETURN or an update clause)`;
    this.misplaced(message, last.span);
  }

  private misplaced(message: string, span: ast.Span): never {
    return this.context.fail('InvalidClauseComposition', message, span);
  }

  private clause(clause: ast.Clause, scope: TypeScope, kind: BodyKind, isStandalone: boolean): TypeScope {
    if (UPDATING.has(clause.kind)) {
      this.context.isReadOnly = false;
      if (kind === 'expression' || kind === 'collect') {
        this.misplaced('A subquery in an expression cannot change the graph', clause.span);
      }
    }
    switch (clause.kind) {
      case 'match': {
        const bound = this.patterns.match(clause.patterns, scope);
        this.expressions.predicate(clause.where, bound);
        return bound;
      }
      case 'unwind':
        return this.declare(clause.variable, elementOf(this.value(clause.list, scope)), scope);
      case 'with':
        return this.projections.check(clause, scope, true);
      case 'return':
        return this.projections.check(
          clause,
          scope,
          kind !== 'query' && kind !== 'expression' && kind !== 'collect',
        );
      case 'create':
        return this.patterns.create(clause.patterns, scope);
      case 'merge': {
        const bound = this.patterns.merge(clause.pattern, scope);
        for (const item of [...clause.onCreate, ...clause.onMatch]) this.setItem(item, bound);
        return bound;
      }
      case 'set':
        for (const item of clause.items) this.setItem(item, scope);
        return scope;
      case 'remove':
        for (const item of clause.items) this.removeItem(item, scope);
        return scope;
      case 'delete':
        for (const expression of clause.expressions) this.deleted(expression, scope);
        return scope;
      case 'foreach':
        this.foreach(clause, scope, kind);
        return scope;
      case 'call-procedure': {
        const bound = checkProcedureCall(clause, scope, isStandalone, this.context, this.expressions);
        this.expressions.predicate(clause.where, bound);
        return bound;
      }
      case 'call-subquery':
        return this.callSubquery(clause, scope);
      case 'call-recursively':
        return this.callRecursively(clause, scope);
      case 'load-csv':
        this.value(clause.url, scope);
        return this.declare(clause.variable, 'any', scope);
      default:
        return unreachable(clause);
    }
  }

  private value(expression: ast.Expression, scope: TypeScope): StaticType {
    return this.expressions.check(expression, contextOf(scope));
  }

  private declare(variable: ast.Variable, type: StaticType, scope: TypeScope): TypeScope {
    if (scope.has(variable.name)) {
      this.context.fail(
        'VariableAlreadyBound',
        `Variable \`${variable.name}\` already declared`,
        variable.span,
      );
    }
    return scope.with(variable.name, type, this.context.budget);
  }

  // ------------------------------------------------------------------------------------------- updates

  private setItem(item: ast.SetItem, scope: TypeScope): void {
    if (item.kind === 'set-labels') {
      this.expectEntity(item.variable, scope, 'node', 'relationship');
      return;
    }
    if (item.kind === 'set-property') this.expectEntity(item.subject, scope, 'node', 'relationship', 'map');
    else this.expectEntity(item.variable, scope, 'node', 'relationship');
    this.value(item.value, scope);
  }

  private removeItem(item: ast.RemoveItem, scope: TypeScope): void {
    if (item.kind === 'remove-labels') this.expectEntity(item.variable, scope, 'node', 'relationship');
    else this.expectEntity(item.subject, scope, 'node', 'relationship', 'map');
  }

  private expectEntity(
    subject: ast.Expression,
    scope: TypeScope,
    ...wanted: ('node' | 'relationship' | 'map')[]
  ): void {
    const type = this.value(subject, scope);
    if (!isCertainlyNot(type, ...wanted)) return;
    const message = `Type mismatch: expected a node or relationship but was ${typeName(type)}`;
    this.context.fail('InvalidArgumentType', message, subject.span);
  }

  private deleted(expression: ast.Expression, scope: TypeScope): void {
    if (expression.kind === 'has-labels') {
      const message = 'DELETE does not remove labels from a node or relationship: use REMOVE';
      this.context.fail('InvalidDelete', message, expression.span);
    }
    const type = this.value(expression, scope);
    if (!isCertainlyNot(type, 'node', 'relationship', 'path', 'list')) return;
    const message = `Type mismatch: expected a node, relationship or path but was ${typeName(type)}`;
    this.context.fail('InvalidArgumentType', message, expression.span);
  }

  private foreach(clause: ast.Foreach, scope: TypeScope, kind: BodyKind): void {
    const list = this.value(clause.list, scope);
    if (isCertainlyNot(list, 'list')) {
      this.context.fail(
        'InvalidArgumentType',
        `Type mismatch: expected list but was ${typeName(list)}`,
        clause.list.span,
      );
    }
    let inner = this.declare(clause.variable, elementOf(list), scope);
    for (const update of clause.clauses) {
      if (!UPDATING.has(update.kind))
        this.misplaced('Only updating clauses can be used inside of FOREACH', update.span);
      const before = inner;
      inner = this.clause(update, before, kind, false);
      this.context.record(update, before, inner);
    }
  }

  // ---------------------------------------------------------------------------------------- subqueries

  private callSubquery(clause: ast.CallSubquery, scope: TypeScope): TypeScope {
    const { imports } = clause;
    const columns =
      imports === undefined
        ? this.body(clause.body, scope, 'importing')
        : this.body(clause.body, imports === '*' ? scope : this.imported(imports, scope), 'subquery');
    return this.withColumns(columns, scope, clause.span);
  }

  private imported(variables: readonly ast.Variable[], scope: TypeScope): TypeScope {
    return TypeScope.of(variables.map(variable => [variable.name, this.value(variable, scope)]));
  }

  private withColumns(columns: TypeScope | undefined, scope: TypeScope, span: ast.Span): TypeScope {
    let bound = scope;
    for (const [name, type] of (columns ?? NO_VARIABLES).entries()) {
      bound = this.declare({ kind: 'variable', span, name }, type, bound);
    }
    return bound;
  }

  private callRecursively(clause: ast.CallRecursively, scope: TypeScope): TypeScope {
    let start: TypeScope = NO_VARIABLES;
    for (const item of clause.bindings) {
      if (item.alias === undefined && item.expression.kind !== 'variable') {
        this.context.fail('NoExpressionAlias', 'Expression must be aliased (use AS)', item.expression.span);
      }
      this.value(item.expression, scope);
      start = this.declare(
        item.alias ?? { kind: 'variable', span: item.span, name: item.name },
        'any',
        start,
      );
    }
    this.refuseImports(clause.body);
    const columns = this.body(clause.body, start, 'recursive') ?? NO_VARIABLES;
    this.requireReturned([...start.keys()], columns, clause.body.span);
    this.expressions.predicate(clause.until, columns);
    return this.withColumns(columns, scope, clause.span);
  }

  private refuseImports(body: ast.QueryBody): void {
    const importing = body.parts.find(importsVariables);
    if (importing === undefined) return;
    const message =
      'Recursive subqueries cannot use import-`WITH` subquery syntax. Use `CALL RECURSIVELY WITH` syntax instead';
    this.misplaced(message, importing.span);
  }

  private requireReturned(names: readonly string[], columns: TypeScope, span: ast.Span): void {
    const missing = names.filter(name => !columns.has(name));
    if (missing.length === 0) return;
    const listed = (all: readonly string[]): string => `[${all.map(name => `\`${name}\``).join(', ')}]`;
    const message =
      `Recursive subquery declares recursive variable(s): ${listed(names)} but does not return all of them. ` +
      `Missing variable(s): ${listed(missing)}`;
    this.context.fail('UndefinedVariable', message, span);
  }
}

const UPDATING: ReadonlySet<ast.Clause['kind']> = new Set([
  'create',
  'merge',
  'set',
  'remove',
  'delete',
  'foreach',
] as const);
const CANNOT_CONCLUDE: ReadonlySet<ast.Clause['kind']> = new Set([
  'match',
  'unwind',
  'with',
  'load-csv',
] as const);

/** Whether a subquery's part begins with a WITH of plain outer variables. */
function importsVariables(part: ast.SingleQuery): boolean {
  const first = part.clauses[0]!;
  if (first.kind !== 'with') return false;
  return first.items.every(item => item.expression.kind === 'variable' && item.alias === undefined);
}
