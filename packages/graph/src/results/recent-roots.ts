/**
 * For each standing query, the nodes on which results were reported or canceled most recently, as a starting point for
 * finding some of its results.
 */
import type { NodeId } from '@weir/model';
import type { StandingResult } from '@weir/standing';
import { RecentNodes } from '../node/recent-nodes.js';

export class RecentRoots {
  private readonly byQuery = new Map<number, RecentNodes>();

  note({ query, root }: StandingResult): void {
    let recent = this.byQuery.get(query);
    if (recent === undefined) {
      recent = new RecentNodes();
      this.byQuery.set(query, recent);
    }
    recent.note(root);
  }

  /** Returns each node once, newest first. */
  newest(query: number, count: number): NodeId[] {
    return this.byQuery.get(query)?.newest(count, () => true) ?? [];
  }

  forget(query: number): void {
    this.byQuery.delete(query);
  }
}
