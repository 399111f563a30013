/** Options for opening a graph in this process. */
import type { GraphOptions } from '../contract/graph-options.js';
import type { PreparedWorkers } from '../threads/prepared-workers.js';

export interface OpenOptions extends GraphOptions {
  /** Threads from `prepareWorkers` with the same options; the graph opens sooner with them. */
  readonly prepared?: PreparedWorkers | undefined;
  /** Cancels the opening. Abort it with a `WeirError`. Has no effect after the graph is open. */
  readonly signal?: AbortSignal | undefined;
}
