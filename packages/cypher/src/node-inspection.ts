/** A node as inspection tools see it, including data that queries never show. */
import type { EventTime, NodeEvent, NodeId } from '@weir/model';
import type { ExpandedEdge, NodeView } from './node-view.js';

export interface NodeInspection {
  /** With all its parts. */
  readonly view: NodeView;
  /** Newest first. */
  readonly edges: readonly ExpandedEdge[];
  /** Time of the newest snapshot; `null` if there is none. */
  readonly snapshotTime: EventTime | null;
  /** Stored entries after that snapshot, oldest first. Events of one entry happened together. */
  readonly journal: readonly { readonly time: EventTime; readonly events: readonly NodeEvent[] }[];
  /** Empty for the past, for which no standing-query state is kept. */
  readonly standing: readonly StandingStateInspection[];
}

/** A node's state for one pattern node of a standing query. */
export interface StandingStateInspection {
  /** Number of the standing query. */
  readonly query: number;
  /** Number of the pattern node; the returned node is 0. */
  readonly part: number;
  /** Whether the demands on the node itself hold. */
  readonly active: boolean;
  /** For a returned node that currently matches. */
  readonly resultId: string | null;
  /** Neighbors that subscribe to this node's matches; empty for a returned node. */
  readonly subscribers: readonly NodeId[];
  /** Neighbors that have reported, and whether they match. */
  readonly reports: readonly { readonly neighbor: NodeId; readonly matches: boolean }[];
}
