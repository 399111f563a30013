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
import { unknownEndIn } from './edge-ends.js';
import { compileForRows, type Fallible, refuseUnknownEnd, valueOrNothing } from './element-expressions.js';
import type { ElementExpression, ElementNumber, Shape, Stage } from './shape.js';
import { mentionsAggregate } from './query-forms.js';

/** What a stage takes its rows from. */
interface Source {
  compile(expression: Expression): RowExpression;
}

interface Through {
  readonly source: Source;
  readonly where: readonly RowCondition[];
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
    const { stages } = this.shape;
    const at = stages.findIndex(isGrouping);
    if (at < 0) return undefined;
    const origin = (expression: Expression, stage: number): Expression => {
      const name = expression.kind === 'variable' ? expression.name : undefined;
      const column = stages[stage]?.columns.find(each => each.name === name);
      return column === undefined ? expression : origin(column.expression, stage - 1);
    };
    return plainColumns(stages[at]!).map(({ expression }) => origin(expression, at - 1));
  }

  /**
   * @param layout of the root's rows.
   * @param atHome groups have members on several roots.
   * @throws WeirError `cypher.compile`, `standing.invalid-pattern`
   */
  plan(layout: readonly ElementNumber[], atHome: boolean): ResultPlan {
    const { stages } = this.shape;
    const elements: Source = {
      compile: expression => compileForRows(this.shape, this.overElements(expression), layout),
    };
    const at = stages.findIndex(isGrouping);
    if (at < 0) return { ...this.plain(stages, elements), group: undefined };
    const before = this.through(stages.slice(0, at), elements);
    const stage = stages[at]!;
    const grouped = this.grouped(stage, before, atHome);
    const later = withoutIdleDistinct(stage, stages.slice(at + 1));
    const again = later.find(isGrouping);
    if (again !== undefined) {
      throw this.error(
        'Grouping twice is not supported in standing queries: group once, in WITH or in RETURN, and count with ' +
          'COUNT { ... } inside of it; or let an output write the groups into the graph and watch those with a second ' +
          'standing query',
        again,
      );
    }
    if (later.length === 0) return grouped;
    const values = this.valuesOf(stage, grouped.projections);
    const where = stage.where === undefined ? [] : [isTrue(values.compile(stage.where))];
    const { projections, having } = this.plain(later, values);
    return { projections, having: [...where, ...having], group: grouped.group };
  }

  /** Stages of which none groups. */
  private plain(stages: readonly Stage[], source: Source): Pick<ResultPlan, 'projections' | 'having'> {
    const last = stages[stages.length - 1]!;
    const before = this.through(stages.slice(0, -1), source);
    return {
      projections: last.columns.map(({ expression }) => before.source.compile(expression)),
      having: before.where,
    };
  }

  /** What WITHs make of each row, and what their WHEREs ask of it. */
  private through(stages: readonly Stage[], source: Source): Through {
    const where: RowCondition[] = [];
    let current = source;
    for (const stage of stages) {
      const compiled = stage.columns.map(({ expression }) => current.compile(expression));
      current = this.valuesOf(stage, compiled);
      if (stage.where !== undefined) where.push(isTrue(current.compile(stage.where)));
    }
    return { source: current, where };
  }

  private grouped(stage: Stage, { source, where }: Through, atHome: boolean): ResultPlan {
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
      const compiled = this.compile(expression, columns);
      return row => valueOrNothing(compiled, row);
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

  private valuesOf(stage: Stage, values: readonly RowExpression[]): Source {
    const columns = stage.columns.map(({ name }) => ({ name, kind: 'unknown' as const }));
    return {
      compile: expression => {
        const compiled = this.compile(expression, columns);
        return row => {
          const computed = allOf(values, row);
          return computed === undefined ? undefined : valueOrNothing(compiled, computed);
        };
      },
    };
  }

  private compile(expression: Expression, columns: readonly RowExpressionColumn[]): Fallible {
    const { text: source, extensions, onFailure } = this.shape;
    const stands = columns.map(({ standsFor }) => standsFor);
    refuseUnknownEnd(
      source,
      unknownEndIn(expression, [], node => stands.includes(node as Expression)),
    );
    const compiled = compileRowExpression(expression, { source, columns, extensions });
    this.checkPure(expression, compiled.isPure);
    const { start, end } = expression.span;
    return { evaluate: compiled.evaluate, text: source.slice(start, end), onFailure };
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
      "This expression can change without anything in the graph changing; a standing query can't watch that: " +
        'use a value that a record brings',
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

/** DISTINCT over all that a grouping stage groups by takes nothing away. */
function withoutIdleDistinct(grouping: Stage, later: readonly Stage[]): readonly Stage[] {
  const keys = plainColumns(grouping).map(({ name }) => name);
  const [next, ...more] = later;
  if (next === undefined || !next.distinct) return later;
  const kept = next.columns.map(({ expression }) => expression);
  const isIdle = keys.every(key => kept.some(each => each.kind === 'variable' && each.name === key));
  return isIdle ? [{ ...next, distinct: false }, ...more] : later;
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
