/**
 * Determines which versions of a table are read next: first, if configured, all existing rows, then the changes of
 * several versions at a time, once they exist.
 */
import type { DeltaSharingDefinition } from '../definition/delta-sharing-source.js';
import { type Clock, type Logger, pause, type Scheduler, WeirError } from '@weir/platform';
import { FileBatch } from './file-batch.js';
import { orderedChanges, orderedSnapshot, type VersionedFile } from './ordered-changes.js';
import type { SharedFileAccess } from './shared-file-access.js';
import type { SharingServer } from './sharing-server.js';
import { isUnreadable, SharingProblem } from './sharing-problem.js';
import type { TableAnswer } from './table-answer.js';
import type { TablePosition } from './table-position.js';
import type { Tries } from './tries.js';

export interface TableVersionsOptions {
  readonly definition: DeltaSharingDefinition;
  readonly server: SharingServer;
  readonly access: SharedFileAccess;
  readonly tries: Tries;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closing: AbortSignal;
}

/** Files to read; or an unavailable version, with the reason. */
export type NextVersions =
  | { readonly batch: FileBatch; readonly phase: TablePosition['phase']; readonly last: number }
  | { readonly skipped: number; readonly reason: string };

/** Each keeps one sufficiently small file in memory. */
export const MOST_AHEAD = 32;

export class TableVersions {
  /** Id of the table, once it is known. */
  table: string | null = null;
  /** Reason why no versions arrive, if that is not a failure. */
  trouble: string | undefined;
  /** Whether there are versions that were not requested yet. */
  isBehind = false;
  /** The table declares it: there are only its existing rows. */
  keepsNoChanges = false;
  /** Phase and version to read next. */
  private phase: TablePosition['phase'];
  private version: number | undefined;
  private newest = -1;
  /** Versions up to here are requested one by one, because the server rejected them together. */
  private singlyTo = -1;

  constructor(
    private readonly options: TableVersionsOptions,
    from: TablePosition | undefined,
  ) {
    const { snapshotOnFirstRun, startingVersion } = options.definition;
    this.phase = from?.phase ?? (snapshotOnFirstRun ? 'snapshot' : 'changes');
    this.version = from?.version ?? (startingVersion === undefined ? undefined : Number(startingVersion));
    this.table = from?.table ?? null;
  }

  /**
   * Waits for new versions. @returns `undefined` when there will be none: the table keeps no changes.
   * @throws SharingProblem, `TransientSourceError`, WeirError `ingest.source-changed`.
   */
  async next(): Promise<NextVersions | undefined> {
    if (this.phase === 'snapshot') return this.snapshot();
    if (this.keepsNoChanges) return undefined;
    const from = await this.fromWhere();
    const { maxVersionsPerPoll } = this.options.definition;
    const to = from <= this.singlyTo ? from : Math.min(this.newest, from + maxVersionsPerPoll - 1);
    let answer: TableAnswer;
    try {
      answer = await this.changes(from, to);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      if (!this.options.definition.skipUnreadableVersions)
        throw new SharingProblem('refused', `${versionsText(from, to)}: ${error.message}`, { cause: error });
      if (from < to) {
        this.singlyTo = to;
        return this.next();
      }
      this.version = from + 1;
      return { skipped: from, reason: error.message };
    }
    const again = async (): Promise<VersionedFile[]> => {
      const more = await this.options.server.changes(from, to);
      this.checkTable(more);
      return orderedChanges(more.files, from, to);
    };
    this.version = to + 1;
    this.isBehind = to < this.newest;
    return {
      phase: 'changes',
      last: to,
      batch: this.batchOf(answer, orderedChanges(answer.files, from, to), again),
    };
  }

  private async snapshot(): Promise<NextVersions> {
    const { server, tries, logger } = this.options;
    const wanted = this.version;
    let requested = wanted;
    const readSnapshot = () =>
      tries.until(this.nameOfRequest('The snapshot'), () => server.snapshot(requested));
    let answer;
    try {
      answer = await readSnapshot();
    } catch (error) {
      // A table without history has only its newest version.
      if (wanted === undefined || !isUnreadable(error) || (await this.readVersion()) !== wanted) throw error;
      requested = undefined;
      answer = await readSnapshot();
      if (answer.version !== undefined && answer.version !== wanted) throw error;
    }
    let version = wanted ?? answer.version;
    if (version === undefined) {
      // The newest version may have changed: it is now requested by number.
      version = requested = await this.readVersion();
      answer = await readSnapshot();
    }
    this.checkTable(answer);
    this.keepsNoChanges = answer.hasNoChanges;
    if (answer.hasNoChanges)
      logger.log(
        'warn',
        `${server.name} does not record changes: it is read once, as of version ${version}.`,
      );
    this.phase = 'changes';
    this.version = version + 1;
    const last = version;
    const again = async (): Promise<VersionedFile[]> => {
      let more = await server.snapshot(requested);
      if ((more.version ?? last) !== last) more = await server.snapshot(last);
      this.checkTable(more);
      return orderedSnapshot(more.files, last);
    };
    const batch = this.batchOf(answer, orderedSnapshot(answer.files, last), again);
    return { phase: 'snapshot', last, batch };
  }

  /** Waits until the next version exists. */
  private async fromWhere(): Promise<number> {
    const { definition, scheduler, closing } = this.options;
    if (this.version === undefined) {
      this.newest = await this.readVersion();
      this.version = this.newest + 1;
    }
    for (let isFirst = this.newest < 0; this.newest < this.version; isFirst = false) {
      this.isBehind = false;
      if (!isFirst) await pause(scheduler, definition.pollIntervalMs, closing);
      if (closing.aborted) throw new SharingProblem('passing', 'closed');
      this.newest = await this.readVersion();
      this.trouble =
        this.newest < this.version - 1
          ? `The table is at version ${this.newest}, but version ${this.version - 1} has already been read`
          : undefined;
    }
    return this.version;
  }

  private readVersion(): Promise<number> {
    const { server, tries } = this.options;
    return tries.until(this.nameOfRequest('The version'), () => server.version());
  }

  private async changes(from: number, to: number): Promise<TableAnswer> {
    const { server, tries } = this.options;
    const answer = await tries.until(this.nameOfRequest(versionsText(from, to)), () =>
      server.changes(from, to),
    );
    this.checkTable(answer);
    return answer;
  }

  private nameOfRequest(what: string): string {
    return `${what} of ${this.options.server.name}`;
  }

  private checkTable({ id }: TableAnswer): void {
    if (id === undefined || id === this.table) return;
    if (this.table !== null)
      throw new WeirError(
        'ingest.source-changed',
        `${this.options.server.name} is not the table that was read before. Delete the stream and create ` +
          'it again to read it as it is now.',
      );
    this.table = id;
  }

  private batchOf(
    { columns }: TableAnswer,
    files: readonly VersionedFile[],
    again: () => Promise<readonly VersionedFile[]>,
  ): FileBatch {
    const { access, clock, definition } = this.options;
    const ahead = Math.min(MOST_AHEAD, definition.parquetDownloadParallelism);
    return new FileBatch({ files, columns, again, access, ahead, clock });
  }
}

function versionsText(from: number, to: number): string {
  return from === to ? `Version ${from}` : `Versions ${from} to ${to}`;
}
