/**
 * WITH and RETURN: projection, grouping, DISTINCT, ORDER BY, SKIP, LIMIT, WHERE, in this order. A plain variable keeps
 * its slot; everything else gets a new one. After grouping, expressions read aggregates and grouping keys from slots.
 */
import type { Binding, Bindings } from '../expression/bindings.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import { expressionKey } from '../expression/expression-key.js';
import { Aggregate } from '../operators/rows/aggregate.js';
import type { AggregateCall, GroupingKey } from '../operators/rows/aggregate.js';
import { Assign } from '../operators/rows/assign.js';
import type { Assignment } from '../operators/rows/assign.js';
import { Distinct } from '../operators/rows/distinct.js';
import { Filter } from '../operators/rows/filter.js';
import { SkipLimit, rowCount } from '../operators/rows/skip-limit.js';
import { Sort } from '../operators/rows/sort.js';
import type { SortKey } from '../operators/rows/sort.js';
import type { RunState } from '../run/run-state.js';
import {
  type Expression,
  type FunctionCall,
  type ProjectionItem,
  type Return,
  walk,
  type With,
} from '../syntax/index.js';
import { findAggregates } from './find-aggregates.js';
import type { AggregateExpression } from './find-aggregates.js';
import { planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';

export interface PlannedProjection {
  readonly steps: readonly PlanStep[];
  /** Exactly the projected columns, in order. */
  readonly bindings: Map<string, Binding>;
}

export function planProjection(
  context: PlanContext,
  clause: With | Return,
  items: readonly ProjectionItem[],
  bindings: Bindings,
): PlannedProjection {
  return new ProjectionPlanner(context, clause, items, bindings).plan();
}

class ProjectionPlanner {
  private readonly steps: PlanStep[] = [];
  private readonly columns = new Map<string, Binding>();
  private replaced: Map<string, Binding> | undefined;

  constructor(
    private readonly context: PlanContext,
    private readonly clause: With | Return,
    private readonly items: readonly ProjectionItem[],
    private readonly bindings: Bindings,
  ) {}

  plan(): PlannedProjection {
    const { clause } = this;
    const sorted = clause.orderBy.map(item => item.expression);
    const aggregates = findAggregates(
      [...this.items.map(item => item.expression), ...sorted],
      this.context.functions,
    );
    if (aggregates.length > 0) this.group(aggregates);
    // Rows beyond the limit need not be computed.
    const cutFirst = aggregates.length === 0 && !clause.distinct && sorted.length === 0;
    if (cutFirst) this.skipAndLimit();
    this.project();
    if (clause.distinct) this.distinct();
    this.sort();
    if (!cutFirst) this.skipAndLimit();
    if (clause.kind === 'with' && clause.where !== undefined) this.filter(clause.where);
    return { steps: this.steps, bindings: this.columns };
  }

  private group(aggregates: readonly AggregateExpression[]): void {
    const replaced = new Map<string, Binding>();
    const keys: GroupingKey[] = [];
    for (const { expression } of this.items) {
      if (findAggregates([expression], this.context.functions).length > 0) continue;
      const compiled = this.context.compile(expression, this.bindings);
      const slot = this.context.slots.allocate();
      keys.push({ expression: compiled, slot });
      replaced.set(expressionKey(expression), { slot, kind: this.kindOf(expression, compiled) });
    }
    const calls: AggregateCall[] = [];
    for (const expression of aggregates) {
      const key = expressionKey(expression);
      if (replaced.has(key)) continue;
      const call = this.aggregateCall(expression);
      calls.push(call);
      const entities =
        call.arguments.some(argument => argument.entities) && call.definition.entities !== 'never';
      replaced.set(key, { slot: call.slot, kind: entities ? 'unknown' : 'value' });
    }
    const spec = { partition: this.context.partition, keys, calls };
    this.replaced = replaced;
    this.steps.push(
      planStep({
        operatorType: 'Aggregate',
        drains: true,
        open: (state, source, rows) => new Aggregate(state, source, spec, rows),
      }),
    );
  }

  private aggregateCall(expression: AggregateExpression): AggregateCall {
    const { functions, slots } = this.context;
    const slot = slots.allocate();
    if (expression.kind === 'count-star') {
      return { definition: functions.aggregate('count')!, arguments: [], distinct: false, slot, scratch: [] };
    }
    const definition = functions.aggregate(expression.name)!;
    this.checkArity(expression, definition.arguments.min, definition.arguments.max);
    const args = expression.arguments.map(argument => this.context.compile(argument, this.bindings));
    const scratch = args.map(() => slots.allocate());
    return { definition, arguments: args, distinct: expression.distinct, slot, scratch };
  }

  private checkArity(expression: FunctionCall, min: number, max: number): void {
    const count = expression.arguments.length;
    if (count >= min && count <= max) return;
    throw this.context.error(
      `Aggregate \`${expression.name}\` takes ${min} argument${min === 1 ? '' : 's'}, not ${count}`,
      expression.span,
      'InvalidNumberOfArguments',
    );
  }

  private kindOf(expression: Expression, compiled: CompiledExpression): Binding['kind'] {
    if (expression.kind === 'variable') return this.bindings.get(expression.name)?.kind ?? 'unknown';
    return compiled.entities ? 'unknown' : 'value';
  }

  private project(): void {
    const assignments: Assignment[] = [];
    for (const { expression, name } of this.items) {
      if (expression.kind === 'variable' && this.replaced === undefined) {
        const binding = this.bindings.get(expression.name);
        if (binding !== undefined) {
          this.columns.set(name, binding);
          continue;
        }
      }
      const grouped = this.replaced?.get(expressionKey(expression));
      if (grouped !== undefined) {
        this.columns.set(name, grouped);
        continue;
      }
      const compiled = this.context.compile(expression, this.bindings, this.replaced);
      const slot = this.context.slots.allocate();
      assignments.push({ slot, evaluate: compiled.evaluate });
      this.columns.set(name, { slot, kind: this.kindOf(expression, compiled) });
    }
    if (assignments.length > 0) this.assign('Projection', assignments, [...this.columns.keys()]);
  }

  private assign(
    operatorType: string,
    assignments: readonly Assignment[],
    identifiers: readonly string[] = [],
  ): void {
    this.steps.push(
      planStep({
        operatorType,
        identifiers,
        keepsRows: true,
        open: (state, source) => new Assign(state, source, assignments),
      }),
    );
  }

  private distinct(): void {
    const { partition } = this.context;
    const slots = [...this.columns.values()].map(column => column.slot);
    this.steps.push(
      planStep({
        operatorType: 'Distinct',
        open: (state, source, rows) => new Distinct(state, source, slots, partition, rows.length),
      }),
    );
  }

  /**
   * Names visible to ORDER BY and WHERE: the columns, and, without DISTINCT and grouping, the incoming names.
   * @param isHidden whether the same text as a projected expression has another meaning here.
   */
  private visible(isHidden: (projected: Expression) => boolean): {
    bindings: Bindings;
    replaced: Map<string, Binding>;
  } {
    const replaced = new Map(this.replaced ?? []);
    for (const { expression, name } of this.items) {
      if (isHidden(expression)) replaced.delete(expressionKey(expression));
      else if (expression.kind !== 'variable') {
        replaced.set(expressionKey(expression), this.columns.get(name)!);
      }
    }
    return { bindings: new Map([...this.bindings, ...this.columns]), replaced };
  }

  /** Whether the variable now refers to another expression. */
  private isRedefined(name: string): boolean {
    return this.items.some(
      item => item.name === name && !(item.expression.kind === 'variable' && item.expression.name === name),
    );
  }

  private mentionsRedefined(expression: Expression): boolean {
    let found = false;
    walk(expression, node => {
      if (node.kind === 'variable' && this.isRedefined(node.name)) found = true;
      return !found;
    });
    return found;
  }

  private sort(): void {
    const { orderBy, limit, skip } = this.clause;
    if (orderBy.length === 0) return;
    const { bindings, replaced } = this.visible(
      expression => expression.kind === 'variable' && this.isRedefined(expression.name),
    );
    const assignments: Assignment[] = [];
    const keys: SortKey[] = orderBy.map(item => {
      const compiled = this.context.compile(item.expression, bindings, replaced);
      const slot = this.context.slots.allocate();
      assignments.push({ slot, evaluate: compiled.evaluate });
      return { slot, descending: item.descending };
    });
    this.assign('SortKeys', assignments);
    const { partition } = this.context;
    const limitCount = limit && this.count(limit, 'LIMIT');
    const skipCount = skip && this.count(skip, 'SKIP');
    this.steps.push(
      planStep({
        operatorType: limit ? 'Top' : 'Sort',
        drains: true,
        open: (state, source, rows) => {
          const bounded = limitCount !== undefined && rows.length === 1;
          const bound = bounded ? limitCount(state) + (skipCount?.(state) ?? 0) : Infinity;
          return new Sort(state, source, keys, partition, bound);
        },
      }),
    );
  }

  private count(expression: Expression, clause: 'SKIP' | 'LIMIT'): (state: RunState) => number {
    const compiled = this.context.compile(expression, new Map());
    return state => rowCount(compiled.evaluate([], state), clause);
  }

  private skipAndLimit(): void {
    const { skip, limit } = this.clause;
    if (skip === undefined && limit === undefined) return;
    const skipCount = skip && this.count(skip, 'SKIP');
    const limitCount = limit && this.count(limit, 'LIMIT');
    const { partition } = this.context;
    this.steps.push(
      planStep({
        operatorType: limit === undefined ? 'Skip' : 'Limit',
        open: (state, source, rows, sourceWrites) =>
          new SkipLimit(
            source,
            partition,
            skipCount?.(state) ?? 0,
            limitCount?.(state) ?? Infinity,
            rows.length,
            sourceWrites,
          ),
      }),
    );
  }

  private filter(where: Expression): void {
    const { bindings, replaced } = this.visible(expression => this.mentionsRedefined(expression));
    const predicate = this.context.compile(where, bindings, replaced);
    this.steps.push(
      planStep({
        operatorType: 'Filter',
        keepsRows: true,
        open: (state, source) => new Filter(state, source, predicate),
      }),
    );
  }
}
