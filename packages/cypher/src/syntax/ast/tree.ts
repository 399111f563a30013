/**
 * Clauses, expressions and patterns. They contain each other (an expression contains a query, a pattern an expression,
 * a clause a pattern), so this recursive type is one file.
 */
import type {
  BinaryOperator,
  ComparisonOperator,
  CountStar,
  Hint,
  LabelExpression,
  Literal,
  MapProjectionAll,
  Parameter,
  PathLength,
  RemoveLabels,
  SetLabels,
  Variable,
  YieldItem,
} from './leaves.js';
import type { Node } from './ast-node.js';

export interface Query extends Node<'query'> {
  /** The text that the spans refer to. */
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
  /** In source order; at least one. */
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

export interface Unwind extends Node<'unwind'> {
  readonly list: Expression;
  readonly variable: Variable;
}

/** Common fields of WITH and RETURN. */
export interface Projection {
  readonly distinct: boolean;
  /** `*` is always first; `items` are those written after it. */
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
  /** The name after AS. */
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

/** `subject.key = value`; the subject is any expression that returns a node or relationship. */
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

export interface Remove extends Node<'remove'> {
  readonly items: readonly RemoveItem[];
}

export type RemoveItem = RemoveProperty | RemoveLabels;

export interface RemoveProperty extends Node<'remove-property'> {
  readonly subject: Expression;
  readonly key: string;
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
  /** As written, parts joined by dots. Looked up case-insensitively. */
  readonly procedure: string;
  /** `undefined` without parentheses: arguments are the parameters of the same names. */
  readonly arguments: readonly Expression[] | undefined;
  /** `undefined`: no YIELD; `*`: YIELD *; empty: YIELD - (nothing). */
  readonly yields: readonly YieldItem[] | '*' | undefined;
  readonly where: Expression | undefined;
  /** Written as a command that begins with SHOW, whose columns a later clause may use without naming them in YIELD. */
  readonly isCommand?: true;
}

/** `CALL { ... }`. Outer variables are imported by a leading WITH in each part, or by `CALL (a, b) { ... }`. */
export interface CallSubquery extends Node<'call-subquery'> {
  /** The variables in `CALL (a, b) { ... }`; `*` for `CALL (*) { ... }`; `undefined` without parentheses. */
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
  /** `undefined` means a comma. */
  readonly fieldTerminator: string | undefined;
}

export type Expression =
  | Literal
  | ListLiteral
  | MapLiteral
  | Variable
  | Parameter
  | PropertyAccess
  | IndexAccess
  | SliceAccess
  | Unary
  | Binary
  | Comparison
  | IsNull
  | HasLabels
  | Case
  | FunctionCall
  | CountStar
  | MapProjection
  | ListComprehension
  | PatternComprehension
  | PatternPredicate
  | ShortestPath
  | Quantifier
  | Reduce
  | Subquery;

export interface ListLiteral extends Node<'list'> {
  readonly elements: readonly Expression[];
}

export interface MapLiteral extends Node<'map'> {
  /** In source order; the last of equal keys wins. */
  readonly entries: readonly MapEntry[];
}

export interface MapEntry extends Node<'map-entry'> {
  readonly key: string;
  readonly value: Expression;
}

/** `subject.key`. */
export interface PropertyAccess extends Node<'property'> {
  readonly subject: Expression;
  readonly key: string;
}

/** `subject[index]`. */
export interface IndexAccess extends Node<'index'> {
  readonly subject: Expression;
  readonly index: Expression;
}

/** `subject[from..to]`. */
export interface SliceAccess extends Node<'slice'> {
  readonly subject: Expression;
  readonly from: Expression | undefined;
  readonly to: Expression | undefined;
}

export interface Unary extends Node<'unary'> {
  readonly operator: 'NOT' | '+' | '-';
  readonly operand: Expression;
}

/** All are left-associative. */
export interface Binary extends Node<'binary'> {
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/**
 * `a < b <= c`: the conjunction of all adjacent comparisons, each operand evaluated once. `operands.length ===
 * operators.length + 1`, usually 2.
 */
export interface Comparison extends Node<'comparison'> {
  readonly operands: readonly Expression[];
  readonly operators: readonly ComparisonOperator[];
}

/** `operand IS NULL` or `operand IS NOT NULL`. */
export interface IsNull extends Node<'is-null'> {
  readonly operand: Expression;
  readonly negated: boolean;
}

/** `subject:A:B` as a predicate; on a relationship the label is its type. */
export interface HasLabels extends Node<'has-labels'> {
  readonly subject: Expression;
  readonly labels: LabelExpression;
}

export interface Case extends Node<'case'> {
  /** The subject of `CASE subject WHEN value ...`; `undefined` if each WHEN is a predicate. */
  readonly subject: Expression | undefined;
  readonly branches: readonly CaseBranch[];
  readonly otherwise: Expression | undefined;
}

export interface CaseBranch extends Node<'case-branch'> {
  readonly when: Expression;
  readonly then: Expression;
}

/** A function or an aggregate; only the registry can distinguish them. */
export interface FunctionCall extends Node<'call'> {
  /** As written, parts joined by dots. Looked up case-insensitively. */
  readonly name: string;
  readonly distinct: boolean;
  readonly arguments: readonly Expression[];
}

/** `subject { .key, .*, key: value, variable }`. */
export interface MapProjection extends Node<'map-projection'> {
  readonly subject: Variable;
  /** Later items override earlier ones with the same key. */
  readonly items: readonly MapProjectionItem[];
}

/** `.key` is an entry with the subject's property as value, `variable` one with the variable as value. */
export type MapProjectionItem = MapEntry | MapProjectionAll;

/** `[variable IN list WHERE where | projection]`. */
export interface ListComprehension extends Node<'list-comprehension'> {
  readonly variable: Variable;
  readonly list: Expression;
  readonly where: Expression | undefined;
  /** `undefined` returns the element itself. */
  readonly projection: Expression | undefined;
}

/** `[p = (a)-->(b) WHERE where | projection]`. Variables that are not bound outside are new. */
export interface PatternComprehension extends Node<'pattern-comprehension'> {
  readonly pattern: PatternPart;
  readonly where: Expression | undefined;
  readonly projection: Expression;
}

/** `(a)-->(b)` as a predicate: has at least one match. It binds nothing. */
export interface PatternPredicate extends Node<'pattern-predicate'> {
  readonly pattern: PatternPart;
}

/** `shortestPath(...)` (a path or null) or `allShortestPaths(...)` (a list of paths) as an expression. */
export interface ShortestPath extends Node<'shortest-path'> {
  /** With `shortest` set. */
  readonly pattern: PatternPart;
}

/** `all(variable IN list WHERE where)` and similar. */
export interface Quantifier extends Node<'quantifier'> {
  readonly quantifier: 'all' | 'any' | 'none' | 'single';
  readonly variable: Variable;
  readonly list: Expression;
  /** `undefined` uses the element itself as the predicate. */
  readonly where: Expression | undefined;
}

/** `reduce(accumulator = initial, variable IN list | step)`. */
export interface Reduce extends Node<'reduce'> {
  readonly accumulator: Variable;
  readonly initial: Expression;
  readonly variable: Variable;
  readonly list: Expression;
  readonly step: Expression;
}

/** `EXISTS { ... }`, `COUNT { ... }`, `COLLECT { ... }`. The body sees all outer variables and binds none outside. */
export interface Subquery extends Node<'subquery'> {
  readonly form: 'exists' | 'count' | 'collect';
  /** A part need not end in RETURN (except for `collect`): then its rows count unchanged. */
  readonly body: QueryBody;
}

/** One chain of a pattern: `p = (a)-[r]->(b)`. `nodes.length === relationships.length + 1`. */
export interface PatternPart extends Node<'pattern-part'> {
  /** The variable of a named path. */
  readonly path: Variable | undefined;
  /** `one`: shortestPath(...), `all`: allShortestPaths(...). */
  readonly shortest: 'one' | 'all' | undefined;
  readonly nodes: readonly NodePattern[];
  readonly relationships: readonly RelationshipPattern[];
}

export interface NodePattern extends Node<'node-pattern'> {
  readonly variable: Variable | undefined;
  readonly labels: LabelExpression | undefined;
  readonly properties: PatternProperties | undefined;
  readonly where: Expression | undefined;
}

export interface RelationshipPattern extends Node<'relationship-pattern'> {
  readonly variable: Variable | undefined;
  readonly types: LabelExpression | undefined;
  /** As written, left to right: `-->` outgoing, `<--` incoming, `--` and `<-->` either. */
  readonly direction: 'outgoing' | 'incoming' | 'either';
  /** `undefined`: exactly one hop, and the variable is a relationship. Otherwise the variable is a list of them. */
  readonly length: PathLength | undefined;
  readonly properties: PatternProperties | undefined;
  readonly where: Expression | undefined;
}

export type PatternProperties = MapLiteral | Parameter;
