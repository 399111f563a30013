/**
 * The outputs of all standing queries: added and removed while the query runs, each with a queue of its own,
 * brought back after a restart. Both API versions and recipes are skins over this.
 */
import { WeirError, type Environment } from '@weir/model';
import type { StandingHandle, StreamingGraph } from '@weir/runtime';
import {
  parseOutputDefinition,
  withoutSecrets,
  type OutputDefinition,
} from '../definition/output-definition.js';
import type { OutputFilePolicy } from '../files/output-file-policy.js';
import { createSink } from '../sinks/create-sink.js';
import type { ResultWriter } from '../sinks/result-writer.js';
import { OutputCatalogue } from './output-catalogue.js';
import { OutputPump, type OutputStats } from './output-pump.js';

export interface StandingOutputsOptions {
  readonly graph: StreamingGraph;
  readonly environment: Environment;
  /** Standard output. */
  readonly writer: ResultWriter;
  readonly files: OutputFilePolicy;
  /** Milliseconds that `close` gives outputs to deliver what is queued; default 5000. */
  readonly closeMillis?: number;
}

interface Output {
  readonly definition: OutputDefinition;
  /** Absent: it could not be brought back; its definition is kept. */
  readonly pump: OutputPump | undefined;
  unsubscribe: () => void;
}

/** Outputs that work and are not attached to a standing query yet. */
export interface PreparedOutputs {
  readonly outputs: ReadonlyMap<string, Output>;
  /** For when the standing query does not come about. */
  discard(): Promise<void>;
}

const CLOSE_MILLIS = 5000;

export class StandingOutputs {
  private readonly byStanding = new Map<string, Map<string, Output>>();
  private readonly catalogue: OutputCatalogue;

  constructor(private readonly options: StandingOutputsOptions) {
    this.catalogue = new OutputCatalogue(options.graph.metadata);
  }

  /**
   * Opens the outputs of a standing query that is yet to be registered: all of them or none.
   * @throws WeirError `output.*`, `cypher.*`.
   */
  async prepare(
    standing: string,
    definitions: Readonly<Record<string, OutputDefinition>>,
  ): Promise<PreparedOutputs> {
    const outputs = new Map<string, Output>();
    const discard = async (): Promise<void> => {
      for (const output of outputs.values()) await output.pump?.close();
    };
    try {
      for (const [name, definition] of Object.entries(definitions)) {
        outputs.set(name, await this.open(standing, name, definition));
      }
    } catch (error) {
      await discard();
      throw error;
    }
    return { outputs, discard };
  }

  /** Gives a freshly registered standing query its outputs. Results flow from this moment, not from the answer. */
  async attach(handle: StandingHandle, prepared: PreparedOutputs): Promise<void> {
    for (const [name, output] of prepared.outputs) this.connect(handle, name, output);
    if (prepared.outputs.size > 0) await this.store(handle.name);
  }

  /** @throws WeirError `standing.output-exists`, `output.*`, `cypher.*`. */
  async add(handle: StandingHandle, name: string, definition: OutputDefinition): Promise<void> {
    this.refuseDouble(handle.name, name);
    const output = await this.open(handle.name, name, definition);
    try {
      this.refuseDouble(handle.name, name);
    } catch (error) {
      await output.pump?.close();
      throw error;
    }
    this.connect(handle, name, output);
    await this.store(handle.name);
  }

  /**
   * Stops an output when it has delivered what it was given, or can't in time.
   * @returns its definition, secrets masked.
   * @throws WeirError `standing.output-not-found`.
   */
  async remove(standing: string, name: string): Promise<OutputDefinition> {
    const outputs = this.byStanding.get(standing);
    const output = outputs?.get(name);
    if (outputs === undefined || output === undefined) {
      throw new WeirError(
        'standing.output-not-found',
        `Standing query '${standing}' has no output '${name}'.`,
      );
    }
    outputs.delete(name);
    await this.store(standing);
    await this.finish(output);
    return withoutSecrets(output.definition);
  }

