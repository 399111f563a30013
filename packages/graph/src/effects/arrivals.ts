/** Waiting until what hosts have sent has arrived, and until what follows from it is durable. */
import type { Shard } from '../shard/shard.js';

export interface ArrivalPorts {
  readonly index: number;
  readonly hosts: readonly number[];
  readonly shards: readonly Shard[];
  request(host: number, name: string, payload: unknown): Promise<unknown>;
  /** What nodes of this host have sent each other until now has been worked off. */
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

  /** What any host has sent to any other until now has arrived. */
  async everywhere(): Promise<void> {
    const { hosts, index, request } = this.ports;
    await Promise.all(hosts.map(host => (host === index ? this.fromHere() : request(host, 'deliver', null))));
  }

  /** What this host has sent until now has arrived. */
  async fromHere(): Promise<void> {
    const { hosts, index, request } = this.ports;
    await Promise.all(hosts.filter(host => host !== index).map(host => request(host, 'ping', null)));
  }

  /** What this host has sent until now, to itself too, is durable there. */
  async durable(): Promise<void> {
    const { hosts, index, request } = this.ports;
    await Promise.all(hosts.map(host => (host === index ? this.settled() : request(host, 'settled', null))));
  }

  /** What this host was sent until now is durable, and what follows from it for other nodes. */
  async settled(): Promise<void> {
    await this.ports.delivered();
    for (const shard of this.ports.shards) await shard.settled();
    await Promise.allSettled(this.chains);
    await this.ports.commit();
  }
}
