/** Which outputs each standing query has, over restarts of the process; secrets in clear. */
import { SerialQueue } from '@weir/model';
import type { MetadataStore } from '@weir/contract';

const PREFIX = 'standing-outputs/';

/** Output name to definition. */
export type StoredOutputs = Readonly<Record<string, unknown>>;

export class OutputCatalogue {
  private readonly writes = new SerialQueue();

  constructor(private readonly store: MetadataStore) {}

  async load(standing: string): Promise<StoredOutputs> {
    return ((await this.store.get(PREFIX + standing)) as StoredOutputs | undefined) ?? {};
  }

  /** Replaces what is stored for a standing query; without outputs nothing stays. */
  put(standing: string, outputs: StoredOutputs): Promise<void> {
    const key = PREFIX + standing;
    return this.writes.run(() =>
      Object.keys(outputs).length === 0 ? this.store.delete(key) : this.store.put(key, outputs),
    );
  }
}
