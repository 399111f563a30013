/** Waiting until what workers have sent has arrived, and until what follows from it is durable. */
import type { Shard } from '../shard/shard.js';

export interface ArrivalPorts {
  readonly index: number;
  readonly workers: readonly number[];
  readonly shards: readonly Shard[];
  request(worker: number, name: string, payload: unknown): Promise<unknown>;
  /** What nodes of this worker have sent each other until now has been worked off. */
  delivered(): Promise<void>;
  commit(): Promise<void>;
}

export class Arrivals {
  /** Effects of effects that are under way. */
  private readonly chains = new Set<Promise<void>>();

  constructor(private readonly ports: ArrivalPorts) {}

  /** Effects that follow from others; they count as arrived when they are through. */
  note(chain: Promise<void>): void {
    const ended = (): void => void this.chains.delete(chain);
    this.chains.add(chain);
    chain.then(ended, ended);
  }

  /** What any worker has sent to any other until now has arrived. */
  async everywhere(): Promise<void> {
    const { workers, index, request } = this.ports;
    await Promise.all(
      workers.map(worker => (worker === index ? this.fromHere() : request(worker, 'deliver', null))),
    );
  }

  /** What this worker has sent until now has arrived. */
  async fromHere(): Promise<void> {
    const { workers, index, request } = this.ports;
    await Promise.all(
      workers.filter(worker => worker !== index).map(worker => request(worker, 'ping', null)),
    );
  }

  /** What this worker has sent until now, to itself too, is durable there. */
  async durable(): Promise<void> {
    const { workers, index, request } = this.ports;
    await Promise.all(
      workers.map(worker => (worker === index ? this.settled() : request(worker, 'settled', null))),
    );
  }

  /** What this worker was sent until now is durable, and what follows from it for other nodes. */
  async settled(): Promise<void> {
    await this.ports.delivered();
    for (const shard of this.ports.shards) await shard.settled();
    await Promise.allSettled(this.chains);
    await this.ports.commit();
  }
}
