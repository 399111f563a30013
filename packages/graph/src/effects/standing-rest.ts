/**
 * Waiting until what was written has led to all that it leads to: messages between nodes, of any worker, and results.
 *
 * Round by round, every worker works off what has come and lets what it sent arrive. After as many rounds as a chain of
 * messages is long, all that follows from what was written before the first one is worked off; it is sooner when no worker
 * had anything to say for one round. So other streams may make it longer, but never endless.
 */
import type { StandingEngine } from '@weir/standing';
import type { WorkerMail } from '../mail/worker-mail.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { Arrivals } from './arrivals.js';

export class StandingRest {
  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly arrivals: Arrivals,
    private readonly engine: StandingEngine,
  ) {}

  /** Of what this worker has sent until now. */
  async reached(): Promise<void> {
    const rounds = (this.engine.acrossNodes?.longestChain ?? 0) + 2;
    let last = -1;
    for (let round = 0; round < rounds; round++) {
      const said = await this.round();
      if (said === last) return;
      last = said;
    }
  }

  /** @returns how many messages nodes have sent to nodes of other workers, ever. */
  private async round(): Promise<number> {
    const { workers, index } = this.shards;
    const counts = await Promise.all(
      workers.map(worker =>
        worker === index ? this.workedOff() : (this.mail.request(worker, 'rest', null) as Promise<number>),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** This worker's part of a round. */
  async workedOff(): Promise<number> {
    await this.arrivals.workedOff();
    const said = this.mail.standingSent;
    await this.arrivals.fromHere();
    return said;
  }
}
