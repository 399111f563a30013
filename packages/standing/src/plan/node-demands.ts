/** Demands on a graph node itself, and the types of conditions and expressions. */
import type { Direction, NodeId, Value } from '@weir/model';
import type { PropertyTest } from './property-test.js';
import type { StandingRow } from '../contract/delta.js';

export interface ParentLink {
  readonly nodeIndex: number;
  readonly edgeIndex: number;
}

/** A condition on a row of some layout. */
export type RowCondition = (row: StandingRow) => boolean;
/** A value computed from a row; `undefined` if the expression fails for it, which drops the row. */
export type RowExpression = (row: StandingRow) => Value | undefined;

/** Reads of a node or an edge. */
export interface ElementReads {
  /** Sorted. */
  readonly keys: readonly string[];
  /** All properties. */
  readonly all: boolean;
  readonly labels: boolean;
}

export interface NodeDemands {
  readonly id: NodeId | undefined;
  /** All are required. */
  readonly labels: readonly string[];
  readonly tests: readonly PropertyTest[];
  /** Conditions on the node as a row of one column. */
  readonly conditions: readonly DescribedCondition[];
  /** Half-edges it requires. */
  readonly edges: readonly NeededEdge[];
  /** Whether nothing else proves that the node exists. */
  readonly needsExistence: boolean;
  /** Alternatives: if not empty, the node must meet one of them. */
  readonly anyOf: readonly NodeDemands[];
  /**
   * Ids that the query names, so this pattern node may match them although they do not exist. Empty if nothing depends
   * on it.
   */
  readonly named: readonly NodeId[];
  /** Reads of the node by conditions and rows. */
  readonly reads: ElementReads;
  /** Labels of the edges from the node to itself that it requires. */
  readonly loops: readonly string[];
  /** Whether no graph can have a match. */
  readonly impossible: boolean;
}

/** Requires this number of half-edges with one of the labels, seen from the node; `undefined` accepts any label. */
export interface NeededEdge {
  readonly labels: readonly string[] | undefined;
  readonly direction: Direction | undefined;
  readonly count: number;
}

export interface DescribedCondition extends ConditionText {
  readonly holds: RowCondition;
}

/** A condition in readable form. */
export interface ConditionText {
  readonly text: string;
  readonly propertyReads: readonly PropertyRead[];
}

/** A value that a condition reads from a row. */
export interface PropertyRead {
  /** As in the query: `o.total`. */
  readonly name: string;
  readonly position: number;
  /** A property; `undefined`: the column itself. */
  readonly key: string | undefined;
}
