/** A node as people who look into it see it: what queries never show. */
import type { EventTime, NodeEvent, NodeId } from '@weir/model';
import type { ExpandedEdge, NodeView } from './node-view.js';

export interface NodeInspection {
  /** With all its parts. */
  readonly view: NodeView;
  /** Newest first. */
  readonly edges: readonly ExpandedEdge[];
  /** Of the newest snapshot; `null` when there is none. */
  readonly snapshotTime: EventTime | null;
  /** What is stored after that snapshot, oldest first. Events of one entry happened together. */
  readonly journal: readonly { readonly time: EventTime; readonly events: readonly NodeEvent[] }[];
  /** Empty for the past, of which no state of standing queries is kept. */
  readonly standing: readonly StandingStateInspection[];
}

/** What a node knows as one pattern node of a standing query. */
export interface StandingStateInspection {
  /** Number of the standing query. */
  readonly query: number;
  /** Number of the pattern node; the returned node is 0. */
  readonly part: number;
  /** What is asked of the node itself holds. */
  readonly active: boolean;
  /** Of a returned node that matches now. */
  readonly resultId: string | null;
  /** Neighbours that want to know whether this node matches; none of a returned node. */
  readonly subscribers: readonly NodeId[];
  /** Neighbours that said something about their part of the pattern, and whether it was a match. */
  readonly reports: readonly { readonly neighbour: NodeId; readonly matches: boolean }[];
}
