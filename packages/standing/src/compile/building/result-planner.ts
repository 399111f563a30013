/** From WITH and RETURN to the processing of a root's rows: values, groups, results. */
import {
  type AstNode,
  compileRowExpression,
  type Expression,
  isAggregateName,
  type RowExpressionColumn,
  walk,
} from '@weir/cypher';
import type { RowCondition, RowExpression } from '../../plan/node-demands.js';
import type { AggregatePlan, GroupPlan, ResultPlan, UnwindPlan } from '../../plan/result-plan.js';
import type { Reduction } from '../../plan/row-plan.js';
import type { Draft } from '../drafting/draft.js';
import type { StandingRow } from '../../contract/delta.js';
import { aggregateChoiceOf } from '../reading/aggregate-calls.js';
import { unknownEndIn } from '../expressions/edge-ends.js';
import {
  asCondition,
  compileForRows,
  type Fallible,
  refuseUnknownEnd,
  valueOrNothing,
} from '../expressions/element-expressions.js';
import type { ElementExpression, ElementNumber, Shape, Stage } from '../shape/shape.js';
import { mentionsAggregate } from '../reading/query-forms.js';
import { Refusals } from '../reading/refusals.js';

/** Source of a stage's rows. */
interface Source {
  compile(expression: Expression): RowExpression;
}

type Aggregate = Extract<Expression, { kind: 'call' | 'count-star' }>;

export class ResultPlanner {
  private readonly stages: readonly Stage[];
  private readonly refusals: Refusals;

  constructor(private readonly shape: Shape) {
    this.stages = withoutIdleDistinct(shape.stages);
    this.refusals = new Refusals(shape.text);
  }

  /** Expressions over the pattern's elements, evaluated for each of the root's rows. */
  expressions(): ElementExpression[] {
    const first = this.stages[0]!;
    const inAggregates = first.columns.flatMap(({ expression }) =>
      mentionsAggregate(expression) ? aggregatesIn(expression).flatMap(readBy) : [expression],
    );
    const { unwinds } = this.shape;
    return [
      ...inAggregates.map(expression => this.overElements(expression)),
      ...unwinds.flatMap(({ list, conditions }) => [list, ...conditions]),
    ];
  }

  /** The keys of each grouping, as far as they are expressions over elements. */
  keys(): readonly (readonly Expression[])[] {
    const { stages } = this;
    return stages.flatMap((stage, at) =>
      isGrouping(stage)
        ? [plainColumns(stage).flatMap(({ expression }) => overElements(expression, stages, at - 1) ?? [])]
        : [],
    );
  }

  /**
   * @param out elements in the root's rows, in order.
   * @param localGroupings number of leading groupings whose groups are stored on the root.
   * @param onlyWhether rows only state that the root matches.
   * @throws WeirError `cypher.compile`, `standing.invalid-pattern`
   */
  plan(out: Draft['out'], localGroupings: number, onlyWhether: boolean): ResultPlan {
    const reduced = reducedIn(out);
    const { unwinds, layout } = this.unwinding([...out.keys()], reduced);
    let source: Source = {
      compile: expression => compileForRows(this.shape, this.overElements(expression), layout, reduced),
    };
    let having: RowCondition[] = [];
    let havingTexts: string[] = [];
    let projections: readonly RowExpression[] = [];
    const groups: GroupPlan[] = [];
    for (const stage of this.stages) {
      if (isGrouping(stage) && !onlyWhether) {
        const where = { where: having, whereTexts: havingTexts };
        groups.push({ ...this.groupPlan(stage, source, groups.length >= localGroupings), ...where });
        projections = this.overGroups(stage);
        having = [];
        havingTexts = [];
      } else {
        const compiling = source;
        projections = stage.columns.map(({ expression }) => compiling.compile(expression));
      }
      source = this.valuesOf(stage, projections);
      if (stage.where === undefined) continue;
      having.push(isTrue(source.compile(stage.where)));
      havingTexts.push(this.textOf(stage.where));
    }
    const last = this.stages[this.stages.length - 1]!;
    const projectionTexts = last.columns.map(({ expression }) => this.textOf(expression));
    return { unwinds, onlyWhether, groups, projections, projectionTexts, having, havingTexts };
  }

  /** @returns also the layout of unwound rows. */
  private unwinding(
    rootLayout: readonly ElementNumber[],
    reduced: ReadonlyMap<ElementNumber, Reduction>,
  ): {
    readonly unwinds: readonly UnwindPlan[];
    readonly layout: readonly ElementNumber[];
  } {
    const layout = [...rootLayout];
    const unwinds = this.shape.unwinds.map(({ element, list, conditions }) => {
      const compiled = compileForRows(this.shape, list, [...layout], reduced);
      layout.push(element);
      const where = conditions.map(each =>
        asCondition(compileForRows(this.shape, each, [...layout], reduced)),
      );
      return { list: compiled, listText: list.text, where, whereTexts: conditions.map(({ text }) => text) };
    });
    return { unwinds, layout };
  }

