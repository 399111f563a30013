/**
 * Sums of the hashes of all results, of the standing queries that are to have one. Two runs over the same data have the
 * same sum, in whatever order results came. Which queries have one survives restarts; the sums begin anew.
 */
import type { MetadataStore, StandingHandle } from '@weir/contract';
import { resultHash } from '@weir/model';

const PREFIX = 'standing-hashes/';

export class ResultHashes {
  private readonly sums = new Map<string, bigint>();

  constructor(private readonly metadata: MetadataStore) {}

  /** From now on, also after a restart. */
  async begin(handle: StandingHandle): Promise<void> {
    await this.metadata.put(PREFIX + handle.name, true);
    this.sum(handle);
  }

  async restore(handle: StandingHandle): Promise<void> {
    if ((await this.metadata.get(PREFIX + handle.name)) !== undefined) this.sum(handle);
  }

  /** The query is gone. */
  async end(name: string): Promise<void> {
    if (this.sums.delete(name)) await this.metadata.delete(PREFIX + name);
  }

  /** 64 bits, signed; 0 of a query that has none. */
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
