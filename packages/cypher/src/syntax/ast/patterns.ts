/** Patterns in the syntax tree. */
import type { Expression, MapLiteral, Parameter, Variable } from './expressions.js';
import type { Node } from './ast-node.js';

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
  /** `undefined`: exactly one hop, and the variable is a relationship. Else the variable is a list of them. */
  readonly length: PathLength | undefined;
  readonly properties: PatternProperties | undefined;
  readonly where: Expression | undefined;
}

/** `*`, `*2`, `*1..3`, `*..3`, `*2..`; `*2` has `min` and `max` 2. */
export interface PathLength extends Node<'path-length'> {
  /** `undefined`: 1. */
  readonly min: number | undefined;
  /** `undefined`: no bound. */
  readonly max: number | undefined;
}

export type PatternProperties = MapLiteral | Parameter;

/** Of nodes and relationships alike. `:A:B` is a conjunction on a node; `:A|:B` is `:A|B`. */
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
