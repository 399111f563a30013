/** Readable form of a node's standing-query state. */
import type { NodeId } from '@weir/model';
import type { ReportedRow } from './held-results.js';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';
import type { Witness } from '../../plan/edge-columns.js';

export interface StateInspection {
  readonly query: number;
  readonly nodeIndex: number;
  readonly active: boolean;
  /** For a root that matches. */
  readonly resultId: string | undefined;
  /** For a root of a row plan, or a group node: rows with the ids of their results. */
  readonly results: readonly ReportedRow[];
  /** Sorted. */
  readonly subscribers: readonly NodeId[];
  /**
   * A pattern node of a row plan reports nothing before these have answered: `edgeIndex node`. For a root or group
   * node, also group nodes that it left and that have not confirmed it. Sorted.
   */
  readonly waitingFor: readonly string[];
  readonly patternEdges: readonly EdgeInspection[];
  /** For queries that track origins: which records wrote which piece of the node, sorted by piece. */
  readonly writers?: readonly (readonly [piece: string, origins: OriginSet])[];
}

export interface EdgeInspection {
  /** Reports of neighbors, sorted by neighbor. */
  readonly reported: readonly {
    readonly neighbor: NodeId;
    readonly rows: readonly (Witness | StandingRow)[];
  }[];
  readonly free: number;
  readonly witnesses: readonly Witness[];
}
