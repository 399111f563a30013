/**
 * A store whose writes can be made to fail: some before anything was written, some after everything was, as when a
 * disk's answer is lost.
 */
import type { SeededRandom } from '@weir/graph/testing';
import { WeirError } from '@weir/platform';
import type { Persistor, WriteGroup } from '@weir/persistor';

export class FailingDisk {
  /** Probability that a write fails. */
  failureRate = 0;
  failures = 0;

  constructor(private readonly random: SeededRandom) {}

  mount(store: Persistor): Persistor {
    const failing: Partial<Persistor> = {
      write: group => this.write(store, group),
      putMetadata: (key, value) => this.attempt(() => store.putMetadata(key, value)),
      forgetRecent: before => this.attempt(() => store.forgetRecent(before)),
    };
    return new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(name in failing ? failing : target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  private write(store: Persistor, group: WriteGroup): Promise<void> {
    return this.attempt(() => store.write(group));
  }

  private async attempt(change: () => Promise<void>): Promise<void> {
    if (!this.random.chance(this.failureRate)) return change();
    this.failures++;
    if (this.random.chance(0.3)) await change();
    throw new WeirError('store.failed', 'The disk is full.');
  }
}
