/** A standing query's pattern as a graph: what was written, checked and stripped of its syntax. */
import type { NodeId } from '@weir/model';
import type { DescribedCondition, ElementReads } from '../../plan/node-demands.js';
import type { PropertyTest } from '../../plan/property-test.js';

export interface PatternNode {
  readonly variable: string | undefined;
  /** The only node it can be. */
  readonly id: NodeId | undefined;
  /** Nodes that it can be without existing, because the query names them by their ids. */
  readonly named: readonly NodeId[];
  /** All of them are needed. */
  readonly labels: readonly string[];
  /** All of them must hold. */
  readonly tests: readonly PropertyTest[];
  /** Further conditions on the node alone, and what they read of it. */
  readonly conditions: readonly DescribedCondition[];
  readonly reads?: ElementReads | undefined;
}

/** Ends are indexes into the pattern's nodes. */
export interface PatternEdge {
  readonly source: number;
  readonly target: number;
  readonly label: string;
}

export interface StandingPattern {
  /** In the order first written. */
  readonly nodes: readonly PatternNode[];
  readonly edges: readonly PatternEdge[];
  /** Index of the returned node. */
  readonly root: number;
  /** Name of the one result column. */
  readonly column: string;
  /** `strId` rather than `id`. */
  readonly idAsText: boolean;
}
