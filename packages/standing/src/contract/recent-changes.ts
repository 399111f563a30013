import type { HalfEdge, StandingEvent } from '@weir/model';

/** Changes that a node's journal records since the last checkpoint. Each list may also name what did not change. */
export interface RecentChanges {
  /** Whether the lists name every change. */
  readonly isWhole: boolean;
  /** Keys set or removed. */
  readonly properties: readonly string[];
  /** Labels added or removed. */
  readonly labels: readonly string[];
  /** Edges that were added or removed, or that have other properties; each once. */
  readonly edges: readonly HalfEdge[];
  /** As returned by `recentEvent`. */
  readonly events: readonly StandingEvent[];
}
