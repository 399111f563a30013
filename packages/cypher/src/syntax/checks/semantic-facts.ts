/** What the checks need to know from outside, and what they find out about a query. */
import type { PlanningBudget } from '../../budget/planning-budget.js';
import type { Clause, Expression, ProjectionItem, Return, With } from '../ast/ast.js';

/**
 * What a variable holds, as far as the text tells. `relationships` is what a variable-length relationship binds;
 * `value` is anything that is certainly no graph element; `unknown` is anything at all.
 */
export type VariableKind = 'node' | 'relationship' | 'relationships' | 'path' | 'value' | 'unknown';

/** Variables by name, in the order they were bound. */
export type Scope = ReadonlyMap<string, VariableKind>;

export interface ProcedureSignature {
  readonly inputs: readonly ProcedureField[];
  /** Empty: nothing is yielded (VOID). */
  readonly outputs: readonly ProcedureField[];
  /** How many of `inputs` must be given; default all of them. */
  readonly requiredInputs?: number;
}

export interface ProcedureField {
  readonly name: string;
  /** As in `help.procedures`: INTEGER, FLOAT, NUMBER, STRING, NODE, ...; absent: ANY. */
  readonly type?: string;
}

/** What the checks ask of the registries. What is left out is not checked. */
export interface CheckOptions {
  /** Is there a function or aggregate of this name? Asked as written: compare without regard to case. */
  readonly isFunction?: (name: string) => boolean;
  /** Default: the aggregates of openCypher. */
  readonly isAggregate?: (name: string) => boolean;
  /** The number of arguments a function takes, or `undefined` when it is not known. */
  readonly arity?: (name: string) => { readonly min: number; readonly max: number } | undefined;
  readonly procedure?: (name: string) => ProcedureSignature | undefined;
  /** Names of the parameters there are; `undefined`: any. */
  readonly parameters?: readonly string[] | undefined;
  /** Variables that are bound before the query begins. */
  readonly variables?: Scope;
  /** Default: one without a deadline. */
  readonly budget?: PlanningBudget;
}

export interface SemanticFacts {
  /** The result's columns; empty for a query that ends in an update. */
  readonly columns: readonly string[];
  /** Parameters that the text names, each once, in order. */
  readonly parameters: readonly string[];
  /** No updating clause anywhere; what procedures do is for their registry to say. */
  readonly isReadOnly: boolean;
  /** The columns of a WITH or RETURN: `*` replaced by its variables (sorted by name), then the items. */
  itemsOf(projection: With | Return): readonly ProjectionItem[];
  /** Does a projection's item hold an aggregate outside of subqueries? */
  isAggregating(expression: Expression): boolean;
  /** The variables that the clause before left: what this clause's expressions see. */
  scopeBefore(clause: Clause): Scope;
  /** The variables that the next clause sees. */
  scopeAfter(clause: Clause): Scope;
}
