/** A standing query's pattern as a graph: checked, and without its syntax. */
import type { NodeId } from '@weir/model';
import type { DescribedCondition, ElementReads } from '../../plan/node-demands.js';
import type { PropertyTest } from '../../plan/property-test.js';

export interface PatternNode {
  readonly variable: string | undefined;
  /** The only node it can match. */
  readonly id: NodeId | undefined;
  /** Nodes that it can match although they do not exist, because the query names them by id. */
  readonly named: readonly NodeId[];
  /** All are required. */
  readonly labels: readonly string[];
  /** All must hold. */
  readonly tests: readonly PropertyTest[];
  /** Further conditions on the node alone, and their reads. */
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
  /** In source order. */
  readonly nodes: readonly PatternNode[];
  readonly edges: readonly PatternEdge[];
  /** Index of the returned node. */
  readonly root: number;
  /** Name of the only result column. */
  readonly column: string;
  /** `strId` rather than `id`. */
  readonly idAsText: boolean;
}
