/** By standing query, the nodes on which results were reported or cancelled last: where to look for some of them. */
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

  /** Each once, newest first. */
  newest(query: number, count: number): NodeId[] {
    return this.byQuery.get(query)?.newest(count, () => true) ?? [];
  }

  forget(query: number): void {
    this.byQuery.delete(query);
  }
}
