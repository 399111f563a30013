/**
 * Checks WITH and RETURN: column names, aggregation, and the names visible to their ORDER BY and WHERE.
 *
 * For a plain projection these are the incoming variables and the new columns. If it aggregates or removes duplicates,
 * they are only the new columns, and an expression that was projected refers to its column.
 */
import type { PlanningBudget } from '../../budget/planning-budget.js';
import type * as ast from '../ast/ast.js';
import { sameTree, walk } from '../ast/walk.js';
import { walkScoped } from '../ast/local-names.js';
import type { CheckContext } from './check-context.js';
import { contextOf, type ExpressionChecker } from './expression-checker.js';
import { isCertainlyNot, typeName } from './static-type.js';
import { TypeScope } from './type-scope.js';

/** Steps per item that `*` expands to, each a retained part of the tree. */
const STEPS_PER_STAR_ITEM = 10;

interface Grouping {
  readonly aggregating: readonly ast.Expression[];
  /** Expressions that an aggregating one may repeat. */
  readonly keys: readonly ast.Expression[];
  /** Columns without an aggregate. */
  readonly names: ReadonlySet<string>;
}

export class ProjectionChecker {
  constructor(
    private readonly context: CheckContext,
    private readonly expressions: ExpressionChecker,
  ) {}

  /**
   * @param mustAlias whether every item that is not a variable needs an alias (WITH, and RETURN of a subquery).
   * @returns the resulting scope.
   */
  check(projection: ast.With | ast.Return, scope: TypeScope, mustAlias: boolean): TypeScope {
    const items = this.withStar(projection, scope);
    this.refuseDuplicates(items);
    let columns = TypeScope.of();
    for (const item of items) {
      const type = this.expressions.check(item.expression, contextOf(scope, 'allowed'));
      columns = columns.with(item.name, type, this.context.budget);
    }
    const grouping = this.groupingOf(items);
    const aggregating = grouping.aggregating.length > 0;
    for (const expression of grouping.aggregating) this.checkGrouping(expression, grouping);
    const isNarrow = aggregating || projection.distinct;
    const visible = isNarrow ? columns : scope.and(columns, this.context.budget);
    this.checkOrder(projection, items, scope, visible, grouping, isNarrow);
    for (const bound of [projection.skip, projection.limit]) if (bound) this.checkBound(bound);
    if (projection.kind === 'with' && projection.where) {
      this.predicateBehind(projection.where, items, scope, visible, isNarrow);
    }
    if (mustAlias) this.requireAliases(projection.items);
    this.context.recordItems(projection, items);
    return columns;
  }

  private requireAliases(items: readonly ast.ProjectionItem[]): void {
    for (const item of items) {
      if (item.alias || item.expression.kind === 'variable') continue;
      this.context.fail('NoExpressionAlias', 'Expression must be aliased (use AS)', item.expression.span);
    }
  }

  private withStar(projection: ast.With | ast.Return, scope: TypeScope): readonly ast.ProjectionItem[] {
    if (!projection.star) return projection.items;
    if (projection.kind === 'return' && scope.size === 0) {
      const message = 'RETURN * is not allowed when there are no variables in scope';
      this.context.fail('NoVariablesInScope', message, projection.span);
    }
    this.context.budget.steps(STEPS_PER_STAR_ITEM * scope.size);
    const names = [...scope.keys()].sort();
    return [...names.map(name => starItem(name, projection.span)), ...projection.items];
  }

  private refuseDuplicates(items: readonly ast.ProjectionItem[]): void {
    const names = new Set<string>();
    for (const item of items) {
      if (names.has(item.name)) {
        this.context.fail(
          'ColumnNameConflict',
          `Multiple result columns with the same name \`${item.name}\``,
          item.span,
        );
      }
      names.add(item.name);
    }
  }

  // ------------------------------------------------------------------------------------------ grouping

  /**
   * Beside an aggregate, only constants and values with one value per group are allowed: a grouping key that is a
   * variable or a property of one.
   */
  private checkGrouping(expression: ast.Expression, { keys, names }: Grouping): void {
    const ambiguous = this.firstUngrouped(expression, keys, names);
    if (ambiguous === undefined) return;
    const text = this.context.source.slice(ambiguous.span.start, ambiguous.span.end);
    const message = `Aggregation column contains implicit grouping expression \`${text}\`: project it on its own first`;
    this.context.fail('AmbiguousAggregationExpression', message, ambiguous.span);
  }

