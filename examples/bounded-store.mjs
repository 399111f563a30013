/**
 * A store: in memory, and limited in size. A write beyond the limit fails as a whole.
 *
 *     npx weir --extension bounded-store.mjs --store example.bounded
 */
import { MemoryPersistor } from '@weir/persistor';
import { defineStore, WeirError } from '@weir/plugins';

class BoundedPersistor extends MemoryPersistor {
  bytes = 0;

  constructor(partition, limit) {
    super(partition);
    this.limit = limit;
  }

  /** `BasePersistor` checks the input and converts errors to a `WeirError`; hooks like this one do the work. */
  async doWrite(group) {
    let { bytes } = this;
    for (const entry of group.journal) bytes += entry.bytes.length;
    if (bytes > this.limit)
      throw new WeirError('store.failed', `The store is full: ${this.limit} bytes of journal per shard`);
    await super.doWrite(group);
    this.bytes = bytes;
  }
}

const bounded = defineStore({
  type: 'example.bounded',
  description: 'Memory, up to a limit',
  fields: z => ({
    limit: z.int().min(1).default(100_000_000).meta({ description: 'Bytes of journal per shard' }),
  }),
  durable: false,
  open: ({ limit }) => ({
    name: 'example.bounded',
    open: async partition => new BoundedPersistor(partition, limit),
  }),
});

export const extensions = { stores: [bounded] };
