/** Persistent outputs of each standing query, with secrets in plain text. */
import { SerialQueue } from '@weir/platform';
import type { MetadataStore } from '@weir/contract';

const PREFIX = 'standing-outputs/';

/** Definitions by output name. */
export type StoredOutputs = Readonly<Record<string, unknown>>;

export class OutputCatalog {
  private readonly writes = new SerialQueue();

  constructor(private readonly store: MetadataStore) {}

  async load(standing: string): Promise<StoredOutputs> {
    return ((await this.store.get(PREFIX + standing)) as StoredOutputs | undefined) ?? {};
  }

  /** Replaces the stored outputs of a standing query; without outputs the entry is removed. */
  put(standing: string, outputs: StoredOutputs): Promise<void> {
    const key = PREFIX + standing;
    return this.writes.run(() =>
      Object.keys(outputs).length === 0 ? this.store.delete(key) : this.store.put(key, outputs),
    );
  }
}
