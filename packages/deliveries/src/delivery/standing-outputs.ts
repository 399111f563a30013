/**
 * The outputs of all standing queries: added and removed while the query runs, each with its own position in the
 * query's log of results, from which it resumes after a restart. Both API versions and recipes use this.
 */
import { messageOf, type TimingSummary, WeirError } from '@weir/platform';
import type { DurableCursor, StandingHandle } from '@weir/contract';
import { maskedOutput, parseStoredOutput, type StandingOutputDefinition } from '@weir/definitions';
import type { DeadLetterStatus } from './dead-letters.js';
import { OutputCatalog } from './output-catalog.js';
import { OutputTaps, type TapListener, type TapStage } from '../sinks/output-taps.js';
import { makePump, type PumpOptions } from './make-pump.js';
import type { OutputCounts, OutputPump, Redelivery } from './output-pump.js';

export interface StandingOutputsOptions extends PumpOptions {
  /** Time in milliseconds that `close` gives outputs to deliver pending results; default 5000. */
  readonly closeMillis?: number;
}

export interface OutputStats extends OutputCounts {
  /** Currently pending. */
  readonly queued: number;
}

export interface OutputStatus extends OutputStats {
  readonly type: StandingOutputDefinition['type'];
  /** Why the latest results could not be delivered; absent once results are delivered again. */
  readonly failure?: string;
  /** Status of the given-up results; absent if they are not stored. */
  readonly deadLetters?: DeadLetterStatus;
  /** Why the status is unknown. */
  readonly deadLettersError?: string;
}

interface Output {
  readonly definition: StandingOutputDefinition;
  readonly pump: OutputPump;
  readonly taps: OutputTaps;
  cursor: DurableCursor | undefined;
}

/** Open outputs not attached to a standing query yet. */
export interface PreparedOutputs {
  readonly outputs: ReadonlyMap<string, Output>;
  /** Call it if the standing query is not registered. */
  discard(): Promise<void>;
}

const CLOSE_MILLIS = 5000;

export class StandingOutputs {
  private readonly byStanding = new Map<string, Map<string, Output>>();
  /**
   * By standing query: outputs of an earlier run that cannot be parsed, for example because an extension is missing.
   * They remain stored.
   */
  private readonly unreadable = new Map<string, Map<string, unknown>>();
  private readonly catalog: OutputCatalog;

  constructor(private readonly options: StandingOutputsOptions) {
    this.catalog = new OutputCatalog(options.graph.admin.metadata);
  }

  /**
   * Opens the outputs of a standing query before its registration: all of them or none.
   * @throws WeirError `output.*`, `cypher.*`.
   */
  async prepare(
    standing: string,
    definitions: Readonly<Record<string, StandingOutputDefinition>>,
    includeCancellations?: boolean,
  ): Promise<PreparedOutputs> {
    const outputs = new Map<string, Output>();
    const discard = async (): Promise<void> => {
      for (const output of outputs.values()) await output.pump.close();
    };
    try {
      for (const [name, definition] of Object.entries(definitions)) {
        outputs.set(name, await this.open(standing, name, definition, includeCancellations));
      }
    } catch (error) {
      await discard();
      throw error;
    }
    return { outputs, discard };
  }

  /** Attaches the outputs to a newly registered standing query: they get all its results. */
  async attach(handle: StandingHandle, prepared: PreparedOutputs): Promise<void> {
    const outputs = [...prepared.outputs];
    await Promise.all(outputs.map(([name, output]) => this.connect(handle, name, output, 'beginning')));
    if (prepared.outputs.size > 0) await this.store(handle.name);
  }

  /** @throws WeirError `standing.output-exists`, `output.*`, `cypher.*`. */
  async add(handle: StandingHandle, name: string, definition: StandingOutputDefinition): Promise<void> {
    this.refuseDouble(handle.name, name);
    const output = await this.open(handle.name, name, definition, handle.definition.includeCancellations);
    try {
      this.refuseDouble(handle.name, name);
    } catch (error) {
      await output.pump.close();
      throw error;
    }
    await this.connect(handle, name, output, 'now');
    await this.store(handle.name);
  }

