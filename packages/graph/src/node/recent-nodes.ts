import type { NodeId } from '@weir/model';

const KEPT = 1024;

/** Ids touched most recently. Recording one costs almost nothing. */
export class RecentNodes {
  private readonly ids: NodeId[] = [];
  private next = 0;

  note(id: NodeId): void {
    this.ids[this.next] = id;
    this.next = (this.next + 1) % KEPT;
  }

  /** Returns up to `count` distinct ids that `counts` accepts, newest first. */
  newest(count: number, counts: (id: NodeId) => boolean): NodeId[] {
    const found = new Set<NodeId>();
    for (let back = 1; back <= this.ids.length && found.size < count; back++) {
      const id = this.ids[(this.next - back + KEPT) % KEPT];
      if (id !== undefined && counts(id)) found.add(id);
    }
    return [...found];
  }
}
