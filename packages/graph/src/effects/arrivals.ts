/** Waiting until what workers have sent has arrived, and until what follows from it is durable. */
import type { WorkerMail } from '../mail/worker-mail.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';

export class Arrivals {
  /** Effects of effects that are under way. */
  private readonly chains = new Set<Promise<void>>();

  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly commits: GroupCommit,
    private readonly dispatch: StandingDispatch,
  ) {}

  /** Effects that follow from others; they count as arrived when they are through. */
  note(chain: Promise<void>): void {
    const ended = (): void => void this.chains.delete(chain);
    this.chains.add(chain);
    chain.then(ended, ended);
  }

  /** What any worker has sent to any other until now has arrived. */
  async everywhere(): Promise<void> {
    const { workers, index } = this.shards;
    await Promise.all(
      workers.map(worker =>
        worker === index ? this.fromHere() : this.mail.request(worker, 'deliver', null),
      ),
    );
  }

  /** What this worker has sent until now has arrived. */
  async fromHere(): Promise<void> {
    const { workers, index } = this.shards;
    await Promise.all(
      workers.filter(worker => worker !== index).map(worker => this.mail.request(worker, 'ping', null)),
    );
  }

  /** What this worker has sent until now, to itself too, is durable there. */
  async durable(): Promise<void> {
    const { workers, index } = this.shards;
    await Promise.all(
      workers.map(worker => (worker === index ? this.settled() : this.mail.request(worker, 'settled', null))),
    );
  }

  /** What this worker was sent until now is durable, and what follows from it for other nodes. */
  async settled(): Promise<void> {
    await this.dispatch.delivered();
    for (const shard of this.shards.local) await shard.settled();
    await Promise.allSettled(this.chains);
    await this.commits.commit();
  }

  /** This worker's nodes have done what they were sent until now, and what follows from it for others is on its way. */
  async workedOff(): Promise<void> {
    do {
      await this.dispatch.delivered();
      if (this.shards.areWaking) for (const shard of this.shards.local) await shard.settled();
      if (this.chains.size > 0) await Promise.allSettled(this.chains);
    } while (this.dispatch.backlog > 0);
  }
}
