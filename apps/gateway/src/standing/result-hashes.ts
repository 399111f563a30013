/**
 * Sums of the hashes of all results, for standing queries that request one. Two runs over the same data have the same
 * sum, whatever the order of the results. The choice of queries survives restarts; the sums restart at 0.
 */
import type { MetadataStore, StandingHandle } from '@weir/contract';
import { resultHash } from '@weir/model';

const PREFIX = 'standing-hashes/';

export class ResultHashes {
  private readonly sums = new Map<string, bigint>();

  constructor(private readonly metadata: MetadataStore) {}

  /** Starts the sum of a query; it continues after a restart. */
  async begin(handle: StandingHandle): Promise<void> {
    await this.metadata.put(PREFIX + handle.name, true);
    this.sum(handle);
  }

  async restore(handle: StandingHandle): Promise<void> {
    if ((await this.metadata.get(PREFIX + handle.name)) !== undefined) this.sum(handle);
  }

  /** Call when the query is removed. */
  async end(name: string): Promise<void> {
    if (this.sums.delete(name)) await this.metadata.delete(PREFIX + name);
  }

  /** 64 bits, signed; 0 for a query without a sum. */
  of(name: string): bigint {
    return this.sums.get(name) ?? 0n;
  }

  private sum(handle: StandingHandle): void {
    const { name } = handle;
    this.sums.set(name, 0n);
    handle.subscribe(async results => {
      let sum = this.of(name);
      for (const { data } of results) sum = BigInt.asIntN(64, sum + resultHash(data));
      if (this.sums.has(name)) this.sums.set(name, sum);
    });
  }
}
