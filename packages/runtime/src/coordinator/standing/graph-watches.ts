/** The open watches of a graph. */
import type { StandingConsumer, StandingHandle, StandingMode, Watch, WatchOptions } from '@weir/contract';
import { type Environment, WeirError } from '@weir/platform';
import { GraphWatch, type WatchedQuery } from './graph-watch.js';
import type { RegisteredQuery } from './registered-query.js';
import type { StandingRegistry } from './standing-registry.js';

export interface GraphWatchesOptions {
  readonly registry: StandingRegistry;
  readonly environment: Environment;
  /** Rejects while queries cannot be registered. */
  readonly modeOf: (query: string, mode: StandingMode | undefined) => Promise<StandingMode>;
}

export class GraphWatches {
  private readonly open = new Set<GraphWatch<unknown>>();

  constructor(private readonly options: GraphWatchesOptions) {}

  watch<R>(query: string, options: WatchOptions): Watch<R> {
    const watch: GraphWatch<R> = new GraphWatch<R>({
      signal: options.signal,
      retractions: options.retractions === true,
      open: consumer => this.subscribe(query, options, consumer, () => watch.end()),
      released: () => void this.open.delete(watch),
    });
    this.open.add(watch);
    return watch;
  }

  /**
   * Ends all watches before the graph closes. A standing query that cannot be removed now is removed at the next start.
   */
  async end(): Promise<void> {
    await Promise.all(
      [...this.open].map(watch =>
        watch.close().catch((error: unknown) => {
          const { message } = WeirError.from(error);
          this.options.environment.logger.log('warn', 'cannot remove the standing query of a watch', {
            error: message,
          });
        }),
      ),
    );
  }

  fail(error: WeirError): void {
    for (const watch of [...this.open]) watch.fail(error);
  }

  private async subscribe(
    query: string,
    { name, mode: wanted, retractions, inputBufferSize }: WatchOptions,
    consumer: StandingConsumer,
    removed: () => void,
  ): Promise<WatchedQuery> {
    const { registry, environment, modeOf } = this.options;
    const mode = await modeOf(query, wanted);
    let stop = (): void => undefined;
    const attach = (registered: RegisteredQuery): void => {
      const unsubscribe = registered.subscribe(consumer);
      registered.removed.addEventListener('abort', removed, { once: true });
      stop = () => {
        registered.removed.removeEventListener('abort', removed);
        unsubscribe();
      };
    };
    const definition = {
      name: name ?? `watch-${environment.random.uuid()}`,
      query,
      mode,
      inputBufferSize,
      includeCancellations: retractions === true,
      temporary: true,
    };
    try {
      const handle: StandingHandle = await registry.register(definition, attach);
      const release = async (): Promise<void> => {
        stop();
        if (registry.get(handle.name) === handle) await handle.remove();
      };
      return { handle, release };
    } catch (error) {
      const known = registry.get(definition.name);
      const isSame = known?.definition.query === query && known.definition.mode === mode;
      if (!isSame || WeirError.from(error).code !== 'standing.exists') throw error;
      attach(known);
      return { handle: known, release: async () => stop() };
    }
  }
}