  /** The standing query is gone: its outputs go too. */
  async removeAll(standing: string): Promise<void> {
    const outputs = this.byStanding.get(standing);
    this.byStanding.delete(standing);
    await this.catalogue.put(standing, {});
    await Promise.all([...(outputs?.values() ?? [])].map(output => this.finish(output)));
  }

  /** Output name to definition, secrets masked. */
  definitions(standing: string): Record<string, OutputDefinition> {
    const entries = [...(this.byStanding.get(standing) ?? [])];
    return Object.fromEntries(entries.map(([name, output]) => [name, withoutSecrets(output.definition)]));
  }

  /** Output name to counts since this process started; `undefined` for one that could not be brought back. */
  stats(standing: string): Record<string, OutputStats | undefined> {
    const entries = [...(this.byStanding.get(standing) ?? [])];
    return Object.fromEntries(entries.map(([name, output]) => [name, output.pump?.stats()]));
  }

  /** Attaches stored outputs to a standing query that came back. What does not work is logged and kept. */
  async restore(handle: StandingHandle): Promise<void> {
    for (const [name, stored] of Object.entries(await this.catalogue.load(handle.name))) {
      let definition: OutputDefinition;
      try {
        definition = parseOutputDefinition(stored);
      } catch (error) {
        this.notRestored(handle.name, name, error);
        continue;
      }
      let output: Output;
      try {
        output = await this.open(handle.name, name, definition);
      } catch (error) {
        this.notRestored(handle.name, name, error);
        output = { definition, pump: undefined, unsubscribe: () => undefined };
      }
      this.connect(handle, name, output);
    }
  }

  /** Lets outputs deliver what is queued, for a while, and ends them. What is stored stays. */
  async close(): Promise<void> {
    const all = [...this.byStanding.values()].flatMap(outputs => [...outputs.values()]);
    this.byStanding.clear();
    await Promise.all(all.map(output => this.finish(output)));
  }

  private async open(standing: string, name: string, definition: OutputDefinition): Promise<Output> {
    const { graph, environment, writer, files } = this.options;
    const context = {
      outputName: name,
      standingName: standing,
      graph,
      environment,
      writer,
      files,
      lost: (count: number): void => pump.lost(count),
    };
    const sink = createSink(definition, context);
    const pump = new OutputPump(name, sink, environment.logger);
    try {
      await sink.open();
    } catch (error) {
      await sink.close();
      throw error;
    }
    return { definition, pump, unsubscribe: () => undefined };
  }

  private connect(handle: StandingHandle, name: string, output: Output): void {
    const outputs = this.byStanding.get(handle.name) ?? new Map<string, Output>();
    this.byStanding.set(handle.name, outputs);
    outputs.set(name, output);
    const { pump } = output;
    if (pump !== undefined) output.unsubscribe = handle.subscribe(results => pump.accept(results));
  }

  private async finish(output: Output): Promise<void> {
    output.unsubscribe();
    if (output.pump === undefined) return;
    const { environment, closeMillis = CLOSE_MILLIS } = this.options;
    let cancel = (): void => undefined;
    const patience = new Promise<void>(
      resolve => (cancel = environment.scheduler.after(closeMillis, resolve)),
    );
    await Promise.race([output.pump.drained(), patience]);
    cancel();
    await output.pump.close();
  }

  private store(standing: string): Promise<void> {
    const entries = [...(this.byStanding.get(standing) ?? [])];
    const stored = Object.fromEntries(entries.map(([name, output]) => [name, output.definition]));
    return this.catalogue.put(standing, stored);
  }

  private refuseDouble(standing: string, name: string): void {
    if (this.byStanding.get(standing)?.has(name) !== true) return;
    throw new WeirError('standing.output-exists', `There is already a standing query output named '${name}'`);
  }

  private notRestored(standing: string, name: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const { logger } = this.options.environment;
    logger.log('error', `Output '${name}' of standing query '${standing}' can't be restored: ${reason}`);
  }
}
