/**
 * Changes of a table shared by the Delta Sharing protocol, version by version: a record for each changed row. The
 * position is a version, a file of it and a row of that file. Repeated requests return the same files with the same
 * ids, and their order is always the same. Files are Parquet, and are read by another process.
 */
import type { DeltaSharingDefinition } from '../definition/delta-sharing-source.js';
import { encode, mapSet, type Value, type ValueMap } from '@weir/model';
import { type Clock, type Logger, type OutgoingPolicy, type Scheduler, WeirError } from '@weir/platform';
import { ParquetReader, type RowShape } from '@weir/formats/parquet';
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import type { FileBatch } from './file-batch.js';
import { keyOf, type VersionedFile } from './ordered-changes.js';
import { partitionValue } from './partition-values.js';
import { SharedFileAccess } from './shared-file-access.js';
import { SharingServer } from './sharing-server.js';
import { isUnreadable, SharingProblem } from './sharing-problem.js';
import type { TableAnswer } from './table-answer.js';
import { positionOf, positionText, type TablePosition } from './table-position.js';
import { MOST_AHEAD, TableVersions } from './table-versions.js';
import { Tries } from './tries.js';

export interface DeltaSharingSourceOptions {
  readonly definition: DeltaSharingDefinition;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outgoing: OutgoingPolicy;
}

/** Uncompressed. */
const LARGEST_ROW_GROUP_BYTES = 512 * 1024 * 1024;
const CHANGE_TYPE = '_change_type';
const CHANGE_TYPES = { file: 'insert', add: 'insert', remove: 'delete' } as const;

