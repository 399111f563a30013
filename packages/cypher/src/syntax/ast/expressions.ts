/** Expressions in the syntax tree. */
import type { Float } from '@weir/model';
import type { QueryBody } from './clauses.js';
import type { Node } from './ast-node.js';
import type { LabelExpression, PatternPart } from './patterns.js';

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

/** A value in its canonical form (see Value). A minus sign directly before a number belongs to the literal. */
export interface Literal extends Node<'literal'> {
  readonly value: null | boolean | number | bigint | Float | string;
}

export interface ListLiteral extends Node<'list'> {
  readonly elements: readonly Expression[];
}

export interface MapLiteral extends Node<'map'> {
  /** In the order written; of equal keys the last one counts. */
  readonly entries: readonly MapEntry[];
}

export interface MapEntry extends Node<'map-entry'> {
  readonly key: string;
  readonly value: Expression;
}

export interface Variable extends Node<'variable'> {
  readonly name: string;
}

/** `$name`, `$0`, ``$`any name` ``. */
export interface Parameter extends Node<'parameter'> {
  readonly name: string;
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

export type BinaryOperator =
  | 'OR'
  | 'XOR'
  | 'AND'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | 'IN'
  | 'STARTS WITH'
  | 'ENDS WITH'
  | 'CONTAINS'
  | '=~';

/** All are left-associative. */
export interface Binary extends Node<'binary'> {
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/**
 * `a < b <= c`: the conjunction of all neighbouring comparisons, each operand evaluated once.
 * `operands.length === operators.length + 1`, mostly 2.
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
  /** `CASE subject WHEN value ...`; `undefined`: each WHEN is a predicate. */
  readonly subject: Expression | undefined;
  readonly branches: readonly CaseBranch[];
  readonly otherwise: Expression | undefined;
}

export interface CaseBranch extends Node<'case-branch'> {
  readonly when: Expression;
  readonly then: Expression;
}

/** A function or an aggregate; which, only the registry knows. */
export interface FunctionCall extends Node<'call'> {
  /** As written, parts joined by dots. Looked up without regard to case. */
  readonly name: string;
  readonly distinct: boolean;
  readonly arguments: readonly Expression[];
}

/** `count(*)`. */
export interface CountStar extends Node<'count-star'> {}

/** `subject { .key, .*, key: value, variable }`. */
export interface MapProjection extends Node<'map-projection'> {
  readonly subject: Variable;
  /** Later items win over earlier ones with the same key. */
  readonly items: readonly MapProjectionItem[];
}

/** `.key` is an entry with the subject's property as value, `variable` one with the variable as value. */
export type MapProjectionItem = MapEntry | MapProjectionAll;

/** `.*` */
export interface MapProjectionAll extends Node<'map-projection-all'> {}

/** `[variable IN list WHERE where | projection]`. */
export interface ListComprehension extends Node<'list-comprehension'> {
  readonly variable: Variable;
  readonly list: Expression;
  readonly where: Expression | undefined;
  /** `undefined`: the element itself. */
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

/** `all(variable IN list WHERE where)` and its kin. */
export interface Quantifier extends Node<'quantifier'> {
  readonly quantifier: 'all' | 'any' | 'none' | 'single';
  readonly variable: Variable;
  readonly list: Expression;
  /** `undefined`: the element itself is the predicate. */
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
  /** A part need not end in RETURN (except for `collect`): then its rows count as they are. */
  readonly body: QueryBody;
}
