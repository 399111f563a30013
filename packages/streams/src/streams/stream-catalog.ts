/** Stores the list of streams across restarts of the process. Writes are serialized in the order of the calls. */
import type { MetadataStore } from '@weir/contract';
import { type Logger, SerialQueue } from '@weir/platform';
import type { StreamProgress } from './stream-progress.js';
import type { StreamStatus } from './stream-state.js';

export interface StoredStream {
  readonly definition: unknown;
  readonly status: StreamStatus;
  readonly message: string | null;
  readonly progress: StreamProgress;
  /** Milliseconds since the Unix epoch; streams are restored in this order. */
  readonly createdAt: number;
}

const PREFIX = 'ingest-stream/';

export class StreamCatalog {
  private readonly writes = new SerialQueue();

  constructor(
    private readonly store: MetadataStore,
    private readonly logger: Logger,
  ) {}

  /** Returns streams in the order of their creation. */
  async load(): Promise<readonly (readonly [name: string, stream: StoredStream])[]> {
    const entries: [string, StoredStream][] = [];
    for (const key of await this.store.keys()) {
      if (!key.startsWith(PREFIX)) continue;
      entries.push([key.slice(PREFIX.length), (await this.store.get(key)) as StoredStream]);
    }
    return entries.sort(([, a], [, b]) => a.createdAt - b.createdAt);
  }

  /** Rejects if the stream could not be stored. */
  put(name: string, stream: StoredStream): Promise<void> {
    return this.writes.run(() => this.store.put(PREFIX + name, stream));
  }

  /** For changes without a waiting caller; errors are logged. @returns when the write has ended; never rejects. */
  putSoon(name: string, stream: StoredStream): Promise<void> {
    return this.put(name, stream).catch((error: unknown) => {
      this.logger.log('error', `The state of ingest stream '${name}' could not be stored: ${String(error)}`);
    });
  }

  delete(name: string): Promise<void> {
    return this.writes.run(() => this.store.delete(PREFIX + name));
  }

  /** Resolves when all changes so far are stored, or were logged as failed. */
  flushed(): Promise<void> {
    return this.writes.settled();
  }
}
