/**
 * Runs the first records of a definition in a temporary graph, to show what a stream would do. Records run one by one,
 * each with its own outcome. Other readers of the source lose nothing. Everything is bounded: records, bytes, and time.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkOutcome, RecordChunk, StreamingGraph } from '@weir/contract';
import { type IngestDefinition, parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import { type Value } from '@weir/model';
import { maskedText, messageOf, WeirError } from '@weir/platform';
import type { IngestSource } from '@weir/plugins';
import { type PreparedStream, prepareStream, type StreamContext } from './prepare-stream.js';
import type { ChunkRunner } from '../reading/record-pump.js';

export interface DryRunLimits {
  readonly records: number;
  /** Time limit, starting with the opening of the source. */
  readonly millis: number;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
  /** Records in the format of the source, to try instead of those of the source. */
  readonly sample?: string | undefined;
}

export interface DryRunError {
  /** Index of the record, from 0. */
  readonly record: number;
  readonly stage: 'FORMAT' | 'QUERY';
  /** For a failed query. */
  readonly code?: string;
  readonly reason: string;
  /** Beginning of the record, up to the first bytes that are not text. */
  readonly text: string;
}

export interface DryRunOutcome {
  readonly readCount: number;
  /** Records for which the query completed. */
  readonly doneCount: number;
  readonly ended: 'LIMIT' | 'BYTES' | 'TIMEOUT' | 'SOURCE' | 'FAILURE';
  /** Why no records arrived, or why the run failed. */
  readonly message?: string;
  /** The first records as the query gets them, up to `SHOWN_RECORDS`; `null` for those that cannot be decoded. */
  readonly records: readonly Value[];
  readonly errors: readonly DryRunError[];
  readonly warnings: readonly string[];
  /** Content of the graph after the run, up to `SHOWN` nodes and edges each. */
  readonly nodes: readonly Value[];
  readonly edges: readonly Value[];
  readonly nodeCount: number;
  readonly edgeCount: number;
}

/** Opens a temporary graph for a dry run: empty, and deleted when it is closed. */
export type OpenTrialGraph = () => Promise<StreamingGraph>;

/** Maximum number of nodes, and of edges, in an answer. */
const SHOWN = 1_000;
/** Maximum number of records in an answer. */
const SHOWN_RECORDS = 100;
const MOST_BYTES = 16 * 1024 * 1024;
const TEXT_BYTES = 400;

/** @throws WeirError like `IngestStreams.create`; `ingest.no-dry-run`. */
export async function dryRun(
  name: string,
  definition: IngestDefinition,
  limits: DryRunLimits,
  context: Omit<StreamContext, 'graph'> & { readonly graph: StreamingGraph; readonly trial: StreamingGraph },
): Promise<DryRunOutcome> {
  const { graph, trial } = context;
  for (const each of graph.functions.list()) await trial.functions.define(each);
  const own = { ...context, graph: trial, isTrial: true };
  const harmless = withoutConsequences(definition);
  const prepared = await prepareStream(name, harmless, own);
  const { runner } = await prepareStream(name, { ...harmless, parameter: 'that', query: KEEP_RECORD }, own);
  const trying = new Trying(prepared, new RecordReader(runner, trial), limits.records);
  const end = (reason: 'TIMEOUT' | 'FAILURE') => () => void trying.end(reason);
  const endTimer = context.environment.scheduler.after(limits.millis, end('TIMEOUT'));
  const leave = end('FAILURE');
  limits.signal.addEventListener('abort', leave, { once: true });
  if (limits.signal.aborted) leave();
  try {
    await trying.run();
  } finally {
    endTimer();
    limits.signal.removeEventListener('abort', leave);
    await trying.close();
  }
  const [nodes, edges] = [
    await rowsOf(trial, `MATCH (n) RETURN n LIMIT ${SHOWN}`),
    await rowsOf(trial, `MATCH ()-[e]->() RETURN e LIMIT ${SHOWN}`),
  ];
  const [nodeCount, edgeCount] = [
    await count(trial, nodes, 'MATCH (n) RETURN count(n)'),
    await count(trial, edges, 'MATCH ()-[e]->() RETURN count(e)'),
  ];
  return { ...trying.report(), warnings: prepared.warnings, nodes, edges, nodeCount, edgeCount };
}

const KEEP_RECORD = "MATCH (n) WHERE id(n) = idFrom('record of a dry run') SET n.record = $that";
const READ_RECORD = "MATCH (n) WHERE id(n) = idFrom('record of a dry run') RETURN n.record";
const DROP_RECORD = "MATCH (n) WHERE id(n) = idFrom('record of a dry run') DELETE n";

/** Returns records as a query gets them, by way of a node of the temporary graph. */
class RecordReader {
  constructor(
    private readonly runner: ChunkRunner,
    private readonly trial: StreamingGraph,
  ) {}

  /** @returns `null` if the record cannot be decoded, or not be kept as a property; the stream's query reports why. */
  async read(chunk: RecordChunk): Promise<Value> {
    await this.runner.runChunk(chunk).catch(() => undefined);
    const [record = null] = await rowsOf(this.trial, READ_RECORD);
    await rowsOf(this.trial, DROP_RECORD);
    return record;
  }

  async close(): Promise<void> {
    await this.runner.abort();
    await this.runner.close();
  }
}

