/** Tracks nodes that are being purged, so that code that rewrites stored history does not restore them. */
import type { NodeId } from '@weir/model';

export class PurgeWatch {
  private readonly underWay = new Set<NodeId>();
  /** Purges started since `watch`. */
  private begun: Set<NodeId> | undefined = undefined;

  /** To be called before the store forgets the node. @returns a function to call afterwards. */
  begin(id: NodeId): () => void {
    this.underWay.add(id);
    this.begun?.add(id);
    return () => void this.underWay.delete(id);
  }

  /**
   * Starts watching. Anything read from now on may be written back if `isPurged` is false immediately before the write.
   */
  watch(): void {
    this.begun = new Set(this.underWay);
  }

  isPurged(id: NodeId): boolean {
    return this.begun?.has(id) ?? false;
  }

  /** Stops watching until the next `watch`. */
  unwatch(): void {
    this.begun = undefined;
  }
}
