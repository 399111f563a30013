/** A store in memory that refuses to grow past a limit: what does not fit fails, and nothing of it is written. */
import { WeirError } from '@weir/model';
import { MemoryPersistor, type PersistorFactory, type WriteGroup } from '@weir/persistor';

export class BoundedPersistor extends MemoryPersistor {
  private bytes = 0;

  constructor(
    partition: string,
    private readonly limit: number,
  ) {
    super(partition);
  }

  protected override doWrite(group: WriteGroup): Promise<void> {
    let { bytes } = this;
    for (const entry of group.journal) bytes += entry.bytes.length;
    if (bytes > this.limit) {
      const message = `The store is full: ${this.limit} bytes of journal per shard`;
      return Promise.reject(new WeirError('store.failed', message));
    }
    this.bytes = bytes;
    return super.doWrite(group);
  }
}

export class BoundedPersistorFactory implements PersistorFactory {
  readonly name = 'bounded';

  constructor(private readonly limit: number) {}

  async open(partition: string): Promise<BoundedPersistor> {
    return new BoundedPersistor(partition, this.limit);
  }
}
