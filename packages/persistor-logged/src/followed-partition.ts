/** One partition of a hot spare: applies the rows of its log to its data as they are appended. */
import type { FollowedLog, GraphLogs } from '@weir/cluster';
import { type Environment, messageOf, pause } from '@weir/platform';
import type { LocalTables } from './local-tables.js';
import { type LogTables, MissingRows } from './log-tables.js';
import { openFromSnapshot, openTables } from './open-tables.js';

export interface FollowedPartitionOptions {
  readonly partition: string;
  readonly tables: LocalTables;
  readonly logs: GraphLogs;
  readonly environment: Environment;
}

const RETRY_MILLIS = 1_000;

export class FollowedPartition {
  /** Resolves when everything that was in the log at the start is applied, or following has ended. */
  readonly upToDate: Promise<void>;
  /** Everything that was in the log at the start is applied. */
  isUpToDate = false;
  private reportUpToDate!: () => void;
  private readonly log: FollowedLog;
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  /** Offset before which rows are missing that the data needs. */
  private missing: number | undefined;
  /** Sequence of the last row that was applied, or that was found applied. */
  private applied = 0;
  /** The last warning. */
  private said = '';

  constructor(private readonly options: FollowedPartitionOptions) {
    this.log = options.logs.log(options.partition);
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
    this.running = this.run().finally(this.reportUpToDate);
  }

  /** Returns the number of rows that are not applied yet. Rejects if the log does not answer. */
  rowsBehind(): Promise<number> {
    return this.log.countAfter(this.applied);
  }

  /** Closes the data, in which everything that was read is applied. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.follow();
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof MissingRows) {
          this.missing = error.to;
          continue;
        }
        this.warn(messageOf(error));
        await pause(this.options.environment.scheduler, RETRY_MILLIS, signal);
      }
    }
  }

  private async follow(): Promise<void> {
    const { signal } = this.ending;
    const end = (await this.log.last())?.sequence ?? 0;
    const data = await this.open();
    try {
      this.advance(data.position.sequence, end);
      for await (const row of this.log.follow(this.applied, signal)) {
        await data.applyRow(row);
        this.advance(row.sequence, end);
      }
      await data.savePosition();
    } finally {
      await data.tables.close();
    }
  }

  private async open(): Promise<LogTables> {
    const { partition, tables, logs, environment } = this.options;
    if (this.missing === undefined) return openTables(partition, tables);
    const data = await openFromSnapshot(partition, tables, logs, this.missing, environment);
    this.missing = undefined;
    return data;
  }

  private advance(sequence: number, end: number): void {
    this.applied = sequence;
    if (sequence < end) return;
    this.isUpToDate = true;
    this.reportUpToDate();
  }

  private warn(error: string): void {
    const { partition, environment } = this.options;
    if (error !== this.said)
      environment.logger.log('warn', 'the copy of the graph cannot be updated; retrying', {
        partition,
        error,
      });
    this.said = error;
  }
}
