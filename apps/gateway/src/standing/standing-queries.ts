/**
 * Standing queries as users manage them: a pattern, which the graph keeps across restarts, and its outputs. Changes run
 * one after the other.
 */
import type { RegisteredStanding } from '@weir/api';
import { SerialQueue, WeirError } from '@weir/platform';
import type { NewStanding, StandingOutputDefinition, StandingPattern } from '@weir/definitions';
import type { OutputStatus, Redelivery, StandingOutputs, TapListener, TapStage } from '@weir/deliveries';
import { ResultHashes } from './result-hashes.js';
import type { StandingConsumer, StandingHandle, StreamingGraph, SubscribeOptions } from '@weir/contract';

export class StandingQueries {
  private readonly changes = new SerialQueue();
  private readonly watchers = new Map<string, Set<() => void>>();
  private readonly hashes: ResultHashes;

  constructor(
    private readonly graph: StreamingGraph,
    private readonly outputs: StandingOutputs,
  ) {
    this.hashes = new ResultHashes(graph.admin.metadata);
  }

  /** Attaches the outputs of an earlier run. */
  async restore(): Promise<void> {
    for (const handle of this.graph.listStanding()) {
      await this.outputs.restore(handle);
      await this.hashes.restore(handle);
    }
  }

  /**
   * Rejects with `standing.exists`, `standing.invalid-pattern`, `cypher.*` or `output.*`; then nothing is left behind.
   */
  create(name: string, definition: NewStanding): Promise<void> {
    return this.changes.run(async () => {
      if (this.graph.standing(name)) {
        throw new WeirError('standing.exists', `There is already a standing query named '${name}'`);
      }
      const { pattern, outputs, includeCancellations, inputBufferSize, resultLog, provenance } = definition;
      const { query, mode } = pattern;
      const prepared = await this.outputs.prepare(name, outputs, includeCancellations);
      let handle: StandingHandle;
      try {
        handle = await this.graph.registerStanding({
          name,
          query,
          mode,
          inputBufferSize,
          ...(includeCancellations === undefined ? {} : { includeCancellations }),
          ...(resultLog === undefined ? {} : { resultLog }),
          ...(provenance === undefined ? {} : { provenance }),
        });
      } catch (error) {
        await prepared.discard();
        throw error;
      }
      if (definition.shouldCalculateResultHashCode) await this.hashes.begin(handle);
      await this.outputs.attach(handle, prepared);
    });
  }

  /**
   * Replaces the pattern under the name; consumers receive the difference. Rejects with `standing.not-found`,
   * `standing.invalid-pattern`, `cypher.*` or `standing.busy`; then nothing has changed.
   */
  replace(name: string, { query, mode }: StandingPattern): Promise<RegisteredStanding> {
    return this.changes.run(async () => {
      const handle = this.handle(name);
      await handle.replace(query, mode);
      return this.describe(handle);
    });
  }

  list(): RegisteredStanding[] {
    return this.graph.listStanding().map(handle => this.describe(handle));
  }

  /** Throws `standing.not-found`. */
  get(name: string): RegisteredStanding {
    return this.describe(this.handle(name));
  }

  /** For inspection. Throws `standing.not-found`. */
  running(name: string): Pick<StandingHandle, 'inspection' | 'latest' | 'resumeId'> {
    return this.handle(name);
  }

  /**
   * Delivers the results found so far first, as far as its outputs manage in time.
   * @returns the query in its final state. Rejects with `standing.not-found`.
   */
  remove(name: string): Promise<RegisteredStanding> {
    return this.changes.run(async () => {
      const handle = this.handle(name);
      const last = this.describe(handle);
      await this.forget(handle);
      return last;
    });
  }

  addOutput(name: string, output: string, definition: StandingOutputDefinition): Promise<void> {
    return this.changes.run(async () => this.outputs.add(this.handle(name), output, definition));
  }

  /** @param isMeant an output for which it returns false counts as missing. */
  removeOutput(
    name: string,
    output: string,
    isMeant: (definition: StandingOutputDefinition) => boolean,
  ): Promise<StandingOutputDefinition> {
    return this.changes.run(async () => {
      const handle = this.handle(name);
      const definition = this.outputs.definitions(name)[output];
      if (definition !== undefined && !isMeant(definition)) {
        throw new WeirError(
          'standing.output-not-found',
          `The output '${output}' of '${name}' was created with the other version of the API; remove it ` +
            `with that version`,
        );
      }
      return this.outputs.remove(handle, output);
    });
  }

  /** Definition and state of the outputs, keyed by name. Rejects with `standing.not-found`. */
  async outputStatuses(name: string): Promise<Readonly<Record<string, OutputStatus>>> {
    return this.outputs.statuses(this.handle(name).name);
  }

  /** Rejects with `standing.not-found`, `standing.output-not-found` or `output.failed`. */
  async redeliver(name: string, output: string): Promise<Redelivery> {
    return this.outputs.redeliver(this.handle(name).name, output);
  }

  /**
   * Delivers results from now on, or from a known result on. @returns a function that ends it. Throws
   * `standing.not-found`.
   * @param onRemoved called when the query was removed, after its last result.
   */
  subscribe(
    name: string,
    consumer: StandingConsumer,
    onRemoved: () => void,
    options?: SubscribeOptions,
  ): () => void {
    const handle = this.handle(name);
    const unsubscribe = handle.subscribe(consumer, options);
    const watchers = this.watchers.get(name) ?? new Set();
    this.watchers.set(name, watchers.add(onRemoved));
    return () => {
      unsubscribe();
      watchers.delete(onRemoved);
    };
  }

  /**
   * Observes what passes through an output from now on, as JSON; nothing waits for `listener`. @returns a function that
   * ends it. Throws `standing.not-found` or `standing.output-not-found`.
   */
  tapOutput(name: string, output: string, stage: TapStage, listener: TapListener): () => void {
    return this.outputs.tap(this.handle(name).name, output, stage, listener);
  }

  propagate(options: { includeSleeping: boolean; parallelism: number }): Promise<void> {
    return this.graph.admin.propagate(options);
  }

  /** Number of matches and retractions that still wait for their consumers. */
  get waitingResults(): number {
    return this.graph.listStanding().reduce((sum, handle) => sum + handle.stats().bufferSize, 0);
  }

  /** Resolves when no match or retraction waits for its consumers. */
  async resultsTaken(): Promise<void> {
    await Promise.all(this.graph.listStanding().map(({ cursors }) => cursors.drained()));
  }

  private async forget(handle: StandingHandle): Promise<void> {
    await this.outputs.catchUp(handle.name);
    await handle.remove();
    await this.outputs.removeAll(handle.name);
    await this.hashes.end(handle.name);
    for (const onRemoved of this.watchers.get(handle.name) ?? []) onRemoved();
    this.watchers.delete(handle.name);
  }

  private handle(name: string): StandingHandle {
    const handle = this.graph.standing(name);
    if (handle) return handle;
    throw new WeirError('standing.not-found', `There is no standing query named '${name}'`);
  }

  private describe(handle: StandingHandle): RegisteredStanding {
    const { name, id, definition } = handle;
    return {
      name,
      internalId: id,
      pattern: { type: 'Cypher', query: definition.query, mode: definition.mode },
      outputs: this.outputs.definitions(name),
      ...(definition.includeCancellations === undefined
        ? {}
        : { includeCancellations: definition.includeCancellations }),
      inputBufferSize: definition.inputBufferSize,
      stats: { ...handle.stats(), outputHashCode: this.hashes.of(name) },
    };
  }
}
