/**
 * Expressions over existing rows, without a query: for callers that keep rows themselves, such as standing queries.
 * Elements in the rows must contain everything that the expression reads; nothing is fetched.
 */
import { type Value } from '@weir/model';
import { type Environment, SILENT, WeirError } from '@weir/platform';
import type { Row } from '../compiled-query.js';
import { stackOverflow } from '../budget/query-budget.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import type { Binding } from '../expression/bindings.js';
import { cypherError } from '../errors/index.js';
import { expressionKey } from '../expression/expression-key.js';
import { RunState } from '../run/run-state.js';
import { BUILT_IN } from './built-in-registry.js';
import type { Extensions } from '../registry/function-registry.js';
import type { GraphSession } from '../graph-access.js';
import { PlanContext } from '../plan/plan-context.js';
import type { Expression } from '../syntax/index.js';

/** One column of the rows: the name of a variable in the expression, or a whole expression that it replaces. */
export interface RowExpressionColumn {
  readonly name?: string | undefined;
  readonly represents?: Expression | undefined;
  readonly kind: Binding['kind'];
}

export interface RowExpressionOptions {
  /** The text that the expression's spans refer to. */
  readonly source: string;
  readonly columns: readonly RowExpressionColumn[];
  readonly extensions?: Extensions | undefined;
}

export interface CompiledRowExpression {
  /** @throws WeirError under the same conditions as in a query. */
  evaluate(row: readonly Value[]): Value;
  /** Whether the same row always gives the same value. */
  readonly isPure: boolean;
}

/** @throws WeirError `cypher.compile`, also for an expression that contains a query which no column replaces. */
export function compileRowExpression(
  expression: Expression,
  options: RowExpressionOptions,
): CompiledRowExpression {
  const { source, columns } = options;
  const functions = options.extensions === undefined ? BUILT_IN : BUILT_IN.extended(options.extensions);
  const planOptions = { source, functions, rowParameters: columns.map((_, i) => ` ${i}`), parameters: [] };
  const context = new PlanContext(planOptions, (planContext, inner) => {
    throw planContext.error('This expression must not contain a query', inner.span);
  });
  const bindings = new Map<string, Binding>();
  const replaced = new Map<string, Binding>();
  columns.forEach(({ name, represents, kind }, slot) => {
    if (name !== undefined) bindings.set(name, { slot, kind });
    if (represents !== undefined) replaced.set(expressionKey(represents), { slot, kind });
  });
  const compiled = context.compile(expression, bindings, replaced);
  const { width } = context.slots;
  let state = emptyRun();
  return {
    isPure: compiled.isPure,
    evaluate: row => {
      const wide: Row = row.slice();
      wide.length = width;
      const { budget } = state;
      budget.refill();
      budget.passed();
      const value = evaluated(compiled, wide, state);
      if (!state.missed) return value;
      state = emptyRun();
      throw cypherError(
        'cypher.runtime',
        'This expression reads a node or edge that is not a variable of the pattern',
      );
    },
  };
}

export function isAggregateName(name: string): boolean {
  return BUILT_IN.aggregate(name) !== undefined;
}

/** The result is stored, compared and sent unchanged, so its size is checked here. */
function evaluated({ evaluate }: CompiledExpression, row: Row, state: RunState): Value {
  try {
    const value = evaluate(row, state);
    state.budget.leaving(value);
    return value;
  } catch (error) {
    throw error instanceof RangeError ? stackOverflow(error) : error;
  }
}

function emptyRun(): RunState {
  return new RunState({ graph: NO_GRAPH, environment: NO_ENVIRONMENT, parameters: {} }, () => {
    throw new WeirError('internal', 'an expression over rows cannot run a query');
  });
}

const NO_GRAPH = { atTime: undefined } as GraphSession;

function refuse(): never {
  throw new WeirError('internal', 'an expression over rows cannot use the clock or random numbers');
}

const NO_ENVIRONMENT: Environment = {
  clock: { now: () => 0 },
  random: { next: refuse, uuid: refuse, bytes16: refuse },
  scheduler: { soon: refuse, after: refuse },
  logger: SILENT,
};
