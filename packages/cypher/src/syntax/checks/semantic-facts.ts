/** Inputs of the semantic checks, and the facts they find about a query. */
import type { PlanningBudget } from '../../budget/planning-budget.js';
import type { Clause, Expression, ProjectionItem, Return, With } from '../ast/ast.js';

/**
 * The type of a variable, as far as the text shows. `relationships` is bound by a variable-length relationship; `value`
 * is certainly not a graph element; `unknown` is anything.
 */
export type VariableKind = 'node' | 'relationship' | 'relationships' | 'path' | 'value' | 'unknown';

/** Variables by name, in the order they were bound. */
export type Scope = ReadonlyMap<string, VariableKind>;

export interface ProcedureSignature {
  readonly inputs: readonly ProcedureField[];
  /** Empty if nothing is yielded (VOID). */
  readonly outputs: readonly ProcedureField[];
  /** Number of required `inputs`; all of them by default. */
  readonly requiredInputs?: number;
}

export interface ProcedureField {
  readonly name: string;
  /** As in `help.procedures`: INTEGER, FLOAT, NUMBER, STRING, NODE, ...; absent: ANY. */
  readonly type?: string;
}

/** Look-ups of the checks in the registries. Absent look-ups disable their check. */
export interface CheckOptions {
  /**
   * Whether there is a function or aggregate of this name. Called with the name as written: compare case-insensitively.
   */
  readonly isFunction?: (name: string) => boolean;
  /** Default: the aggregates of openCypher. */
  readonly isAggregate?: (name: string) => boolean;
  /** The number of arguments of a function, or `undefined` if it is unknown. */
  readonly arity?: (name: string) => { readonly min: number; readonly max: number } | undefined;
  readonly procedure?: (name: string) => ProcedureSignature | undefined;
  /** Names of the existing parameters; `undefined` accepts any. */
  readonly parameters?: readonly string[] | undefined;
  /** Variables that are bound before the query begins. */
  readonly variables?: Scope;
  /** Default: one without a deadline. */
  readonly budget?: PlanningBudget;
}

export interface SemanticFacts {
  /** The result's columns; empty for a query that ends in an update. */
  readonly columns: readonly string[];
  /** Parameters in the text, each once, in order. */
  readonly parameters: readonly string[];
  /** Whether it has no updating clause; procedures are not considered. */
  readonly isReadOnly: boolean;
  /** The columns of a WITH or RETURN: `*` replaced by its variables (sorted by name), then the items. */
  itemsOf(projection: With | Return): readonly ProjectionItem[];
  /** Whether a projection's item contains an aggregate outside subqueries. */
  isAggregating(expression: Expression): boolean;
  /** The variables after the previous clause, visible to this clause's expressions. */
  scopeBefore(clause: Clause): Scope;
  /** The variables that the next clause sees. */
  scopeAfter(clause: Clause): Scope;
}
