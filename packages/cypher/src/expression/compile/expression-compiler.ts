/**
 * Turns expressions into closures over the slots of a row. One compiler serves one place of the query, where a
 * given set of variables is bound; lambda variables (`[x IN list | ...]`) get scratch slots of the same row.
 */
import type { Value } from '@weir/model';
import { cypherError } from '../../errors/index.js';
import type { FunctionRegistry } from '../../functions/function-registry.js';
import type { Expression, Span, Variable } from '../../syntax/index.js';
import type { Binding, Bindings, SlotAllocator } from './bindings.js';
import type { CompiledExpression, Evaluate } from './compiled-expression.js';
import { compileHasLabels, compileProperty } from './compile-access.js';
import { compileCall } from './compile-call.js';
import { compileCase } from './compile-case.js';
import {
  compileIndex,
  compileListComprehension,
  compileListLiteral,
  compileMapLiteral,
  compileMapProjection,
  compileQuantifier,
  compileReduce,
  compileSlice,
} from './compile-collections.js';
import { compileBinary, compileComparison, compileIsNull, compileUnary } from './compile-operators.js';
import { Footprint } from './footprint.js';
import type { RunState } from '../run/run-state.js';
import { expressionKey } from './expression-key.js';
import type { SubqueryEvaluation } from '../run/subquery-memo.js';
import { groupKey } from '@weir/model';
import type { Row } from '../../compiled-query.js';

/** A compiled piece of an expression. */
export interface Part {
  readonly evaluate: Evaluate;
  readonly entities: boolean;
  /** Depends on nothing. */
  readonly constant: boolean;
}

/** Where a parameter's value is: in a slot of the row, or in the run's parameters. */
export type ParameterPlace = { readonly slot: number } | { readonly name: string } | undefined;

/** An expression with a query of its own inside. */
export type QueryExpression = Extract<
  Expression,
  { kind: 'subquery' | 'pattern-predicate' | 'pattern-comprehension' | 'shortest-path' }
>;

/** What all the compilers of one query share. */
export interface CompileContext {
  readonly source: string;
  readonly functions: FunctionRegistry;
  readonly slots: SlotAllocator;
  parameter(name: string): ParameterPlace;
  /** Plans the query inside an expression. @returns how to evaluate it and what it reads. */
  planSubquery(expression: QueryExpression, bindings: Bindings): PlannedSubquery;
}

export interface PlannedSubquery {
  readonly evaluation: SubqueryEvaluation;
  readonly reads: Footprint;
  /** The value may hold graph elements. */
  readonly entities: boolean;
}

export class ExpressionCompiler {
  private lambdaSlots: readonly number[] = [];
  private bindings: Bindings;
  reads = new Footprint();
  private pure = true;

  /**
   * @param replaced expressions (by `expressionKey`) whose value is already in a slot: aggregates and grouping
   * keys after an aggregation.
   */
  constructor(
    readonly context: CompileContext,
    bindings: Bindings,
    private readonly replaced?: ReadonlyMap<string, Binding>,
  ) {
    this.bindings = bindings;
  }

  compile(expression: Expression): CompiledExpression {
    this.reads = new Footprint();
    this.pure = true;
    const part = this.part(expression);
    return {
      evaluate: part.evaluate,
      entities: part.entities,
      reads: this.reads,
      isConstant: part.constant && this.pure,
      isPure: this.pure,
    };
  }

  impure(): void {
    this.pure = false;
  }

  part(expression: Expression): Part {
    if (this.replaced !== undefined && this.replaced.size > 0) {
      const binding = this.replaced.get(expressionKey(expression));
      if (binding !== undefined) return slotPart(binding);
    }
    switch (expression.kind) {
      case 'literal':
        return constantPart(expression.value);
      case 'variable':
        return slotPart(this.binding(expression));
      case 'parameter':
        return this.parameterPart(expression.name, expression.span);
      case 'list':
        return compileListLiteral(this, expression);
      case 'map':
        return compileMapLiteral(this, expression);
      case 'property':
        return compileProperty(this, expression);
      case 'index':
        return compileIndex(this, expression);
      case 'slice':
        return compileSlice(this, expression);
      case 'unary':
        return compileUnary(this, expression);
      case 'binary':
        return compileBinary(this, expression);
      case 'comparison':
        return compileComparison(this, expression);
      case 'is-null':
        return compileIsNull(this, expression);
      case 'has-labels':
        return compileHasLabels(this, expression);
      case 'case':
        return compileCase(this, expression);
      case 'call':
        return compileCall(this, expression);
      case 'count-star':
        throw this.error(
          'Invalid position for aggregating function `count`',
          expression.span,
          'InvalidAggregation',
        );
      case 'map-projection':
        return compileMapProjection(this, expression);
      case 'list-comprehension':
        return compileListComprehension(this, expression);
      case 'quantifier':
        return compileQuantifier(this, expression);
      case 'reduce':
        return compileReduce(this, expression);
      case 'pattern-comprehension':
      case 'pattern-predicate':
      case 'shortest-path':
      case 'subquery':
        return this.subqueryPart(expression);
    }
  }

  /** What is known of an expression's value, without compiling it. */
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

  /** Compiles with further variables bound to fresh scratch slots. */
  withVariables<T>(
    variables: readonly { readonly name: string; readonly entities: boolean }[],
    compile: (slots: readonly number[]) => T,
  ): T {
    const outerBindings = this.bindings;
    const outerSlots = this.lambdaSlots;
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

  private parameterPart(name: string, span: Span): Part {
    const place = this.context.parameter(name);
    if (place === undefined) throw this.error(`Unknown parameter \`${name}\``, span, 'UndefinedParameter');
    if ('slot' in place) {
      const slot = place.slot;
      return { evaluate: row => row[slot]!, entities: false, constant: false };
    }
    return { evaluate: (_row, state) => parameterValue(state, name), entities: false, constant: false };
  }

  private subqueryPart(expression: QueryExpression): Part {
    const planned = this.context.planSubquery(expression, this.bindings);
    this.reads.add(planned.reads);
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
      evaluate: (row, state) => state.subqueryResult(evaluation, row, lambdaKey(row, slots)),
      entities,
      constant: false,
    };
  }
}

function lambdaKey(row: Row, slots: readonly number[]): string {
  let key = '';
  for (const slot of slots) {
    const value = row[slot];
    const part = value === undefined ? '' : String(groupKey(value));
    key += `${part.length}:${part}`;
  }
  return key;
}

function parameterValue(state: RunState, name: string): Value {
  const parameters = state.parameters;
  return Object.hasOwn(parameters, name) ? parameters[name]! : null;
}

export function slotPart(binding: Binding): Part {
  const slot = binding.slot;
  return { evaluate: row => row[slot]!, entities: binding.kind !== 'value', constant: false };
}

export function constantPart(value: Value): Part {
  return { evaluate: () => value, entities: false, constant: true };
}

/** The value of a part that depends on nothing. */
export function constantValue(part: Part): Value {
  return part.evaluate([], undefined as unknown as RunState);
}

/** A part that is computed once when its inputs are constant and it can't fail; else as given. */
export function folded(inputs: readonly Part[], evaluate: Evaluate, entities: boolean): Part {
  if (!inputs.every(input => input.constant)) return { evaluate, entities, constant: false };
  try {
    return constantPart(evaluate([], undefined as unknown as RunState));
  } catch {
    // The error belongs to the run: a row that never gets here must not fail.
    return { evaluate, entities, constant: false };
  }
}
