/** Waits until messages of workers have arrived, and until their consequences are durable. */
import type { WorkerMail } from '../mail/worker-mail.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';

export class Arrivals {
  /** Effects caused by other effects, in flight. */
  private readonly chains = new Set<Promise<void>>();

  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly commits: GroupCommit,
    private readonly dispatch: StandingDispatch,
  ) {}

  /** Registers effects caused by others. They count as arrived when they complete. */
  note(chain: Promise<void>): void {
    const ended = (): void => void this.chains.delete(chain);
    this.chains.add(chain);
    chain.then(ended, ended);
  }

  /** Waits until everything that any worker has sent to any other so far has arrived. */
  async everywhere(): Promise<void> {
    const { workers, index } = this.shards;
    await Promise.all(
      workers.map(worker =>
        worker === index ? this.fromHere() : this.mail.request(worker, 'deliver', null),
      ),
    );
  }

  /** Waits until everything that this worker has sent so far has arrived. */
  async fromHere(): Promise<void> {
    const { workers, index } = this.shards;
    await Promise.all(
      workers.filter(worker => worker !== index).map(worker => this.mail.request(worker, 'ping', null)),
    );
  }

  /** Waits until everything that this worker has sent so far, to itself too, is durable at its destination. */
  async durable(): Promise<void> {
    const { workers, index } = this.shards;
    await Promise.all(
      workers.map(worker => (worker === index ? this.settled() : this.mail.request(worker, 'settled', null))),
    );
  }

  /** Waits until everything sent to this worker so far is durable, together with its effects on other nodes. */
  async settled(): Promise<void> {
    await this.dispatch.delivered();
    for (const shard of this.shards.local) await shard.settled();
    await Promise.allSettled(this.chains);
    await this.commits.commit();
  }

  /**
   * Waits until this worker's nodes have processed everything sent to them so far and have sent the resulting messages.
   */
  async workedOff(): Promise<void> {
    do {
      await this.dispatch.delivered();
      if (this.shards.areWaking) for (const shard of this.shards.local) await shard.settled();
      if (this.chains.size > 0) await Promise.allSettled(this.chains);
    } while (this.dispatch.backlog > 0);
  }
}
