/** From WITH and RETURN to what becomes of a root's rows: values, groups, results. */
import {
  type AstNode,
  compileRowExpression,
  cypherError,
  type Expression,
  isAggregateName,
  type RowExpressionColumn,
  walk,
} from '@weir/cypher';
import { Float } from '@weir/model';
import { literalValue } from '../compile/literal-value.js';
import { type AggregateName, AGGREGATE_NAMES } from '../rows/aggregates/aggregate-state.js';
import type { AggregatePlan, ResultPlan, RowCondition, RowExpression } from '../rows/row-plan.js';
import type { StandingRow } from '../standing-operator.js';
import { compileForRows, valueOrNothing } from './element-expressions.js';
import type { ElementExpression, ElementNumber, Shape, Stage } from './shape.js';
import { mentionsAggregate } from './query-forms.js';

/** What a stage takes its rows from. */
interface Source {
  compile(expression: Expression): RowExpression;
}

type Aggregate = Extract<Expression, { kind: 'call' | 'count-star' }>;

export class ResultPlanner {
  constructor(private readonly shape: Shape) {}

  /** Expressions over the pattern's elements that are evaluated for each of the root's rows. */
  expressions(): ElementExpression[] {
    const first = this.shape.stages[0]!;
    const inAggregates = first.columns.flatMap(({ expression }) =>
      mentionsAggregate(expression)
        ? aggregatesIn(expression).flatMap(aggregate => [...argumentsOf(aggregate)])
        : [expression],
    );
    return inAggregates.map(expression => this.overElements(expression));
  }

  /**
   * The keys that groups are made by, as far as they are expressions over elements; `undefined` without groups.
   */
  keys(): readonly Expression[] | undefined {
    const [first, second] = this.shape.stages;
    if (isGrouping(first!)) return plainColumns(first!).map(({ expression }) => expression);
    if (second === undefined || !isGrouping(second)) return undefined;
    return plainColumns(second).map(({ expression }) => {
      const name = expression.kind === 'variable' ? expression.name : undefined;
      return first!.columns.find(column => column.name === name)?.expression ?? expression;
    });
  }

  /**
   * @param layout of the root's rows.
   * @param atHome groups have members on several roots.
   * @throws WeirError `cypher.compile`, `standing.invalid-pattern`
   */
  plan(layout: readonly ElementNumber[], atHome: boolean): ResultPlan {
    const [first, second] = this.shape.stages;
    const elements: Source = {
      compile: expression =>
        compileForRows(this.shape.text, this.overElements(expression), this.shape.elements, layout),
    };
    if (second === undefined) return this.stage(first!, elements, atHome);
    if (!isGrouping(first!)) return this.stage(second, this.through(first!, elements), atHome, first);
    if (isGrouping(second)) {
      throw this.error(
        'Grouping twice is not supported in standing queries: group once, in WITH or in RETURN',
        second,
      );
    }
    const grouped = this.stage(first!, elements, atHome);
    const values = this.valuesOf(first!, grouped.projections);
    const having = first!.where === undefined ? [] : [isTrue(values.compile(first!.where))];
    return {
      ...grouped,
      having,
      projections: second.columns.map(({ expression }) => values.compile(expression)),
    };
  }

  private stage(stage: Stage, source: Source, atHome: boolean, before?: Stage): ResultPlan {
    const where = before?.where === undefined ? [] : [isTrue(source.compile(before.where))];
    if (!isGrouping(stage)) {
      const projections = stage.columns.map(({ expression }) => source.compile(expression));
      return { projections, having: where, group: undefined };
    }
    const plain = plainColumns(stage);
    const aggregates = uniqueAggregates(stage);
    const keys = plain.map(({ expression }) => source.compile(expression));
    const group = {
      keys,
      aggregates: aggregates.map(aggregate => this.aggregatePlan(aggregate, source)),
      where,
      atHome,
      isGlobal: keys.length === 0,
    };
    const columns: RowExpressionColumn[] = [
      ...plain.map(({ expression }) => ({ standsFor: expression, kind: 'unknown' as const })),
      ...aggregates.map(aggregate => ({ standsFor: aggregate, kind: 'unknown' as const })),
    ];
    const projections = stage.columns.map(({ expression }): RowExpression => {
      const compiled = compileRowExpression(expression, { source: this.shape.text, columns });
      this.checkPure(expression, compiled.isPure);
      return row => valueOrNothing(compiled.evaluate, row);
    });
    return { projections, having: [], group };
  }

