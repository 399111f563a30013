/** Queries inside expressions: pattern predicates and comprehensions, EXISTS, COUNT, COLLECT, shortest paths. */
import { whenReady } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../compiled-query.js';
import type { Binding, Bindings } from '../expression/bindings.js';
import type { Footprint } from '../footprint.js';
import type { PlannedSubquery, QueryExpression } from '../expression/expression-compiler.js';
import type { RunState } from '../run/run-state.js';
import { SkipLimit } from '../operators/rows/skip-limit.js';
import { Assign } from '../operators/rows/assign.js';
import { HeldRows } from '../operators/rows/held-rows.js';
import { drain } from '../operators/operator.js';
import type { Expression, PatternPart, SemanticFacts } from '../syntax/index.js';
import { planMatch } from './match-planner.js';
import type { PlannedMatch } from './match-planner.js';
import { Plan, planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import { variable } from './plan-context.js';
import type { PlanContext } from './plan-context.js';
import { planBody } from './query-planner.js';

/** The value computed from the rows of a subquery. */
type Outcome =
  | { readonly kind: 'exists' }
  | { readonly kind: 'count' }
  | { readonly kind: 'collect'; readonly slot: number }
  | { readonly kind: 'first'; readonly slot: number };

export function planSubqueryExpression(
  context: PlanContext,
  facts: SemanticFacts,
  expression: QueryExpression,
  bindings: Bindings,
): PlannedSubquery {
  switch (expression.kind) {
    case 'pattern-predicate': {
      const { planned: match, reads } = matchOf(context, expression.pattern, undefined, bindings);
      const plan = new Plan([...match.steps, firstOfEach(context)], reads);
      return subquery(context, plan, { kind: 'exists' }, false);
    }
    case 'pattern-comprehension':
      return comprehension(context, expression.pattern, expression.where, expression.projection, bindings);
    case 'shortest-path':
      return shortestPath(context, expression.pattern, bindings);
    case 'subquery': {
      const body = planBody(context, facts, expression.body, bindings);
      if (body.rowAnchors === undefined || body.rowAnchors.length > 0) context.expressionsFindNodes = true;
      if (expression.form === 'exists') {
        return subquery(
          context,
          new Plan([...body.plan.steps, firstOfEach(context)]),
          { kind: 'exists' },
          false,
        );
      }
      if (expression.form === 'count') return subquery(context, body.plan, { kind: 'count' }, false);
      const column = [...(body.columns ?? new Map<string, Binding>()).values()][0];
      if (column === undefined) throw context.error('COLLECT needs a RETURN of one column', expression.span);
      return subquery(context, body.plan, { kind: 'collect', slot: column.slot }, column.kind !== 'value');
    }
  }
}

/** Existence needs only one row. */
function firstOfEach(context: PlanContext): PlanStep {
  const { partition } = context;
  return planStep({
    operatorType: 'Limit',
    open: (_state, source, rows) => new SkipLimit(source, partition, 0, 1, rows.length, false),
  });
}

function comprehension(
  context: PlanContext,
  pattern: PatternPart,
  where: Expression | undefined,
  projection: Expression,
  bindings: Bindings,
): PlannedSubquery {
  const { planned: match, reads } = matchOf(context, pattern, where, bindings);
  const value = context.compile(projection, match.bindings);
  const slot = context.slots.allocate();
  const project = planStep({
    operatorType: 'Projection',
    reads: value.reads,
    keepsRows: true,
    open: (state, source) => new Assign(state, source, [{ slot, evaluate: value.evaluate }]),
  });
  const plan = new Plan([...match.steps, project], reads);
  return subquery(context, plan, { kind: 'collect', slot }, value.entities);
}

function shortestPath(context: PlanContext, pattern: PatternPart, bindings: Bindings): PlannedSubquery {
  const path = pattern.path ?? variable(context.anonymous('path'), pattern.span);
  const { planned: match, reads } = matchOf(context, { ...pattern, path }, undefined, bindings);
  const slot = match.bindings.get(path.name)!.slot;
  const outcome: Outcome = pattern.shortest === 'all' ? { kind: 'collect', slot } : { kind: 'first', slot };
  return subquery(context, new Plan(match.steps, reads), outcome, true);
}

/** The plan of one pattern, with the reads of its expressions. */
function matchOf(
  context: PlanContext,
  pattern: PatternPart,
  where: Expression | undefined,
  bindings: Bindings,
): { readonly planned: PlannedMatch; readonly reads: Footprint } {
  const result = context.expressionReadsOf(() => planMatch(context, [pattern], where, bindings));
  const { scans, otherStarts, anchors } = result.planned;
  if (scans) context.scans = true;
  if (otherStarts || anchors.length > 0) context.expressionsFindNodes = true;
  return result;
}

function subquery(context: PlanContext, plan: Plan, outcome: Outcome, entities: boolean): PlannedSubquery {
  const { partition } = context;
  context.budget.operators(plan.depth);
  return {
    evaluation: {
      index: context.nextSubquery(),
      evaluate: (state, rows) => evaluate(plan, outcome, partition, state, rows),
    },
    reads: plan.reads,
    entities,
  };
}

function evaluate(
  plan: Plan,
  outcome: Outcome,
  partition: number,
  state: RunState,
  rows: Row[],
): MaybePromise<readonly Value[]> {
  const counts = new Array<number>(rows.length).fill(0);
  const lists: Value[][] = rows.map(() => []);
  rows.forEach((row, i) => {
    row[partition] = i;
  });
  const { budget } = state;
  const held = new HeldRows(budget);
  const done = drain(plan.open(state, rows), found => {
    const kept: Value[] = [];
    for (const row of found) {
      const index = row[partition] as number;
      counts[index] = counts[index]! + 1;
      if (outcome.kind !== 'collect' && outcome.kind !== 'first') continue;
      const list = lists[index]!;
      if (outcome.kind === 'first' && list.length > 0) continue;
      budget.room(list.length + 1);
      list.push(row[outcome.slot]!);
      kept.push(row[outcome.slot]!);
    }
    held.keep([kept]);
  });
  return whenReady(done, () => {
    held.release();
    switch (outcome.kind) {
      case 'exists':
        return counts.map(count => count > 0);
      case 'count':
        return counts;
      case 'collect':
        return lists;
      case 'first':
        return lists.map(list => list[0] ?? null);
    }
  });
}
