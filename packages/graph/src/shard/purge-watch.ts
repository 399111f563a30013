/** Which nodes are being purged: whoever rewrites stored history must not bring them back. */
import type { NodeId } from '@weir/model';

export class PurgeWatch {
  private readonly underWay = new Set<NodeId>();
  /** Begun since `watch`. */
  private begun: Set<NodeId> | undefined = undefined;

  /** To be called before the store forgets the node. @returns to be called after it. */
  begin(id: NodeId): () => void {
    this.underWay.add(id);
    this.begun?.add(id);
    return () => void this.underWay.delete(id);
  }

  /** What is read from now on may be written back if `isPurged` says no, right before the writing. */
  watch(): void {
    this.begun = new Set(this.underWay);
  }

  isPurged(id: NodeId): boolean {
    return this.begun?.has(id) ?? false;
  }

  /** Until the next `watch`. */
  unwatch(): void {
    this.begun = undefined;
  }
}
