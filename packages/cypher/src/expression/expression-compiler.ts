/**
 * Compiles expressions to closures over the slots of a row. One compiler serves one position in the query, with a fixed
 * set of bound variables; lambda variables (`[x IN list | ...]`) get scratch slots of the same row.
 */
import { groupKey } from '@weir/model';
import type { Value } from '@weir/model';
import type { PlanningBudget } from '../budget/planning-budget.js';
import { cypherError } from '../errors/index.js';
import type { FunctionRegistry } from '../registry/function-registry.js';
import type { Expression, Parameter, Span, Variable } from '../syntax/index.js';
import type { Binding, Bindings, SlotAllocator } from './bindings.js';
import type { CompiledExpression, Evaluate } from './compiled-expression.js';
import { Footprint } from '../footprint.js';
import type { RunState, SubqueryEvaluation } from '../run/run-state.js';
import { expressionKey, keyKind } from './expression-key.js';
import { folded, slotTerm } from './term.js';
import type { Term } from './term.js';
import type { Row } from '../compiled-query.js';

/** Location of a parameter's value: a slot of the row, or the run's parameters. */
export type ParameterSlot = { readonly slot: number } | { readonly name: string } | undefined;

/** An expression that contains a query. */
export type QueryExpression = Extract<
  Expression,
  { kind: 'subquery' | 'pattern-predicate' | 'pattern-comprehension' | 'shortest-path' }
>;

/** Compiles one kind of expression, with the compiler for its position in the query. */
export type CompileKind<E extends Expression> = (compiler: ExpressionCompiler, expression: E) => Term;

export type ExpressionKinds = {
  readonly [Kind in Expression['kind']]: CompileKind<Extract<Expression, { kind: Kind }>>;
};

/** State shared by all compilers of one query. */
export interface CompileContext {
  readonly kinds: ExpressionKinds;
  readonly source: string;
  readonly functions: FunctionRegistry;
  readonly slots: SlotAllocator;
  readonly budget: PlanningBudget;
  /** For constant expressions, which are computed at compile time. */
  readonly foldingRun: RunState;
  parameter(name: string): ParameterSlot;
  /** Plans the query inside an expression. @returns its evaluation and its reads. */
  planSubquery(expression: QueryExpression, bindings: Bindings): PlannedSubquery;
}

export interface PlannedSubquery {
  readonly evaluation: SubqueryEvaluation;
  readonly reads: Footprint;
  /** Whether the value may contain graph elements. */
  readonly entities: boolean;
}

export class ExpressionCompiler {
  private lambdaSlots: readonly number[] = [];
  private bindings: Bindings;
  reads = new Footprint();
  private pure = true;
  private readonly replacedKinds: ReadonlySet<string>;

  /**
   * @param replaced expressions (by `expressionKey`) whose values are already in a slot: aggregates and grouping keys
   * after an aggregation.
   */
  constructor(
    readonly context: CompileContext,
    bindings: Bindings,
    private readonly replaced?: ReadonlyMap<string, Binding>,
  ) {
    this.bindings = bindings;
    this.replacedKinds = new Set([...(replaced?.keys() ?? [])].map(keyKind));
  }

  compile(expression: Expression): CompiledExpression {
    this.reads = new Footprint();
    this.pure = true;
    const term = this.term(expression);
    return {
      evaluate: term.evaluate,
      entities: term.entities,
      reads: this.reads,
      isConstant: term.constant && this.pure,
      isPure: this.pure,
    };
  }

  impure(): void {
    this.pure = false;
  }

  term(expression: Expression): Term {
    const { budget } = this.context;
    budget.steps(1);
    if (this.replaced !== undefined && this.replacedKinds.has(expression.kind)) {
      const key = expressionKey(expression);
      budget.steps(key.length >>> 2);
      const binding = this.replaced.get(key);
      if (binding !== undefined) return slotTerm(binding);
    }
    const compile = this.context.kinds[expression.kind] as CompileKind<Expression>;
    return compile(this, expression);
  }

  /** A term that is computed immediately if its inputs are constant. */
  folded(inputs: readonly Term[], evaluate: Evaluate, entities: boolean): Term {
    return folded(this.context.foldingRun, inputs, evaluate, entities);
  }

  /** Returns the known type of an expression's value, without compiling it. */
  kindOf(expression: Expression): Binding['kind'] {
    if (expression.kind !== 'variable') return 'unknown';
    return this.bindings.get(expression.name)?.kind ?? 'unknown';
  }

  binding(variable: Variable): Binding {
    const binding = this.bindings.get(variable.name);
    if (binding === undefined) {
      throw this.error(`Variable \`${variable.name}\` not defined`, variable.span, 'UndefinedVariable');
    }
    return binding;
  }

  /** Compiles with additional variables bound to fresh scratch slots. */
  withVariables<T>(
    variables: readonly { readonly name: string; readonly entities: boolean }[],
    compile: (slots: readonly number[]) => T,
  ): T {
    const outerBindings = this.bindings;
    const outerSlots = this.lambdaSlots;
    this.context.budget.steps(outerBindings.size);
    const inner = new Map(outerBindings);
    const slots = variables.map(variable => {
      const slot = this.context.slots.allocate();
      inner.set(variable.name, { slot, kind: variable.entities ? 'unknown' : 'value' });
      return slot;
    });
    this.bindings = inner;
    this.lambdaSlots = [...outerSlots, ...slots];
    try {
      return compile(slots);
    } finally {
      this.bindings = outerBindings;
      this.lambdaSlots = outerSlots;
    }
  }

  error(message: string, span: Span, detail?: string): Error {
    return cypherError(
      'cypher.compile',
      message,
      { source: this.context.source, offset: span.start },
      detail,
    );
  }

  parameter({ name, span }: Parameter): Term {
    const parameter = this.context.parameter(name);
    if (parameter === undefined)
      throw this.error(`Unknown parameter \`${name}\``, span, 'UndefinedParameter');
    if ('slot' in parameter) {
      const slot = parameter.slot;
      return { evaluate: row => row[slot]!, entities: false, constant: false };
    }
    return { evaluate: (_row, state) => parameterValue(state, name), entities: false, constant: false };
  }

  subquery(expression: QueryExpression): Term {
    const planned = this.context.planSubquery(expression, this.bindings);
    this.reads.add(planned.reads);
    // Even a subquery that reads nothing is evaluated like a read: for a batch of rows, and possibly later.
    if (planned.reads.isEmpty) this.reads.nodes = true;
    const { evaluation, entities } = planned;
    const slots = this.lambdaSlots;
    if (slots.length === 0) {
      return {
        evaluate: (row, state) => state.subqueryResult(evaluation, row, ''),
        entities,
        constant: false,
      };
    }
    return {
      evaluate: (row, state) => state.subqueryResult(evaluation, row, lambdaKey(row, slots, state)),
      entities,
      constant: false,
    };
  }
}

function lambdaKey(row: Row, slots: readonly number[], { budget }: RunState): string {
  let key = '';
  for (const slot of slots) {
    const value = row[slot];
    if (value !== undefined) budget.string(budget.walk(value));
    const text = value === undefined ? '' : String(groupKey(value));
    key += `${text.length}:${text}`;
  }
  return key;
}

function parameterValue(state: RunState, name: string): Value {
  const parameters = state.parameters;
  return Object.hasOwn(parameters, name) ? parameters[name]! : null;
}
