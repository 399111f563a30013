/** Queries and clauses in the syntax tree. */
import type { Expression, Variable } from './expressions.js';
import type { Node } from './ast-node.js';
import type { PatternPart } from './patterns.js';

/** A whole statement. */
export interface Query extends Node<'query'> {
  /** What the spans point into. */
  readonly text: string;
  readonly mode: 'run' | 'explain' | 'profile';
  readonly body: QueryBody;
}

/** One query, or several joined by UNION. Also the inside of every subquery. */
export interface QueryBody extends Node<'query-body'> {
  /** At least one. */
  readonly parts: readonly SingleQuery[];
  /** How the parts are joined; `distinct` (UNION) when there is only one. */
  readonly union: 'distinct' | 'all';
}

export interface SingleQuery extends Node<'single-query'> {
  /** In the order written; at least one. */
  readonly clauses: readonly Clause[];
}

export type Clause =
  | Match
  | Unwind
  | With
  | Return
  | Create
  | Merge
  | Set
  | Remove
  | Delete
  | Foreach
  | CallProcedure
  | CallSubquery
  | CallRecursively
  | LoadCsv;

export interface Match extends Node<'match'> {
  readonly optional: boolean;
  readonly patterns: readonly PatternPart[];
  readonly hints: readonly Hint[];
  readonly where: Expression | undefined;
}

/** `USING INDEX | SCAN | JOIN ...`. Accepted; only standing queries look at scans. */
export interface Hint extends Node<'hint'> {
  readonly hint: 'index' | 'scan' | 'join';
  readonly variables: readonly string[];
  /** The label of an index or scan hint, else `undefined`. */
  readonly label: string | undefined;
}

export interface Unwind extends Node<'unwind'> {
  readonly list: Expression;
  readonly variable: Variable;
}

/** What WITH and RETURN share. */
export interface Projection {
  readonly distinct: boolean;
  /** `*` comes first; `items` are those written after it. */
  readonly star: boolean;
  readonly items: readonly ProjectionItem[];
  readonly orderBy: readonly SortItem[];
  readonly skip: Expression | undefined;
  readonly limit: Expression | undefined;
}

export interface With extends Node<'with'>, Projection {
  readonly where: Expression | undefined;
}

export interface Return extends Node<'return'>, Projection {}

export interface ProjectionItem extends Node<'projection-item'> {
  readonly expression: Expression;
  /** What was written after AS. */
  readonly alias: Variable | undefined;
  /** The column's name: the alias, or the exact source text of the expression. */
  readonly name: string;
}

export interface SortItem extends Node<'sort-item'> {
  readonly expression: Expression;
  readonly descending: boolean;
}

export interface Create extends Node<'create'> {
  readonly patterns: readonly PatternPart[];
}

export interface Merge extends Node<'merge'> {
  readonly pattern: PatternPart;
  /** Items of all ON CREATE SET, in order. */
  readonly onCreate: readonly SetItem[];
  /** Items of all ON MATCH SET, in order. */
  readonly onMatch: readonly SetItem[];
}

export interface Set extends Node<'set'> {
  readonly items: readonly SetItem[];
}

export type SetItem = SetProperty | SetProperties | SetLabels;

/** `subject.key = value`; the subject is any expression that gives a node or relationship. */
export interface SetProperty extends Node<'set-property'> {
  readonly subject: Expression;
  readonly key: string;
  readonly value: Expression;
}

/** `variable = value` (replaces all properties) or `variable += value` (merges). */
export interface SetProperties extends Node<'set-properties'> {
  readonly variable: Variable;
  readonly merge: boolean;
  readonly value: Expression;
}

/** `variable:A:B`. */
export interface SetLabels extends Node<'set-labels'> {
  readonly variable: Variable;
  readonly labels: readonly string[];
}

export interface Remove extends Node<'remove'> {
  readonly items: readonly RemoveItem[];
}

export type RemoveItem = RemoveProperty | RemoveLabels;

export interface RemoveProperty extends Node<'remove-property'> {
  readonly subject: Expression;
  readonly key: string;
}

export interface RemoveLabels extends Node<'remove-labels'> {
  readonly variable: Variable;
  readonly labels: readonly string[];
}

export interface Delete extends Node<'delete'> {
  readonly detach: boolean;
  readonly expressions: readonly Expression[];
}

export interface Foreach extends Node<'foreach'> {
  readonly variable: Variable;
  readonly list: Expression;
  /** Updating clauses only; at least one. */
  readonly clauses: readonly Clause[];
}

export interface CallProcedure extends Node<'call-procedure'> {
  /** As written, parts joined by dots. Looked up without regard to case. */
  readonly procedure: string;
  /** `undefined`: no parentheses were written, arguments come from parameters of the same names. */
  readonly arguments: readonly Expression[] | undefined;
  /** `undefined`: no YIELD was written; `*`: YIELD *; empty: YIELD - (nothing). */
  readonly yields: readonly YieldItem[] | '*' | undefined;
  readonly where: Expression | undefined;
}

export interface YieldItem extends Node<'yield-item'> {
  /** The procedure's name of the output. */
  readonly output: string;
  /** What it is called from here on: the alias, or the output's own name. */
  readonly variable: Variable;
}

/** `CALL { ... }`. Outer variables come in by a leading WITH in each part, or by `CALL (a, b) { ... }`. */
export interface CallSubquery extends Node<'call-subquery'> {
  /** Of `CALL (a, b) { ... }`; `*` of `CALL (*) { ... }`; `undefined` when there are no parentheses. */
  readonly imports: readonly Variable[] | '*' | undefined;
  readonly body: QueryBody;
}

/** `CALL RECURSIVELY WITH e AS v, ... UNTIL (condition) { ... }`. */
export interface CallRecursively extends Node<'call-recursively'> {
  /** Start values, each with an alias (or a plain variable). */
  readonly bindings: readonly ProjectionItem[];
  readonly until: Expression;
  readonly body: QueryBody;
}

export interface LoadCsv extends Node<'load-csv'> {
  readonly withHeaders: boolean;
  readonly url: Expression;
  readonly variable: Variable;
  /** `undefined`: a comma. */
  readonly fieldTerminator: string | undefined;
}