export class DeltaSharingSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'exact', acknowledge: false };
  private readonly closing = new AbortController();
  private readonly server: SharingServer;
  private readonly access: SharedFileAccess;
  private readonly tries: Tries;
  private readonly parquet: ParquetReader;
  private versions: TableVersions | undefined;
  private batch: FileBatch | undefined;
  private phase: TablePosition['phase'] = 'changes';
  /** Last version of the batch. */
  private lastVersion = 0;
  /** Number of rows and next row of the current file. */
  private rows: number | undefined;
  private row = 0;
  /** Position after the records that were cut. */
  private tablePosition: TablePosition | undefined;
  /** Position of an earlier run, until it is found again. */
  private resumed: TablePosition | undefined;
  private lastMillis: number | null = null;

  constructor(private readonly options: DeltaSharingSourceOptions) {
    super();
    const { definition, clock, outgoing, scheduler, logger } = options;
    const { endpoint, maxRetries, parquetFetchTimeoutMs: millis, parquetDownloadParallelism } = definition;
    const closing = this.closing.signal;
    this.server = new SharingServer({ definition, clock, outgoing, closing });
    this.tries = new Tries({ maxRetries, scheduler, logger, closing });
    const connections = Math.min(MOST_AHEAD, parquetDownloadParallelism);
    const { tries } = this;
    this.access = new SharedFileAccess({ endpoint, millis, connections, clock, outgoing, tries, closing });
    this.parquet = new ParquetReader({ maximumGroupBytes: LARGEST_ROW_GROUP_BYTES, scheduler });
  }

  status(): SourceStatus {
    const { tries, versions, batch, lastMillis } = this;
    const trouble = tries.trouble ?? versions?.trouble;
    const isBehind = (batch?.file !== undefined || versions?.isBehind === true) && lastMillis !== null;
    return {
      ...(isBehind ? { behindMillis: Math.max(0, this.options.clock.now() - lastMillis) } : {}),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    const position = typeof from?.cursor === 'string' ? positionOf(from.cursor) : undefined;
    this.tablePosition = position;
    if (position?.file !== undefined) this.resumed = position;
    const { server, access, tries } = this;
    this.versions = new TableVersions(
      { ...this.options, server, access, tries, closing: this.closing.signal },
      position,
    );
    return Promise.resolve();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    try {
      while (!this.isClosed()) {
        const file = this.batch?.file;
        if (file === undefined) {
          const skipped = await this.nextBatch();
          if (skipped === undefined) continue;
          return skipped === 'end' ? undefined : skipped;
        }
        const cut = await this.read(this.batch!, file, maximum);
        if (cut !== undefined) return cut;
      }
      return undefined;
    } catch (error) {
      throw this.failure(error);
    }
  }

  protected cursor(): string | null {
    return this.tablePosition === undefined ? null : positionText(this.tablePosition);
  }

  protected async closeSource(): Promise<void> {
    this.closing.abort();
    this.parquet.close();
    await Promise.all([this.server.close(), this.access.close()]);
  }

  /** @returns a bad record for an unavailable version; `undefined` when there are files to read. */
  private async nextBatch(): Promise<CutRecords | 'end' | undefined> {
    this.batch = undefined;
    const versions = this.versions!;
    // While it waits, the reading process would stay alive and keep its last rows.
    if (!versions.isBehind) this.parquet.rest();
    const next = await versions.next();
    if (next === undefined) return 'end';
    const { table } = versions;
    if ('skipped' in next) {
      this.tablePosition = { table, phase: 'changes', version: next.skipped + 1 };
      return this.badRecord(`Version ${next.skipped} of ${this.server.name}`, next.reason);
    }
    this.batch = next.batch;
    this.phase = next.phase;
    this.lastVersion = next.last;
    const { resumed } = this;
    this.resumed = undefined;
    if (resumed?.file !== undefined) {
      next.batch.goTo(resumed.version, resumed.file, resumed.rows === undefined);
      const { file } = next.batch;
      if (file !== undefined && keyOf(file) === resumed.file) this.row = resumed.rows ?? 0;
    }
    return undefined;
  }

  /** @returns `undefined` when the whole file is read. */
  private async read(
    batch: FileBatch,
    file: VersionedFile,
    maximum: number,
  ): Promise<CutRecords | undefined> {
    let cut: CutRecords | undefined;
    try {
      if (this.rows === undefined) {
        const shape = shapeOf(file, batch.columns);
        this.rows = await this.parquet.open(await batch.open(), shape);
      }
      if (this.row < this.rows) cut = await this.parquet.rows(this.row, Math.min(maximum, this.rows));
    } catch (error) {
      if (!isOfFile(error) || this.isClosed()) throw error;
      const what = `File ${file.id} of version ${file.version} of ${this.server.name}`;
      if (!this.options.definition.skipUnreadableVersions)
        throw new WeirError('ingest.invalid', `${what} cannot be read: ${error.message}`, { cause: error });
      this.pass(batch, file);
      return this.badRecord(what, error.message);
    }
    this.row += cut === undefined ? 0 : cut.bounds.length >>> 1;
    this.lastMillis = file.timestamp;
    if (this.row >= this.rows) this.pass(batch, file);
    else this.tablePosition = { ...this.positionAt(file), rows: this.row };
    return cut;
  }

  /** The file is complete. */
  private pass(batch: FileBatch, file: VersionedFile): void {
    this.rows = undefined;
    this.row = 0;
    batch.pass();
    const { table, keepsNoChanges } = this.versions!;
    const version = batch.file?.version ?? this.lastVersion + 1;
    // A completed version is not requested again: it may have been removed by then.
    const continues = version > file.version && !keepsNoChanges;
    this.tablePosition = continues ? { table, phase: 'changes', version } : this.positionAt(file);
  }

  private positionAt(file: VersionedFile): TablePosition {
    const { phase } = this;
    return { table: this.versions!.table, phase, version: file.version, file: keyOf(file) };
  }

  /** Returns one bad record in place of the whole file or version. */
  private badRecord(what: string, reason: string): CutRecords {
    this.options.logger.log('warn', `${what} is skipped: ${reason}`);
    return packBytes([encode(new WeirError('ingest.invalid', `${what} is skipped: ${reason}`))]);
  }

  private failure(error: unknown): unknown {
    if (!(error instanceof SharingProblem)) return error;
    return new WeirError('ingest.invalid', `${this.server.name}: ${error.message}`, { cause: error });
  }
}

/** Returns whether only this file is unreadable. */
function isOfFile(error: unknown): error is Error {
  if (isUnreadable(error)) return true;
  return (
    error instanceof WeirError && (error.code === 'ingest.invalid' || error.code === 'ingest.record-too-long')
  );
}

function shapeOf(
  { kind, version, timestamp, partitionValues }: VersionedFile,
  columns: TableAnswer['columns'],
): RowShape {
  const fixed: ValueMap = {};
  for (const [name, text] of partitionValues)
    mapSet(fixed, name, partitionValue(name, columns.has(name) ? columns.get(name) : 'string', text));
  const change: Value | undefined = kind === 'cdf' ? undefined : CHANGE_TYPES[kind];
  if (change !== undefined) fixed[CHANGE_TYPE] = change;
  fixed['_commit_version'] = version;
  fixed['_commit_timestamp'] = timestamp;
  return {
    columns: [...columns.keys()],
    required: kind === 'cdf' ? [CHANGE_TYPE] : [],
    fixed: encode(fixed),
  };
}
