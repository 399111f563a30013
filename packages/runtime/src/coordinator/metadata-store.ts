/** Metadata of the graph and of other components, in the store partition that belongs to no shard. */
import { decode, encodeTransferable } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { MetadataStore } from '@weir/contract';

export class PersistedMetadata implements MetadataStore {
  constructor(private readonly persistor: Persistor) {}

  async get(key: string): Promise<unknown> {
    const bytes = await this.persistor.getMetadata(key);
    return bytes === undefined ? undefined : decode(bytes);
  }

  async put(key: string, value: unknown): Promise<void> {
    await this.persistor.putMetadata(key, encodeTransferable(value));
  }

  async delete(key: string): Promise<void> {
    await this.persistor.deleteMetadata(key);
  }

  async keys(): Promise<readonly string[]> {
    return [...(await this.persistor.listMetadata()).keys()];
  }
}
