/** Destination of a node's events. */
import type { NodeEvent, NodeId } from '@weir/model';
import type { StandingState } from '@weir/standing';
import type { ContentCounts } from './content-counts.js';
import type { NodeContent } from './node-snapshot.js';
import type { NodeUpkeep } from './node-upkeep.js';

/** A node as a journal sees it. */
export interface JournalledNode extends NodeUpkeep, Omit<NodeContent, 'exists'> {
  readonly id: NodeId;
  readonly standing: StandingState | undefined;
}

export interface NodeJournal {
  /** Counts of the contents of the shard's nodes. */
  readonly counts: ContentCounts;
  /** Appends the node's next event. The journal keeps the event, so the caller must not change it. */
  append(node: JournalledNode, event: NodeEvent): void;
}
