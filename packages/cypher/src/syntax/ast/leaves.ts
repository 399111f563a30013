/** Syntax tree nodes without inner expressions: names, labels, lengths, operators. */
import type { Float } from '@weir/model';
import type { Node } from './ast-node.js';

/** A value in its canonical form (see Value). A minus sign directly before a number belongs to the literal. */
export interface Literal extends Node<'literal'> {
  readonly value: null | boolean | number | bigint | Float | string;
}

export interface Variable extends Node<'variable'> {
  readonly name: string;
}

/** `$name`, `$0`, ``$`any name` ``. */
export interface Parameter extends Node<'parameter'> {
  readonly name: string;
}

/** `count(*)`. */
export interface CountStar extends Node<'count-star'> {}

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

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** `.*` */
export interface MapProjectionAll extends Node<'map-projection-all'> {}

/** For nodes and relationships alike. `:A:B` is a conjunction on a node; `:A|:B` is `:A|B`. */
export type LabelExpression = LabelName | LabelAny | LabelNot | LabelAnd | LabelOr;

export interface LabelName extends Node<'label-name'> {
  readonly name: string;
}

/** `%`: has at least one label. */
export interface LabelAny extends Node<'label-any'> {}

export interface LabelNot extends Node<'label-not'> {
  readonly operand: LabelExpression;
}

/** At least two operands. */
export interface LabelAnd extends Node<'label-and'> {
  readonly operands: readonly LabelExpression[];
}

/** At least two operands. */
export interface LabelOr extends Node<'label-or'> {
  readonly operands: readonly LabelExpression[];
}

/** `*`, `*2`, `*1..3`, `*..3`, `*2..`; `*2` has `min` and `max` 2. */
export interface PathLength extends Node<'path-length'> {
  /** `undefined` means 1. */
  readonly min: number | undefined;
  /** `undefined` means unbounded. */
  readonly max: number | undefined;
}

/** `USING INDEX | SCAN | JOIN ...`. Accepted; only standing queries use scan hints. */
export interface Hint extends Node<'hint'> {
  readonly hint: 'index' | 'scan' | 'join';
  readonly variables: readonly string[];
  /** The label of an index or scan hint, otherwise `undefined`. */
  readonly label: string | undefined;
}

export interface YieldItem extends Node<'yield-item'> {
  /** The procedure's name of the output. */
  readonly output: string;
  /** Its name in the query: the alias, or the output's own name. */
  readonly variable: Variable;
}

/** `variable:A:B`. */
export interface SetLabels extends Node<'set-labels'> {
  readonly variable: Variable;
  readonly labels: readonly string[];
}

export interface RemoveLabels extends Node<'remove-labels'> {
  readonly variable: Variable;
  readonly labels: readonly string[];
}
