/**
 * Frees the state that awake nodes hold for removed standing queries; stored state is dropped with their next snapshot.
 * Runs in the background and lets other work run every few nodes.
 */
import type { Environment } from '@weir/platform';
import type { StateStorage } from '@weir/standing';
import type { Shard } from '../shard/shard.js';

/** Nodes inspected before other work runs. */
const NODES_PER_TURN = 512;

export class RemovedStates {
  private isRunning = false;
  private isWanted = false;

  constructor(
    private readonly shards: readonly Shard[],
    private readonly states: StateStorage,
    private readonly scheduler: Environment['scheduler'],
  ) {}

  /** To be called when the engine has removed a query. */
  free(): void {
    this.isWanted = true;
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.isWanted) {
      this.isWanted = false;
      for (const shard of this.shards) await this.walk(shard);
    }
    this.isRunning = false;
  }

  private async walk(shard: Shard): Promise<void> {
    await this.turn();
    let checked = 0;
    // Nodes that wake from now on hold no state for the query.
    for (const actor of shard.present()) {
      if (actor.standing !== undefined) actor.standing = this.states.withoutRemoved(actor.standing);
      if (++checked % NODES_PER_TURN === 0) await this.turn();
    }
  }

  private turn(): Promise<void> {
    return new Promise(resolve => this.scheduler.soon(resolve));
  }
}