/** A file with records, and a definition that reads it with the format of another. */
export interface SampleFile {
  readonly definition: IngestDefinition;
  readonly files: FileAccessPolicy;
  remove(): Promise<void>;
}

/** @throws WeirError `ingest.invalid` if the source has no format. */
export async function sampleFile(definition: IngestDefinition, sample: string): Promise<SampleFile> {
  const { type, format } = definition.source;
  if (format === undefined)
    throw new WeirError('ingest.invalid', `A sample needs a source with a format; ${type} has none.`);
  const folder = await mkdtemp(join(tmpdir(), 'weir-dry-run-'));
  const path = join(folder, 'sample');
  await writeFile(path, sample);
  const files = await FileAccessPolicy.create({ workingDirectory: folder, allowedDirectories: [folder] });
  const { source } = parseIngestDefinition({
    source: { type: 'File', path, format },
    query: definition.query,
  });
  return {
    definition: { ...definition, source },
    files,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Bad records are tried once and not delivered as dead letters. */
function withoutConsequences(definition: IngestDefinition): IngestDefinition {
  const { onRecordError } = definition;
  return {
    ...definition,
    parallelism: 1,
    onRecordError: {
      ...onRecordError,
      retrySettings: undefined,
      deadLetterQueueSettings: { ...onRecordError.deadLetterQueueSettings, destinations: [] },
    },
  };
}

class Trying {
  private readonly source: IngestSource;
  private readonly records: Value[] = [];
  private readonly errors: DryRunError[] = [];
  private readCount = 0;
  private doneCount = 0;
  private bytes = 0;
  private ended: DryRunOutcome['ended'] | undefined;
  private message: string | undefined;

  constructor(
    private readonly prepared: PreparedStream,
    private readonly reader: RecordReader,
    private readonly limit: number,
  ) {
    this.source = prepared.openSource();
  }

  /** Never rejects. */
  async run(): Promise<void> {
    try {
      await this.source.open();
      while (this.ended === undefined) {
        if (this.readCount >= this.limit) this.ended = 'LIMIT';
        else if (this.bytes >= MOST_BYTES) this.ended = 'BYTES';
        else await this.one();
      }
    } catch (error) {
      if (this.ended !== undefined) return;
      this.ended = 'FAILURE';
      this.message = messageOf(error);
    }
  }

  /** Cancels work in flight. */
  async end(reason: 'TIMEOUT' | 'FAILURE'): Promise<void> {
    if (this.ended !== undefined) return;
    this.ended = reason;
    this.message = this.source.status?.().trouble;
    await Promise.all([this.source.close(), this.prepared.runner.abort()]);
  }

  async close(): Promise<void> {
    await this.source.close();
    await this.reader.close();
    await this.prepared.runner.close();
  }

  report() {
    const { readCount, doneCount, ended = 'FAILURE', message, records, errors } = this;
    return {
      readCount,
      doneCount,
      ended,
      records,
      errors,
      ...(message === undefined ? {} : { message: maskedText(message) }),
    };
  }

  private async one(): Promise<void> {
    const batch = await this.source.next(1);
    if (batch === undefined) {
      this.ended ??= 'SOURCE';
      return;
    }
    const { chunk } = batch;
    const record = this.readCount++;
    this.bytes += chunk.bounds[1]! - chunk.bounds[0]!;
    if (record < SHOWN_RECORDS) this.records.push(await this.reader.read(chunk));
    // Counted here, because a source may begin at any position.
    const outcome = await this.outcomeOf({ ...chunk, firstPosition: record });
    this.doneCount += outcome.done;
    const text = beginningOf(chunk);
    for (const { reason } of outcome.rejections) this.errors.push({ record, stage: 'FORMAT', reason, text });
    for (const { reason } of outcome.setAside ?? [])
      this.errors.push({ record, stage: 'QUERY', reason, text });
    if (outcome.failure === undefined) return;
    const { code, message: reason } = this.ended === 'TIMEOUT' ? outOfTime() : outcome.failure.error;
    this.errors.push({ record, stage: 'QUERY', code, reason, text });
  }

  private async outcomeOf(chunk: RecordChunk): Promise<ChunkOutcome> {
    try {
      return await this.prepared.runner.runChunk(chunk);
    } catch (cause) {
      const error = WeirError.from(cause);
      // The graph is lost, or the run was canceled.
      this.ended ??= 'FAILURE';
      this.message ??= error.message;
      const failure = { position: chunk.firstPosition, error };
      return { done: 0, rejected: 0, rejections: [], failure };
    }
  }
}

function outOfTime(): WeirError {
  return new WeirError('cypher.timeout', 'The query did not finish within the time limit of the dry run.');
}

function beginningOf({ bytes, bounds }: RecordChunk): string {
  const [start, end] = [bounds[0]!, bounds[1]!];
  return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + TEXT_BYTES)));
}

/** Returns the first column; an empty list if the graph is lost. */
async function rowsOf(trial: StreamingGraph, query: string): Promise<Value[]> {
  try {
    return (await (await trial.query(query)).rows()).map(([value]) => value!);
  } catch {
    return [];
  }
}

async function count(trial: StreamingGraph, found: readonly Value[], query: string): Promise<number> {
  if (found.length < SHOWN) return found.length;
  const [number] = await rowsOf(trial, query);
  return Number(number ?? found.length);
}
