/** What a function or aggregate is: the contract for the built-in ones and for those of embedding programs. */
import type { Value } from '@weir/model';
import type { QueryBudget } from '../budget/query-budget.js';
import type { Footprint } from '../expression/compile/footprint.js';
import type { RunState } from '../expression/run/run-state.js';

export interface FunctionDefinition {
  /** As shown; called without regard to case. */
  readonly name: string;
  /** At least one, as `toJson(x :: ANY) :: STRING`. */
  readonly signatures: readonly string[];
  readonly description: string;
  readonly minArguments: number;
  readonly maxArguments: number;
  /** False: two calls with the same arguments may differ, so a query that uses it is not idempotent. */
  readonly pure?: boolean | 'with-arguments';
  /** True: called with null arguments too. Otherwise any null argument makes the result null. */
  readonly nullArguments?: boolean;
  /** True: looks inside nodes and relationships, so they are loaded before the call. */
  readonly loads?: boolean;
  /** True: uses more of the run than its budget (its clock, reads of elements); never computed beforehand. */
  readonly usesState?: boolean;
  /** Whether the result may hold graph elements; default: when an argument may. */
  readonly entities?: 'never' | 'always';
  /** Which argument is a regular expression: one that can't be run is found when the query is compiled, if it is constant. */
  readonly regexArgument?: number;
  /** What a call reads of the graph when an argument may be a graph element. */
  readonly reads?: (footprint: Footprint) => void;
  /** A version for the given constant arguments (`undefined`: not constant), or `undefined` for the general one. */
  readonly compile?: (
    constants: readonly (Value | undefined)[],
  ) => FunctionDefinition['evaluate'] | undefined;
  /**
   * What it makes and goes through is charged to `state.budget` before it is made.
   * @returns `undefined` when the arguments have the wrong types.
   */
  readonly evaluate: (args: readonly Value[], state: RunState) => Value | undefined;
}

export interface Accumulator {
  /** One row's arguments. */
  add(args: readonly Value[], budget: QueryBudget): void;
  result(): Value;
}

export interface AggregateDefinition {
  readonly name: string;
  readonly signatures: readonly string[];
  readonly description: string;
  readonly minArguments: number;
  readonly maxArguments: number;
  /** Looks inside nodes and relationships. */
  readonly loads?: boolean;
  /** What is added lives on until the result was asked for. */
  readonly keeps?: boolean;
  /** The result holds no graph elements even when the arguments do. */
  readonly entities?: 'never';
  create(): Accumulator;
}
