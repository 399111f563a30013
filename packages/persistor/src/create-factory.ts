/** Stores by name. */
import { unreachable, type Scheduler } from '@weir/platform';
import { EmbeddedPersistorFactory, type EmbeddedOptions } from './embedded/embedded-factory.js';
import { EmptyPersistorFactory } from './empty/empty-persistor.js';
import { MemoryPersistorFactory } from './memory/memory-persistor.js';
import type { PersistorFactory } from './persistor.js';

export type PersistorOptions =
  | { readonly type: 'memory' }
  | { readonly type: 'empty' }
  | ({ readonly type: 'embedded' } & EmbeddedOptions);

/** @param scheduler for stores that run periodic maintenance. */
export function createPersistorFactory(options: PersistorOptions, scheduler?: Scheduler): PersistorFactory {
  switch (options.type) {
    case 'memory':
      return new MemoryPersistorFactory();
    case 'empty':
      return new EmptyPersistorFactory();
    case 'embedded':
      return new EmbeddedPersistorFactory(options, scheduler);
    default:
      return unreachable(options);
  }
}
