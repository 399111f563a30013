/** Definition of a function or aggregate: the contract for built-in ones and for embedding programs. */
import type { Value } from '@weir/model';
import type { QueryBudget } from '../budget/query-budget.js';
import type { Footprint } from '../footprint.js';
import type { RunState } from '../run/run-state.js';

/** Smallest and largest number of arguments of a call. */
export interface ArgumentCount {
  readonly min: number;
  readonly max: number;
}

export interface FunctionArguments extends ArgumentCount {
  /**
   * Index of the argument that is a regular expression: if it is constant, an unsupported expression is detected at
   * compile time.
   */
  readonly regex?: number;
}

export interface FunctionDefinition {
  /** Display name; calls ignore case. */
  readonly name: string;
  /** At least one, such as `toJson(x :: ANY) :: STRING`. */
  readonly signatures: readonly string[];
  readonly description: string;
  readonly arguments: FunctionArguments;
  /** False if two calls with the same arguments may differ: a query that uses it is not idempotent. */
  readonly pure?: boolean | 'with-arguments';
  /** True if it is also called with null arguments. Otherwise any null argument makes the result null. */
  readonly nullArguments?: boolean;
  /** True if it reads nodes and relationships: they are loaded before the call. */
  readonly loads?: boolean;
  /** True if it uses more of the run than its budget (its clock, reads of elements); never computed at compile time. */
  readonly usesState?: boolean;
  /** Whether the result may contain graph elements; default: if an argument may. */
  readonly entities?: 'never' | 'always';
  /** Reads of a call in the graph if an argument may be a graph element. */
  readonly reads?: (footprint: Footprint) => void;
  /**
   * Returns a version for the given constant arguments (`undefined`: not constant), or `undefined` to use the general
   * one.
   */
  readonly compile?: (
    constants: readonly (Value | undefined)[],
  ) => FunctionDefinition['evaluate'] | undefined;
  /**
   * Must charge `state.budget` before it creates or walks values.
   * @returns `undefined` if the arguments have the wrong types.
   */
  readonly evaluate: (args: readonly Value[], state: RunState) => Value | undefined;
}

export interface Accumulator {
  /** Adds the arguments of one row. */
  add(args: readonly Value[], budget: QueryBudget): void;
  result(): Value;
}

export interface AggregateDefinition {
  readonly name: string;
  readonly signatures: readonly string[];
  readonly description: string;
  readonly arguments: ArgumentCount;
  /** Whether it reads nodes and relationships. */
  readonly loads?: boolean;
  /** Whether added values survive until `result` is called. */
  readonly keeps?: boolean;
  /** The result contains no graph elements even if the arguments do. */
  readonly entities?: 'never';
  create(): Accumulator;
}