  private groupingOf(items: readonly ast.ProjectionItem[]): Grouping {
    const aggregating = items.map(item => item.expression).filter(this.context.isAggregating);
    const isAggregating = new Set(aggregating);
    return {
      aggregating,
      keys: items.map(item => item.expression).filter(isSimpleKey),
      names: new Set(items.filter(item => !isAggregating.has(item.expression)).map(item => item.name)),
    };
  }

  private firstUngrouped(
    expression: ast.Expression,
    keys: readonly ast.Expression[],
    names: ReadonlySet<string>,
  ): ast.Variable | undefined {
    let found: ast.Variable | undefined;
    walkScoped(expression, names, (node, known) => {
      this.context.budget.steps(keys.length);
      if (found !== undefined || (node.kind === 'call' && this.context.isAggregate(node.name))) return false;
      if (keys.some(key => sameTree(key, node))) return false;
      if (node.kind === 'variable' && !known.has(node.name)) found = node;
      return true;
    });
    return found;
  }

  // -------------------------------------------------------------------------------- ORDER BY and WHERE

  private checkOrder(
    projection: ast.Projection,
    items: readonly ast.ProjectionItem[],
    scope: TypeScope,
    visible: TypeScope,
    grouping: Grouping,
    isNarrow: boolean,
  ): void {
    const aggregating = grouping.aggregating.length > 0;
    for (const { expression } of projection.orderBy) {
      if (isNarrow) this.requireProjected(expression, items, visible);
      const all = isNarrow ? scope.and(visible, this.context.budget) : visible;
      this.expressions.check(expression, contextOf(all, aggregating ? 'allowed' : 'refused'));
      if (aggregating && this.context.isAggregating(expression)) this.checkGrouping(expression, grouping);
    }
  }

  private predicateBehind(
    where: ast.Expression,
    items: readonly ast.ProjectionItem[],
    scope: TypeScope,
    visible: TypeScope,
    isNarrow: boolean,
  ): void {
    if (isNarrow) this.requireProjected(where, items, visible);
    this.expressions.predicate(where, isNarrow ? scope.and(visible, this.context.budget) : visible);
  }

  /** Every variable must be a new column, or part of a projected expression. */
  private requireProjected(
    expression: ast.Expression,
    items: readonly ast.ProjectionItem[],
    visible: TypeScope,
  ): void {
    this.context.budget.steps(visible.size);
    const missing = firstUnknown(expression, items, new Set(visible.keys()), this.context.budget);
    if (missing === undefined) return;
    this.context.fail('UndefinedVariable', `Variable \`${missing.name}\` not defined`, missing.span);
  }

  // -------------------------------------------------------------------------------------- SKIP, LIMIT

  private checkBound(bound: ast.Expression): void {
    walk(bound, node => {
      if (node.kind !== 'variable') return true;
      return this.context.fail(
        'NonConstantExpression',
        'SKIP and LIMIT cannot refer to variables',
        node.span,
      );
    });
    const type = this.expressions.check(bound, contextOf(TypeScope.of()));
    if (isCertainlyNot(type, 'integer')) {
      this.context.fail(
        'InvalidArgumentType',
        `Type mismatch: expected integer but was ${typeName(type)}`,
        bound.span,
      );
    }
    if (bound.kind === 'literal' && typeof bound.value !== 'string' && Number(bound.value) < 0) {
      this.context.fail('NegativeIntegerArgument', 'SKIP and LIMIT need a non-negative integer', bound.span);
    }
  }
}

function starItem(name: string, span: ast.Span): ast.ProjectionItem {
  return {
    kind: 'projection-item',
    span,
    expression: { kind: 'variable', span, name },
    alias: undefined,
    name,
  };
}

/** A variable, or properties of one. */
function isSimpleKey(expression: ast.Expression): boolean {
  return (
    expression.kind === 'variable' || (expression.kind === 'property' && isSimpleKey(expression.subject))
  );
}

function firstUnknown(
  expression: ast.Expression,
  items: readonly ast.ProjectionItem[],
  visible: ReadonlySet<string>,
  budget: PlanningBudget,
): ast.Variable | undefined {
  let found: ast.Variable | undefined;
  walkScoped(expression, visible, (node, known) => {
    budget.steps(items.length);
    if (found !== undefined || items.some(item => sameTree(item.expression, node))) return false;
    if (node.kind === 'variable' && !known.has(node.name)) found = node;
    return true;
  });
  return found;
}
