/**
 * All ingest streams of a graph, by name: create, inspect, pause, start, delete, and restore after a restart. Both API
 * versions and recipes are built on this.
 */
import type { Readable } from 'node:stream';
import {
  type Environment,
  messageOf,
  OPEN_RULES,
  OutgoingPolicy,
  type TimingSummary,
  WeirError,
  withEitherSignal,
} from '@weir/platform';
import type { StreamingGraph } from '@weir/contract';
import { type IngestDefinition, parseIngestDefinition, type SourceDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import type { CreatedIngest, IngestInfo, ReaderInfo } from './ingest-info.js';
import type { FileUpload, PushOutcome } from '@weir/formats/pushing';
import {
  dryRun,
  type DryRunLimits,
  type DryRunOutcome,
  type OpenTrialGraph,
  type SampleFile,
  sampleFile,
} from './dry-run.js';
import { IngestStream } from './ingest-stream.js';
import { prepareSource, refuseTrial } from '../reading/prepare-source.js';
import { checkTransformation, prepareStream, type StreamContext } from './prepare-stream.js';
import { AT_THE_BEGINNING, type StreamProgress } from './stream-progress.js';
import { SetAsideRecords } from './set-aside-records.js';
import { StreamCatalog, type StoredStream } from './stream-catalog.js';
import { isTerminal, type StreamState } from './stream-state.js';

export interface IngestStreamsOptions {
  readonly graph: StreamingGraph;
  readonly environment: Environment;
  /** Files that sources may read; default: none. */
  readonly files?: FileAccessPolicy | undefined;
  /** Addresses to which sources may connect; default: all, except hosts' metadata services. */
  readonly outgoing?: OutgoingPolicy;
  /** Whether streams that were running when the process ended run again (default), or are restored as `Restored`. */
  readonly resume?: boolean;
  /** Resume point for streams of an earlier process: their position (default) or the beginning. */
  readonly resumeFrom?: 'position' | 'beginning';
  /**
   * Approximate upper limit for the progress, in milliseconds, that a stream may repeat after a crash; default 1000.
   */
  readonly savePositionMillis?: number;
  /** Directory for records that are set aside because workers were lost with them; absent: they are only logged. */
  readonly setAsideDirectory?: string | undefined;
  /** Opens dead-letter destinations, for streams that name some. */
  readonly openDeadLetters?: StreamContext['openDeadLetters'];
  /** Opens the graph for dry runs; absent: dry runs are not available. */
  readonly openTrialGraph?: OpenTrialGraph;
  /** Default: the process's own. */
  readonly standardInput?: Readable;
  /** Called when a stream completed, failed or was terminated. */
  readonly onEnded?: (info: IngestInfo) => void;
}

const SAVE_POSITION_MILLIS = 1000;
/** Each dry run uses a separate thread. */
const MOST_DRY_RUNS = 2;

interface Entry {
  readonly stream: IngestStream;
  readonly createdAt: number;
}

/** Initial state of a stream in this process. */
interface Beginning {
  readonly definition: IngestDefinition;
  readonly state: StreamState;
  readonly createdAt: number;
  readonly progress: StreamProgress;
  /** Why it failed in an earlier process. */
  readonly message?: string | null;
}

export class IngestStreams {
  private readonly entries = new Map<string, Entry>();
  /** Names of streams that are being created. */
  private readonly reserved = new Set<string>();
  private readonly catalog: StreamCatalog;
  private readonly context: StreamContext;
  private readonly setAside: SetAsideRecords;
  private readonly dryRuns = new Set<Promise<unknown>>();
  private readonly closing = new AbortController();
  private isClosed = false;

  constructor(private readonly options: IngestStreamsOptions) {
    const { graph, environment, standardInput, openDeadLetters = noDeadLetters } = options;
    const { files = FileAccessPolicy.nothing() } = options;
    const { outgoing = new OutgoingPolicy(OPEN_RULES) } = options;
    // Accessed only when needed, because accessing it opens it.
    const input = (): Readable => standardInput ?? process.stdin;
    this.catalog = new StreamCatalog(graph.admin.metadata, environment.logger);
    this.setAside = new SetAsideRecords(options.setAsideDirectory, environment.clock);
    this.context = { graph, environment, files, outgoing, standardInput: input, openDeadLetters };
  }

  /**
   * Checks whether a source exists and can be read.
   * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`.
   */
  async inspectSource(source: SourceDefinition): Promise<void> {
    await prepareSource('', source, this.context);
  }

  /** Compiles a transformation. @throws WeirError `ingest.invalid`. */
  inspectTransformation(source: string): Promise<void> {
    return checkTransformation(source, this.context.environment.clock);
  }

  /**
   * @param ready awaited after all other checks, before the stream starts; its errors count as errors of the
   * definition.
   * @returns when the stream runs and is stored.
   * @throws WeirError `ingest.exists`; `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`; `cypher.*`
   * if the query does not compile.
   */
  async create(
    name: string,
    definition: IngestDefinition,
    ready?: () => Promise<void>,
  ): Promise<CreatedIngest> {
    if (this.isClosed) throw shuttingDown();
    if (this.entries.has(name) || this.reserved.has(name)) {
      throw new WeirError(
        'ingest.exists',
        `Cannot create ingest stream \`${name}\` (a stream with this name already exists)`,
      );
    }
    this.reserved.add(name);
    try {
      const prepared = await prepareStream(name, definition, this.context).catch((error: unknown) => {
        throw asCreateError(name, error);
      });
      try {
        await ready?.();
        if (this.isClosed) throw shuttingDown();
      } catch (error) {
        await prepared.runner.close();
        throw asCreateError(name, error);
      }
      const entry = this.add(name, {
        definition,
        state: 'Running',
        createdAt: this.options.environment.clock.now(),
        progress: AT_THE_BEGINNING,
      });
      entry.stream.begin(prepared);
      try {
        await this.catalog.put(name, this.stored(entry));
      } catch (error) {
        await entry.stream.terminate();
        this.entries.delete(name);
        throw error;
      }
      return { ...entry.stream.info(), warnings: prepared.warnings };
    } finally {
      this.reserved.delete(name);
    }
  }

  /**
   * Runs the first records in a temporary graph and reports the outcome. Has no effect here or at the source.
   * @throws WeirError `ingest.busy`; `ingest.no-dry-run`; like `create`.
   */
  async dryRun(name: string, definition: IngestDefinition, limits: DryRunLimits): Promise<DryRunOutcome> {
    const { openTrialGraph } = this.options;
    if (this.isClosed) throw shuttingDown();
    if (openTrialGraph === undefined)
      throw new WeirError('ingest.unavailable', 'Dry runs are not available here.');
    if (this.dryRuns.size >= MOST_DRY_RUNS)
      throw new WeirError(
        'ingest.busy',
        'The maximum number of dry runs is already in progress: try again in a moment.',
      );
    if (limits.sample === undefined) refuseTrial(definition.source);
    const run = this.runDry(name, definition, limits, openTrialGraph);
    const settled = run.catch(() => undefined);
    this.dryRuns.add(settled);
    void settled.then(() => this.dryRuns.delete(settled));
    return run;
  }

  /** Lists streams in the order of their creation. */
  list(): IngestInfo[] {
    return [...this.entries.values()].map(({ stream }) => stream.info());
  }

  /** Query times of streams, in the order of their creation. */
  queryTimes(): readonly { readonly name: string; readonly source: string; readonly times: TimingSummary }[] {
    return [...this.entries.values()].map(({ stream }) => ({
      name: stream.name,
      source: stream.definition.source.type,
      times: stream.queryTimes,
    }));
  }

  /** Readers of streams that have not ended. */
  readers(): readonly ReaderInfo[] {
    return [...this.entries.values()].flatMap(({ stream }) => stream.readers());
  }

  get(name: string): IngestInfo | undefined {
    return this.entries.get(name)?.stream.info();
  }

  /**
   * False while a failed stream waits for a retry, although its status is `Failed` then too. `undefined`: the stream
   * does not exist.
   */
  hasEnded(name: string): boolean | undefined {
    return this.entries.get(name)?.stream.hasEnded;
  }

  /** @throws WeirError `ingest.not-found`; `ingest.not-startable` if the stream has ended. */
  async pause(name: string): Promise<IngestInfo> {
    const { stream } = this.entry(name);
    await stream.pause();
    await this.catalog.flushed();
    return stream.info();
  }

  /** @throws WeirError `ingest.not-found`; `ingest.not-startable` if the stream has ended. */
  async start(name: string): Promise<IngestInfo> {
    const { stream } = this.entry(name);
    await stream.start();
    await this.catalog.flushed();
    return stream.info();
  }

  /**
   * @returns when the pushed records are durable.
   * @throws WeirError `ingest.not-found`; errors of the stream's `push`.
   */
  async push(name: string, body: Uint8Array): Promise<PushOutcome> {
    return this.entry(name).stream.push(body);
  }

  /** @throws WeirError `ingest.not-found`; errors of the stream's `upload`. */
  upload(name: string): FileUpload {
    return this.entry(name).stream.upload();
  }

  /**
   * @returns the stream's final state, after it has stopped.
   * @throws WeirError `ingest.not-found`.
   */
  async delete(name: string): Promise<IngestInfo> {
    const { stream } = this.entry(name);
    await stream.terminate();
    const info = stream.info();
    await this.catalog.delete(name);
    this.entries.delete(name);
    return info;
  }

  /** Restores stored streams; call once, before any other method. A stream that cannot work is restored as failed. */
  async restore(): Promise<void> {
    for (const [name, stored] of await this.catalog.load()) {
      try {
        await this.restoreOne(name, stored);
      } catch (error) {
        const reason = messageOf(error);
        this.options.environment.logger.log('error', `Ingest stream '${name}' cannot be restored: ${reason}`);
      }
    }
  }

  /** Stops all streams and stores their state; records in flight complete. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.closing.abort();
    await Promise.all(this.dryRuns);
    await Promise.all(
      [...this.entries.values()].map(async entry => {
        await entry.stream.halt();
        await this.catalog.putSoon(entry.stream.name, this.stored(entry));
      }),
    );
    await this.catalog.flushed();
  }

  private async runDry(
    name: string,
    definition: IngestDefinition,
    limits: DryRunLimits,
    openTrialGraph: OpenTrialGraph,
  ): Promise<DryRunOutcome> {
    const trial = await openTrialGraph();
    let sample: SampleFile | undefined;
    try {
      if (limits.sample !== undefined) sample = await sampleFile(definition, limits.sample);
      const context = { ...this.context, ...(sample === undefined ? {} : { files: sample.files }), trial };
      return await withEitherSignal(limits.signal, this.closing.signal, signal =>
        dryRun(name, sample?.definition ?? definition, { ...limits, signal }, context),
      );
    } finally {
      await Promise.all([trial.close(), sample?.remove()]);
    }
  }

  private async restoreOne(name: string, stored: StoredStream): Promise<void> {
    const definition = parseIngestDefinition(stored.definition);
    const wasAtWork = stored.status === 'Running' || stored.status === 'Restored';
    const { resume = true, resumeFrom = 'position' } = this.options;
    const state = wasAtWork ? (resume ? 'Running' : 'Restored') : stored.status;
    const progress = isTerminal(state) || resumeFrom === 'position' ? stored.progress : AT_THE_BEGINNING;
    const { createdAt, message } = stored;
    const { stream } = this.add(name, { definition, state, createdAt, progress, message });
    if (isTerminal(state)) return;
    try {
      stream.begin(await prepareStream(name, definition, this.context));
    } catch (error) {
      stream.failedToBegin(error);
    }
  }

  private add(name: string, beginning: Beginning): Entry {
    const { environment, savePositionMillis = SAVE_POSITION_MILLIS } = this.options;
    const stream = new IngestStream({
      name,
      definition: beginning.definition,
      state: beginning.state,
      message: beginning.message ?? undefined,
      progress: beginning.progress,
      saveMillis: savePositionMillis,
      setAside: this.setAside,
      readerProcesses: this.options.graph.admin.workers.readerProcesses,
      environment,
      changed: () => this.changed(entry),
      save: () => this.catalog.putSoon(name, this.stored(entry)),
    });
    const entry: Entry = { stream, createdAt: beginning.createdAt };
    this.entries.set(name, entry);
    return entry;
  }

  private changed(entry: Entry): void {
    const { stream } = entry;
    void this.catalog.putSoon(stream.name, this.stored(entry));
    if (!stream.hasEnded) return;
    const info = stream.info();
    const { logger } = this.options.environment;
    const millis = info.stats.totalRuntime;
    if (info.status === 'Failed') {
      logger.log('error', `Ingest stream '${info.name}' failed after ${millis} ms: ${info.message ?? ''}`);
    } else {
      logger.log('info', `Ingest stream '${info.name}' ${info.status.toLowerCase()} after ${millis} ms`);
    }
    this.options.onEnded?.(info);
  }

  private stored({ stream, createdAt }: Entry): StoredStream {
    const { status, message } = stream.info();
    // A stream that waits for a restart was running.
    const lasting = status === 'Failed' && !stream.hasEnded ? 'Running' : status;
    return {
      definition: stream.definition,
      status: lasting,
      message: lasting === 'Failed' ? (message ?? null) : null,
      progress: stream.progress,
      createdAt,
    };
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new WeirError('ingest.not-found', `There is no ingest stream '${name}'.`);
    return entry;
  }
}

function noDeadLetters(): Promise<never> {
  return Promise.reject(new WeirError('ingest.unavailable', 'Dead letters are not available here.'));
}

function shuttingDown(): WeirError {
  return new WeirError('graph.closed', 'The server is shutting down.');
}

/** Adds the stream's name to errors of the source; errors of the query are unchanged. */
function asCreateError(name: string, error: unknown): unknown {
  if (!(error instanceof WeirError) || !error.code.startsWith('ingest.')) return error;
  return new WeirError(
    error.code,
    `Failed to create ingest stream \`${name}\`: Encountered errors in provided ingest configuration: ${error.message}`,
    { cause: error },
  );
}
