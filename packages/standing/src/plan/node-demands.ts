/** What must hold on a graph node itself, and what conditions and expressions are. */
import type { Direction, NodeId, Value } from '@weir/model';
import type { PropertyTest } from './property-test.js';
import type { StandingRow } from '../contract/delta.js';

export interface ParentLink {
  readonly nodeIndex: number;
  readonly edgeIndex: number;
}

/** A condition on a row of some layout. */
export type RowCondition = (row: StandingRow) => boolean;
/** A value made from a row; `undefined` when the expression fails for it, which drops the row. */
export type RowExpression = (row: StandingRow) => Value | undefined;

/** What is read of a node or of an edge. */
export interface ElementReads {
  /** Sorted. */
  readonly keys: readonly string[];
  /** All properties. */
  readonly all: boolean;
  readonly labels: boolean;
}

export interface NodeDemands {
  readonly id: NodeId | undefined;
  /** All of them are needed. */
  readonly labels: readonly string[];
  readonly tests: readonly PropertyTest[];
  /** Conditions on the node as a row of one column. */
  readonly conditions: readonly DescribedCondition[];
  /** Half edges that it can't do without. */
  readonly edges: readonly NeededEdge[];
  /** Nothing else shows that the node exists. */
  readonly needsExistence: boolean;
  /** Where there are some, the node meets what one of them demands. */
  readonly anyOf: readonly NodeDemands[];
  /**
   * Nodes that the query names by their ids, so they may be this pattern node's without existing. Empty where nobody
   * asks.
   */
  readonly named: readonly NodeId[];
  /** What conditions and rows read of the node. */
  readonly reads: ElementReads;
  /** Labels of edges from the node to itself that it can't do without. */
  readonly loops: readonly string[];
  /** No graph has a match. */
  readonly impossible: boolean;
}

/** So many half edges with one of the labels, seen from the node; `undefined` is any. */
export interface NeededEdge {
  readonly labels: readonly string[] | undefined;
  readonly direction: Direction | undefined;
  readonly count: number;
}

export interface DescribedCondition extends ConditionText {
  readonly holds: RowCondition;
}

/** A condition for people. */
export interface ConditionText {
  readonly text: string;
  readonly looks: readonly Look[];
}

/** What a condition looks at in a row. */
export interface Look {
  /** As in the query: `o.total`. */
  readonly name: string;
  readonly position: number;
  /** A property; `undefined`: the column itself. */
  readonly key: string | undefined;
}
