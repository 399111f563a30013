/** What a member runs of the graph: one host for each shard that it owns, for as long as it owns it. */
export interface ShardHost {
  /** A frame of another shard. In the order sent, and not earlier than `peerReplaced` for what its sender knew of. */
  receive(from: number, frame: Uint8Array): void;

  /**
   * Another shard begins a new epoch. Whoever had it before may not have written what it was sent, and may have sent
   * what it did not write. Nothing of it arrives any more; what is sent from now on goes to the new owner.
   */
  peerReplaced(shard: number): void;

  /** In order: resolves when everything is durable. Then nothing is to be sent, written or answered any more. */
  leave(): Promise<void>;

  /** At once: nothing is to be sent, written or answered any more. */
  stop(): void;
}

export interface ShardOutlet {
  /** To another shard: whole, once and in order, or not at all if one of both begins a new epoch. */
  send(to: number, frame: Uint8Array): void;
}

export interface ShardHosting {
  /** Called when this member has become a shard's owner. Frames may come at once. */
  open(shard: number, epoch: number, outlet: ShardOutlet): ShardHost;
}
