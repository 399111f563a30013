/** A standing query whose results are supplied by a test. */
import { Timing } from '@weir/platform';
import type { StandingConsumer, StandingHandle, StandingOutput } from '../standing-handle.js';

export class FakeStanding {
  readonly consumers = new Set<StandingConsumer>();
  readonly cursors = new Set<string>();
  private emitting: Promise<void> = Promise.resolve();

  constructor(readonly name: string) {}

  /** Implements only what outputs use. */
  asHandle(): StandingHandle {
    const handle: Pick<StandingHandle, 'name' | 'definition' | 'cursors'> = {
      name: this.name,
      definition: { id: '', name: this.name, query: '', mode: 'DistinctId', inputBufferSize: 32 },
      cursors: {
        names: [...this.cursors],
        open: (name, consumer) => {
          this.cursors.add(name);
          this.consumers.add(consumer);
          return Promise.resolve({
            waiting: 0,
            deliveryTimes: new Timing({ now: () => 0 }).summary(),
            drained: () => this.emitting,
            close: () => void this.consumers.delete(consumer),
          });
        },
        drop: name => Promise.resolve(void this.cursors.delete(name)),
        drained: () => this.emitting,
      },
    };
    return handle as StandingHandle;
  }

  /** @returns when every consumer is ready for more. */
  emit(...results: StandingOutput[]): Promise<void> {
    this.emitting = Promise.all([...this.consumers].map(consumer => consumer(results))).then(() => undefined);
    return this.emitting;
  }
}
