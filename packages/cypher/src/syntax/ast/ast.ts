/**
 * The syntax tree of a Cypher query: its text without semantics.
 *
 * Every node has a `kind` out of a closed union and a `span`. Alternative notations have one form here: `SHOW
 * PROCEDURES` is a procedure call, the pattern form of `EXISTS { ... }` is a body with a MATCH clause, parentheses and
 * comments are not represented. Absent parts are `undefined` or empty arrays, never missing fields. The tree is
 * immutable.
 */
import type { LabelExpression, PathLength, Hint, YieldItem } from './leaves.js';
import type {
  CaseBranch,
  Clause,
  Expression,
  MapProjectionItem,
  NodePattern,
  PatternPart,
  ProjectionItem,
  Query,
  QueryBody,
  RelationshipPattern,
  RemoveItem,
  SetItem,
  SingleQuery,
  SortItem,
} from './tree.js';

export type { Span } from './ast-node.js';
export type * from './leaves.js';
export type * from './tree.js';

export type AstNode =
  | Query
  | QueryBody
  | SingleQuery
  | Clause
  | Hint
  | ProjectionItem
  | SortItem
  | SetItem
  | RemoveItem
  | YieldItem
  | PatternPart
  | NodePattern
  | RelationshipPattern
  | PathLength
  | LabelExpression
  | Expression
  | MapProjectionItem
  | CaseBranch;
