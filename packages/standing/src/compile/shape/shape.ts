/**
 * A query as the row planner sees it: elements (nodes, edges, numbers of matches) and scopes. The main scope is what
 * has to be there; each branch is a scope that is looked at from there: EXISTS, NOT, COUNT, OPTIONAL MATCH.
 */
import type { Expression, Extensions } from '@weir/cypher';
import type { NodeId, Value } from '@weir/model';
import type { StepAggregate, StepMode } from '../../plan/row-plan.js';
import type { PropertyTest } from '../../plan/property-test.js';

/** An expression that failed for a row, as `1 / 0` does: the row is not there, or the value not in its list. */
export interface ExpressionFailure {
  readonly expression: string;
  readonly reason: string;
}

/** Told of every evaluation that fails, also when the same row is evaluated again. */
export type FailureListener = (failure: ExpressionFailure) => void;

/** Index into the shape's elements. */
export type ElementNumber = number;

export interface NodeElement {
  readonly kind: 'node';
  readonly variable: string | undefined;
  /** The only node that it can be. */
  id: NodeId | undefined;
  /**
   * Ids that the WHERE of its own MATCH names, if it does: those nodes are there even when nothing was written to them.
   * It may say more about which of them it is.
   */
  named: readonly NodeId[];
  readonly labels: string[];
  readonly tests: PropertyTest[];
  /** The MATCH that it is first mentioned in. */
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
  /** Written from its target to its source: so a path of several edges is listed. */
  readonly backwards: boolean;
  /** `undefined` is any. */
  readonly labels: readonly string[] | undefined;
  readonly acceptsLabel: ((label: string) => boolean) | undefined;
  readonly tests: readonly PropertyTest[];
  /** Of a path of several edges. */
  readonly hops: { readonly min: number; readonly max: number } | undefined;
  /** The MATCH that it is written in: edges of one stand on different graph edges. -1: of none. */
  readonly match: number;
}

/** What a branch amounts to: how many matches it has, or what is made of a value of each. */
export interface MatchesElement {
  readonly kind: 'matches';
  readonly variable: undefined;
  /** As it is written. */
  readonly text: string;
}

/** `p = (a)-[e]->(b)`: never in a row itself, but put together from what is. */
export interface PathElement {
  readonly kind: 'path';
  readonly variable: string;
  readonly start: ElementNumber;
  readonly hops: readonly PathHop[];
}

/** An element of a list that is unwound: of no pattern, but added to the root's rows. */
export interface UnwoundElement {
  readonly kind: 'unwound';
  readonly variable: string;
}

export interface PathHop {
  readonly edge: ElementNumber;
  readonly to: ElementNumber;
}

export type Element = NodeElement | EdgeElement | MatchesElement | PathElement | UnwoundElement;

/** An expression over elements. */
export interface ElementExpression {
  readonly expression: Expression;
  readonly text: string;
  /** Variables that it uses. */
  readonly names: ReadonlyMap<string, ElementNumber>;
  /** Queries inside of it. */
  readonly counted: readonly CountedQuery[];
}

export type BranchMode = Exclude<StepMode, 'inner'>;

export interface Branch {
  readonly mode: BranchMode;
  /** As it is written. */
  readonly text: string;
  readonly scope: Scope;
  /** Of `count` and `aggregate`. */
  readonly result: ElementNumber | undefined;
  readonly aggregate: BranchAggregate | undefined;
}

export interface BranchAggregate extends Omit<StepAggregate, 'value'> {
  readonly value: ElementExpression;
}

export interface Scope {
  /** Nodes that the patterns mention, also those of outer scopes. */
  readonly nodes: Set<ElementNumber>;
  /** What is new here. */
  readonly own: Set<ElementNumber>;
  readonly edges: ElementNumber[];
  readonly conditions: ElementExpression[];
  readonly branches: Branch[];
}

export function emptyScope(): Scope {
  return { nodes: new Set(), own: new Set(), edges: [], conditions: [], branches: [] };
}

/** WITH or RETURN at the end. */
export interface Stage {
  readonly columns: readonly { readonly name: string; readonly expression: Expression }[];
  readonly distinct: boolean;
  readonly where: Expression | undefined;
}

export interface Shape {
  readonly text: string;
  /** Functions beside the built-in ones. */
  readonly extensions: Extensions | undefined;
  readonly onFailure: FailureListener;
  readonly elements: readonly Element[];
  readonly main: Scope;
  /** In the order written; they come after all that is matched. */
  readonly unwinds: readonly Unwinding[];
  /** What the first stage sees. */
  readonly names: ReadonlyMap<string, ElementNumber>;
  readonly counted: readonly CountedQuery[];
  /** Node that a scan hint names. */
  readonly hinted: ElementNumber | undefined;
  /** The last one is RETURN. */
  readonly stages: readonly Stage[];
}

/** UNWIND, with the conditions on what it and those before it give. */
export interface Unwinding {
  readonly element: ElementNumber;
  readonly list: ElementExpression;
  readonly conditions: ElementExpression[];
}

export interface CountedQuery {
  readonly expression: Expression;
  readonly element: ElementNumber;
  /** The number of matches says whether there are any. */
  readonly isBoolean: boolean;
  /** What it is without matches. */
  readonly ofNone: Value;
}
