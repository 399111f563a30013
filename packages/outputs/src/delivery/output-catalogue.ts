/** Which outputs each standing query has, over restarts of the process; secrets in clear. */
import type { MetadataStore } from '@weir/runtime';

const PREFIX = 'standing-outputs/';

/** Output name to definition. */
export type StoredOutputs = Readonly<Record<string, unknown>>;

export class OutputCatalogue {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly store: MetadataStore) {}

  async load(standing: string): Promise<StoredOutputs> {
    return ((await this.store.get(PREFIX + standing)) as StoredOutputs | undefined) ?? {};
  }

  /** Replaces what is stored for a standing query; without outputs nothing stays. */
  put(standing: string, outputs: StoredOutputs): Promise<void> {
    const key = PREFIX + standing;
    const done = this.last.then(() =>
      Object.keys(outputs).length === 0 ? this.store.delete(key) : this.store.put(key, outputs),
    );
    // The next write goes on whatever became of this one; its own caller hears of a failure.
    this.last = done.catch(() => undefined);
    return done;
  }
}
