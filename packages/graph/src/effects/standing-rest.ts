/**
 * Waits until writes have had all their consequences: messages between nodes, of any worker, and results.
 *
 * Works in rounds. In each round, every worker processes its received messages and waits until its own messages have
 * arrived. After as many rounds as a chain of messages is long, all consequences of writes before the first round are
 * processed; sooner if no worker sent anything in a round. Other streams can make the wait longer, but never endless.
 */
import type { RegisteredQueries } from '@weir/standing';
import type { WorkerMail } from '../mail/worker-mail.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { Arrivals } from './arrivals.js';

export class StandingRest {
  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly arrivals: Arrivals,
    private readonly queries: RegisteredQueries,
  ) {}

  /** Waits for the consequences of everything that this worker has sent so far. */
  async reached(): Promise<void> {
    const rounds = (this.queries.acrossNodes?.longestChain ?? 0) + 2;
    let last = -1;
    for (let round = 0; round < rounds; round++) {
      const said = await this.round();
      if (said === last) return;
      last = said;
    }
  }

  /** @returns how many messages nodes have ever sent to nodes of other workers. */
  private async round(): Promise<number> {
    const { workers, index } = this.shards;
    const counts = await Promise.all(
      workers.map(worker =>
        worker === index ? this.workedOff() : (this.mail.request(worker, 'rest', null) as Promise<number>),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** This worker's share of a round. */
  async workedOff(): Promise<number> {
    await this.arrivals.workedOff();
    const said = this.mail.standingSent;
    await this.arrivals.fromHere();
    return said;
  }
}
