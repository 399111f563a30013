/** The graph's part in a member: one host for each shard that it owns, for as long as it owns it. */
export interface ShardHost {
  /**
   * Receives a frame of another shard, in the order sent, and never before `peerReplaced` for epochs that its sender
   * knew of.
   */
  receive(from: number, frame: Uint8Array): void;

  /**
   * Another shard starts a new epoch. Its previous owner may not have written everything it received, and may have sent
   * messages whose cause it did not write. Its messages stop arriving; messages sent from now on go to the new owner.
   */
  peerReplaced(shard: number): void;

  /** Orderly end: resolves when everything is durable. Nothing may be sent, written or answered afterwards. */
  leave(): Promise<void>;

  /** Immediate end: nothing may be sent, written or answered any more. */
  stop(): void;
}

export interface ShardOutlet {
  /** Sends to another shard: complete, exactly once and in order, or not at all if either shard starts a new epoch. */
  send(to: number, frame: Uint8Array): void;
}

export interface ShardHosting {
  /** Called when this member has become a shard's owner. Frames may arrive immediately. */
  open(shard: number, epoch: number, outlet: ShardOutlet): ShardHost;
}