  /**
   * Stops an output after it has delivered its pending results, or when time runs out.
   * @returns its definition, secrets masked.
   * @throws WeirError `standing.output-not-found`.
   */
  async remove(handle: StandingHandle, name: string): Promise<StandingOutputDefinition> {
    const standing = handle.name;
    const output = this.output(standing, name);
    this.byStanding.get(standing)?.delete(name);
    await this.finish(output);
    await this.store(standing);
    await handle.cursors.drop(name);
    return maskedOutput(output.definition);
  }

  /**
   * Lets the outputs of a standing query deliver its pending results, within the time limit; does not remove them.
   * Never rejects.
   */
  async catchUp(standing: string): Promise<void> {
    await this.drained([...(this.byStanding.get(standing)?.values() ?? [])]);
  }

  /** Removes the outputs of a removed standing query. */
  async removeAll(standing: string): Promise<void> {
    const outputs = this.byStanding.get(standing);
    this.byStanding.delete(standing);
    this.unreadable.delete(standing);
    await this.catalog.put(standing, {});
    await Promise.all([...(outputs?.values() ?? [])].map(output => this.finish(output)));
  }

  /** Definitions by output name, secrets masked. */
  definitions(standing: string): Record<string, StandingOutputDefinition> {
    const entries = [...(this.byStanding.get(standing) ?? [])];
    return Object.fromEntries(entries.map(([name, output]) => [name, maskedOutput(output.definition)]));
  }