  private aggregatePlan(aggregate: Aggregate, source: Source): AggregatePlan {
    if (aggregate.kind === 'count-star') {
      return { name: 'count', distinct: false, argument: undefined, percentile: 0 };
    }
    const name = aggregate.name.toLowerCase() as AggregateName;
    if (!AGGREGATE_NAMES.includes(name)) {
      throw this.error(
        `The aggregate \`${aggregate.name}\` can't take values back, so it is not supported in standing queries: ` +
          'use count, sum, avg, min, max, collect, stDev, stDevP, percentileCont or percentileDisc, or a function of ' +
          'collect(...)',
        aggregate,
      );
    }
    const [argument, percentile] = aggregate.arguments;
    return {
      name,
      distinct: aggregate.distinct,
      argument: source.compile(argument!),
      percentile: percentile === undefined ? 0 : this.percentileOf(percentile),
    };
  }

  private percentileOf(written: Expression): number {
    const value = literalValue(written);
    const percentile = value instanceof Float ? value.value : typeof value === 'number' ? value : Number.NaN;
    if (percentile >= 0 && percentile <= 1) return percentile;
    throw this.error('A percentile in a standing query is a number from 0.0 to 1.0, written out', written);
  }

  /** What a WITH makes of each row. */
  private through(stage: Stage, source: Source): Source {
    return this.valuesOf(
      stage,
      stage.columns.map(({ expression }) => source.compile(expression)),
    );
  }

  private valuesOf(stage: Stage, values: readonly RowExpression[]): Source {
    const columns = stage.columns.map(({ name }) => ({ name, kind: 'unknown' as const }));
    return {
      compile: expression => {
        const compiled = compileRowExpression(expression, { source: this.shape.text, columns });
        this.checkPure(expression, compiled.isPure);
        return row => {
          const computed = allOf(values, row);
          return computed === undefined ? undefined : valueOrNothing(compiled.evaluate, computed);
        };
      },
    };
  }

  private overElements(expression: Expression): ElementExpression {
    const { text, names, counted } = this.shape;
    const inside = new Set<AstNode>();
    walk(expression, node => void inside.add(node));
    return {
      expression,
      text: text.slice(expression.span.start, expression.span.end),
      names,
      counted: counted.filter(query => inside.has(query.expression)),
    };
  }

  private checkPure(expression: Expression, isPure: boolean): void {
    if (isPure) return;
    throw this.error(
      "This expression can change without anything in the graph changing; a standing query can't watch that",
      expression,
    );
  }

  private error(message: string, at: Expression | Stage): Error {
    const span = 'span' in at ? at.span : at.columns[0]!.expression.span;
    return cypherError('cypher.compile', message, { source: this.shape.text, offset: span.start });
  }
}

export function isGrouping(stage: Stage): boolean {
  return stage.distinct || stage.columns.some(({ expression }) => mentionsAggregate(expression));
}

function plainColumns(stage: Stage): Stage['columns'] {
  return stage.columns.filter(({ expression }) => !mentionsAggregate(expression));
}

function aggregatesIn(expression: Expression): Aggregate[] {
  const found: Aggregate[] = [];
  walk(expression, node => {
    const isAggregate = node.kind === 'count-star' || (node.kind === 'call' && isAggregateName(node.name));
    if (isAggregate) found.push(node);
    return !isAggregate && node.kind !== 'subquery';
  });
  return found;
}

function uniqueAggregates(stage: Stage): Aggregate[] {
  return stage.columns.flatMap(({ expression }) => aggregatesIn(expression));
}

function argumentsOf(aggregate: Aggregate): readonly Expression[] {
  return aggregate.kind === 'call' ? aggregate.arguments : [];
}

function isTrue(expression: RowExpression): RowCondition {
  return row => expression(row) === true;
}

function allOf(expressions: readonly RowExpression[], row: StandingRow): StandingRow | undefined {
  const values = [];
  for (const expression of expressions) {
    const value = expression(row);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}
