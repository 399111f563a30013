/**
 * A query as the row planner sees it: elements (nodes, edges, numbers of matches) and scopes. The main scope is
 * required. Each branch is a scope evaluated from it: EXISTS, NOT, COUNT, OPTIONAL MATCH.
 */
import type { Expression, Extensions } from '@weir/cypher';
import type { NodeId, Value } from '@weir/model';
import type { StepAggregate, StepMode } from '../../plan/row-plan.js';
import type { PropertyTest } from '../../plan/property-test.js';

/** An expression that failed for a row, such as `1 / 0`: the row is dropped, or the value is omitted from its list. */
export interface ExpressionFailure {
  readonly expression: string;
  readonly reason: string;
}

/** Called for every failed evaluation, including repeated evaluations of a row. */
export type FailureListener = (failure: ExpressionFailure) => void;

/** Index into the shape's elements. */
export type ElementNumber = number;

export interface NodeElement {
  readonly kind: 'node';
  readonly variable: string | undefined;
  /** The only node it can match. */
  id: NodeId | undefined;
  /**
   * Ids that the WHERE of its MATCH names, if any: those nodes match even if they were never written. The WHERE may
   * restrict them further.
   */
  named: readonly NodeId[];
  readonly labels: string[];
  readonly tests: PropertyTest[];
  /** The MATCH that first mentions it. */
  readonly match: number;
}

export function requireLabels(node: NodeElement, labels: readonly string[]): void {
  for (const label of labels) if (!node.labels.includes(label)) node.labels.push(label);
}

export interface EdgeElement {
  readonly kind: 'edge';
  readonly variable: string | undefined;
  readonly source: ElementNumber;
  readonly target: ElementNumber;
  readonly directed: boolean;
  /** Written from its target to its source; a path of several edges is listed in that order. */
  readonly backwards: boolean;
  /** `undefined` accepts any. */
  readonly labels: readonly string[] | undefined;
  readonly acceptsLabel: ((label: string) => boolean) | undefined;
  readonly tests: readonly PropertyTest[];
  /** For a path of several edges. */
  readonly hops: { readonly min: number; readonly max: number } | undefined;
  /** The MATCH that contains it; edges of one MATCH stand on different graph edges. -1: none. */
  readonly match: number;
}

/** The result of a branch: its number of matches, or an aggregate of a value of each. */
export interface MatchesElement {
  readonly kind: 'matches';
  readonly variable: undefined;
  /** Source text. */
  readonly text: string;
}

/** `p = (a)-[e]->(b)`: not in a row itself, but assembled from its elements. */
export interface PathElement {
  readonly kind: 'path';
  readonly variable: string;
  readonly start: ElementNumber;
  readonly hops: readonly PathHop[];
}

/** An element of an unwound list: in no pattern, but added to the root's rows. */
export interface UnwoundElement {
  readonly kind: 'unwound';
  readonly variable: string;
}

export interface PathHop {
  readonly edge: ElementNumber;
  readonly to: ElementNumber;
}

export type Element = NodeElement | EdgeElement | MatchesElement | PathElement | UnwoundElement;

export interface ElementExpression {
  readonly expression: Expression;
  readonly text: string;
  /** Variables it uses. */
  readonly names: ReadonlyMap<string, ElementNumber>;
  /** Queries inside it. */
  readonly counted: readonly CountedQuery[];
}

export type BranchMode = Exclude<StepMode, 'inner'>;

export interface Branch {
  readonly mode: BranchMode;
  /** Source text. */
  readonly text: string;
  readonly scope: Scope;
  /** For `count` and `aggregate`. */
  readonly result: ElementNumber | undefined;
  readonly aggregate: BranchAggregate | undefined;
}

export interface BranchAggregate extends Omit<StepAggregate, 'value'> {
  readonly value: ElementExpression;
}

export interface Scope {
  /** Nodes that the patterns mention, also from outer scopes. */
  readonly nodes: Set<ElementNumber>;
  /** Nodes introduced here. */
  readonly own: Set<ElementNumber>;
  readonly edges: ElementNumber[];
  readonly conditions: ElementExpression[];
  readonly branches: Branch[];
}

export function emptyScope(): Scope {
  return { nodes: new Set(), own: new Set(), edges: [], conditions: [], branches: [] };
}

/** A WITH or RETURN at the end. */
export interface Stage {
  readonly columns: readonly { readonly name: string; readonly expression: Expression }[];
  readonly distinct: boolean;
  readonly where: Expression | undefined;
}

export interface Shape {
  readonly text: string;
  /** Functions in addition to the built-in ones. */
  readonly extensions: Extensions | undefined;
  readonly onFailure: FailureListener;
  readonly elements: readonly Element[];
  readonly main: Scope;
  /** In source order; they follow all matching. */
  readonly unwinds: readonly Unwinding[];
  /** Names visible to the first stage. */
  readonly names: ReadonlyMap<string, ElementNumber>;
  readonly counted: readonly CountedQuery[];
  /** Node named by a scan hint. */
  readonly hinted: ElementNumber | undefined;
  /** The last one is RETURN. */
  readonly stages: readonly Stage[];
}

/** UNWIND, with the conditions on its variable and earlier ones. */
export interface Unwinding {
  readonly element: ElementNumber;
  readonly list: ElementExpression;
  readonly conditions: ElementExpression[];
}

export interface CountedQuery {
  readonly expression: Expression;
  readonly element: ElementNumber;
  /** Whether the expression asks only if there are matches. */
  readonly isBoolean: boolean;
  /** Value without matches. */
  readonly ofNone: Value;
}