  /** Definition and status of each output, by name. */
  async statuses(standing: string): Promise<Record<string, OutputStatus>> {
    const stats = this.stats(standing);
    const outputs = [...(this.byStanding.get(standing) ?? [])];
    const entries = outputs.map(async ([name, { definition, pump }]): Promise<[string, OutputStatus]> => [
      name,
      {
        type: definition.type,
        ...stats[name]!,
        ...(pump.failure === undefined ? {} : { failure: pump.failure }),
        ...(await deadLettersOf(pump)),
      },
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /**
   * Retries an output's dead letters.
   * @throws WeirError `standing.output-not-found`, `output.failed`.
   */
  async redeliver(standing: string, name: string): Promise<Redelivery> {
    return this.output(standing, name).pump.redeliver();
  }

  /**
   * Reports the results passing through an output from now on, without delaying it.
   * @returns a function that ends it. @throws WeirError `standing.output-not-found`.
   */
  tap(standing: string, name: string, stage: TapStage, listener: TapListener): () => void {
    return this.output(standing, name).taps.listen(stage, listener);
  }

  private output(standing: string, name: string): Output {
    const output = this.byStanding.get(standing)?.get(name);
    if (output !== undefined) return output;
    throw new WeirError('standing.output-not-found', `Standing query '${standing}' has no output '${name}'.`);
  }

  /** Counts since this process started, by output name. */
  stats(standing: string): Record<string, OutputStats> {
    const entries = [...(this.byStanding.get(standing) ?? [])];
    return Object.fromEntries(
      entries.map(([name, { pump, cursor }]) => [name, { ...pump.counts(), queued: cursor?.waiting ?? 0 }]),
    );
  }

  /** Time from the write of results until an output delivered them or gave them up, by output name. */
  deliveryTimes(standing: string): ReadonlyMap<string, TimingSummary> {
    const times = new Map<string, TimingSummary>();
    for (const [name, { cursor }] of this.byStanding.get(standing) ?? []) {
      if (cursor !== undefined) times.set(name, cursor.deliveryTimes);
    }
    return times;
  }

  /**
   * Attaches stored outputs to a restored standing query; each resumes at its position. An output that cannot be opened
   * is retried when there are results for it; an output that cannot be parsed keeps its results until it can.
   */
  async restore(handle: StandingHandle): Promise<void> {
    const catalog = await this.catalog.load(handle.name);
    for (const [name, stored] of Object.entries(catalog)) {
      let definition: StandingOutputDefinition;
      try {
        definition = parseStoredOutput(stored);
      } catch (error) {
        this.notRestored(handle.name, name, error);
        const unreadable = this.unreadable.get(handle.name) ?? new Map<string, unknown>();
        this.unreadable.set(handle.name, unreadable.set(name, stored));
        continue;
      }
      const taps = new OutputTaps();
      const pump = makePump(this.options, handle.definition, name, definition, taps);
      await pump.open().catch((error: unknown) => this.notRestored(handle.name, name, error));
      await this.connect(handle, name, { definition, pump, taps, cursor: undefined }, 'now');
    }
    for (const name of handle.cursors.names)
      if (!Object.hasOwn(catalog, name)) await handle.cursors.drop(name);
  }

  /** Lets outputs deliver pending results for a limited time, and closes them. Stored definitions remain. */
  async close(): Promise<void> {
    const all = [...this.byStanding.values()].flatMap(outputs => [...outputs.values()]);
    this.byStanding.clear();
    await Promise.all(all.map(output => this.finish(output)));
  }

  private async open(
    standing: string,
    name: string,
    definition: StandingOutputDefinition,
    includeCancellations: boolean | undefined,
  ): Promise<Output> {
    const taps = new OutputTaps();
    const pump = makePump(this.options, { name: standing, includeCancellations }, name, definition, taps);
    try {
      await pump.open();
    } catch (error) {
      await pump.close();
      throw error;
    }
    return { definition, pump, taps, cursor: undefined };
  }

  private async connect(
    handle: StandingHandle,
    name: string,
    output: Output,
    start: 'now' | 'beginning',
  ): Promise<void> {
    const outputs = this.byStanding.get(handle.name) ?? new Map<string, Output>();
    this.byStanding.set(handle.name, outputs);
    outputs.set(name, output);
    this.unreadable.get(handle.name)?.delete(name);
    output.cursor = await handle.cursors.open(name, results => output.pump.take(results), start);
  }

  private async finish(output: Output): Promise<void> {
    await this.drained([output]);
    output.cursor?.close();
    await output.pump.close();
    output.taps.end();
  }

  /** @returns when they have nothing more to deliver, or time runs out. */
  private async drained(outputs: readonly Output[]): Promise<void> {
    const { environment, closeMillis = CLOSE_MILLIS } = this.options;
    for (const { pump } of outputs) pump.hurry();
    let cancel = (): void => undefined;
    const patience = new Promise<void>(
      resolve => (cancel = environment.scheduler.after(closeMillis, resolve)),
    );
    await Promise.race([Promise.all(outputs.map(async ({ cursor }) => cursor?.drained())), patience]);
    cancel();
  }

  private store(standing: string): Promise<void> {
    const entries = [...(this.byStanding.get(standing) ?? [])];
    const stored = Object.fromEntries(entries.map(([name, output]) => [name, output.definition]));
    return this.catalog.put(standing, {
      ...Object.fromEntries(this.unreadable.get(standing) ?? []),
      ...stored,
    });
  }

  private refuseDouble(standing: string, name: string): void {
    if (this.byStanding.get(standing)?.has(name) !== true) return;
    throw new WeirError('standing.output-exists', `There is already a standing query output named '${name}'`);
  }

  private notRestored(standing: string, name: string, error: unknown): void {
    const reason = messageOf(error);
    const { logger } = this.options.environment;
    logger.log('error', `Output '${name}' of standing query '${standing}' cannot be restored: ${reason}`);
  }
}

async function deadLettersOf(
  pump: OutputPump,
): Promise<Pick<OutputStatus, 'deadLetters' | 'deadLettersError'>> {
  try {
    const deadLetters = await pump.deadLetterStatus();
    return deadLetters === undefined ? {} : { deadLetters };
  } catch (error) {
    return { deadLettersError: WeirError.from(error).message };
  }
}