  private groupPlan(
    stage: Stage,
    source: Source,
    onGroupNodes: boolean,
  ): Omit<GroupPlan, 'where' | 'whereTexts'> {
    const keys = plainColumns(stage).map(({ expression }) => source.compile(expression));
    const aggregates = aggregatesOf(stage).map(aggregate => this.aggregatePlan(aggregate, source));
    return { keys, aggregates, onGroupNodes, isGlobal: keys.length === 0 };
  }

  /** The stage's columns, computed from rows of its groups. */
  private overGroups(stage: Stage): RowExpression[] {
    const columns: RowExpressionColumn[] = [
      ...plainColumns(stage).map(({ expression }) => ({ represents: expression, kind: 'unknown' as const })),
      ...aggregatesOf(stage).map(aggregate => ({ represents: aggregate, kind: 'unknown' as const })),
    ];
    return stage.columns.map(({ expression }): RowExpression => {
      const compiled = this.compile(expression, columns);
      return row => valueOrNothing(compiled, row);
    });
  }

  private aggregatePlan(aggregate: Aggregate, source: Source): AggregatePlan {
    if (aggregate.kind === 'count-star') {
      return { name: 'count', distinct: false, argument: undefined, percentile: 0 };
    }
    const argument = source.compile(aggregate.arguments[0]!);
    return { ...aggregateChoiceOf(aggregate, this.refusals), argument };
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
    const represented = columns.map(({ represents }) => represents);
    refuseUnknownEnd(
      source,
      unknownEndIn(expression, [], node => represented.includes(node as Expression)),
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

  private textOf({ span }: Expression): string {
    return this.shape.text.slice(span.start, span.end);
  }

  private checkPure(expression: Expression, isPure: boolean): void {
    if (isPure) return;
    throw this.refusals.error(
      'This expression can change without a change in the graph, so a standing query cannot watch it: ' +
        'use a value from a record',
      expression.span,
    );
  }
}

/** Nodes that travel as the values of their properties. */
function reducedIn(out: Draft['out']): ReadonlyMap<ElementNumber, Reduction> {
  const reduced = new Map<ElementNumber, Reduction>();
  for (const [element, { reduction }] of out) if (reduction !== undefined) reduced.set(element, reduction);
  return reduced;
}

export function isGrouping(stage: Stage): boolean {
  return stage.distinct || stage.columns.some(({ expression }) => mentionsAggregate(expression));
}

/** Removes a DISTINCT that has no effect: one over all grouping keys of the previous stage. */
function withoutIdleDistinct(stages: readonly Stage[]): Stage[] {
  return stages.map((stage, i) => {
    const before = stages[i - 1];
    if (!stage.distinct || before === undefined || !isGrouping(before)) return stage;
    const kept = stage.columns.map(({ expression }) => expression);
    const isIdle = plainColumns(before).every(key =>
      kept.some(each => each.kind === 'variable' && each.name === key.name),
    );
    return isIdle ? { ...stage, distinct: false } : stage;
  });
}

/** Translates a stage's expression to elements if it is a node, or the id of one, that earlier stages pass on. */
function overElements(
  expression: Expression,
  stages: readonly Stage[],
  before: number,
): Expression | undefined {
  if (before < 0) return expression;
  if (expression.kind === 'variable') {
    const column = stages[before]!.columns.find(({ name }) => name === expression.name);
    return column === undefined ? undefined : overElements(column.expression, stages, before - 1);
  }
  if (expression.kind !== 'call' || expression.arguments.length !== 1) return undefined;
  const argument = overElements(expression.arguments[0]!, stages, before);
  return argument?.kind === 'variable' ? { ...expression, arguments: [argument] } : undefined;
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

function aggregatesOf(stage: Stage): Aggregate[] {
  return stage.columns.flatMap(({ expression }) => aggregatesIn(expression));
}

function argumentsOf(aggregate: Aggregate): readonly Expression[] {
  return aggregate.kind === 'call' ? aggregate.arguments : [];
}

/** Expressions that determine the reads: a counted node or edge needs only its identity. */
function readBy(aggregate: Aggregate): readonly Expression[] {
  const isCount = aggregate.kind === 'call' && aggregate.name.toLowerCase() === 'count';
  return isCount && aggregate.arguments[0]?.kind === 'variable' ? [aggregate] : argumentsOf(aggregate);
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
