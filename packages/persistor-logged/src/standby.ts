/**
 * A hot spare: follows the logs of a graph that another process owns, and applies them to its own data directory, so
 * that this process can open the graph where the owner stopped.
 */
import type { GraphLogs, LogStore, PartitionRow, PlacedRow } from '@weir/cluster';
import { type Environment, messageOf, pause, WeirError } from '@weir/platform';
import type { LocalTables } from './local-tables.js';
import { type LogTables, MissingRows } from './log-tables.js';
import { openContinued, openFromSnapshot } from './open-tables.js';

export interface StandbyOptions {
  readonly tables: LocalTables;
  connect(): Promise<GraphLogs>;
  readonly environment: Environment;
}

/** Number of rows that are read ahead of those being applied. */
const ROWS_AHEAD = 256;
const RETRY_MILLIS = 1_000;

export class Standby {
  /** Resolves when everything that was written before the start was read. */
  readonly upToDate: Promise<void>;
  private reportUpToDate!: () => void;
  private readonly ending = new AbortController();
  private readonly followers = new Map<string, LogTables>();
  /** Settles when the last row of each partition is applied. */
  private readonly applied = new Map<string, Promise<void>>();
  /** Offset before which rows of a partition are missing. */
  private readonly missing = new Map<string, number>();
  /** The last warning. */
  private said = '';
  private ahead = 0;
  private resume: () => void = () => undefined;
  private read = 0;
  /** Last sequence when the logs were opened; `undefined` once everything up to it was read. */
  private end: number | undefined;
  private readonly running: Promise<void>;

  constructor(private readonly options: StandbyOptions) {
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
    this.running = this.run();
  }

  /** Sequence of the last row that was read from the logs. */
  get sequence(): number {
    return this.read;
  }

  /** Closes the data directory, in which everything read is applied, or is applied by the next reader of the logs. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.resume();
    await this.running;
  }

  private async run(): Promise<void> {
    const { environment } = this.options;
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.follow();
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof MissingRows) this.missing.set(error.partition, error.to);
        else this.warn(messageOf(error));
        await pause(environment.scheduler, RETRY_MILLIS, signal);
      }
    }
  }

  private warn(error: string): void {
    if (error !== this.said)
      this.options.environment.logger.log('warn', 'the copy of the graph cannot be updated; retrying', {
        error,
      });
    this.said = error;
  }

  /** Ends, with all tables closed, when the signal is aborted or the tables fail. */
  private async follow(): Promise<void> {
    const { signal } = this.ending;
    const logs = await this.options.connect();
    const failing = new AbortController();
    const end = (): void => failing.abort();
    signal.addEventListener('abort', end, { once: true });
    let failure: WeirError | undefined;
    this.read = 0;
    try {
      for (const partition of await this.options.tables.partitions()) await this.open(logs, partition);
      const positions = [...this.followers.values()].map(({ position }) => position.sequence);
      const start = positions.length === 0 ? 0 : Math.min(...positions);
      if (signal.aborted) return;
      this.end = await logs.lastSequence();
      this.caughtUp(start);
      for await (const row of logs.follow(start, failing.signal)) {
        await this.take(logs, row, error => {
          failure ??= WeirError.from(error);
          end();
          this.resume();
        });
      }
    } finally {
      signal.removeEventListener('abort', end);
      await Promise.allSettled(this.applied.values());
      await this.close(failure === undefined);
      await logs.close();
    }
    if (failure !== undefined) throw failure;
  }

  private async take(
    logs: GraphLogs,
    { partition, row }: PartitionRow,
    failed: (error: unknown) => void,
  ): Promise<void> {
    const follower = this.followers.get(partition) ?? (await this.open(logs, partition, row));
    if (row.sequence <= follower.position.sequence) return this.caughtUp(row.sequence);
    this.ahead++;
    const before = this.applied.get(partition) ?? Promise.resolve();
    const applied = before.then(() => follower.applyRow(row));
    applied.catch(failed);
    this.applied.set(
      partition,
      applied.finally(() => {
        this.ahead--;
        this.resume();
      }),
    );
    this.applied.get(partition)!.catch(() => undefined);
    this.caughtUp(row.sequence);
    if (this.ahead >= ROWS_AHEAD) await new Promise<void>(resolve => (this.resume = resolve));
  }

  private caughtUp(sequence: number): void {
    this.read = Math.max(this.read, sequence);
    if (this.end === undefined || this.read < this.end) return;
    this.end = undefined;
    this.reportUpToDate();
    this.options.environment.logger.log('info', 'the copy of the graph is up to date', { sequence });
  }

  /** @param next row of the partition that is read next; default: the one after its position. */
  private async open(logs: GraphLogs, partition: string, next?: PlacedRow): Promise<LogTables> {
    const { tables, environment } = this.options;
    const missing = this.missing.get(partition);
    const follower =
      missing === undefined
        ? await openContinued(partition, tables, logs, environment)
        : await openFromSnapshot(partition, tables, logs, missing, environment);
    this.missing.delete(partition);
    try {
      if (next !== undefined) await readUpTo(follower, logs.log(partition), next);
    } catch (error) {
      await follower.tables.close();
      throw error;
    }
    this.followers.set(partition, follower);
    return follower;
  }

  /** @param isComplete everything that was read is applied. */
  private async close(isComplete: boolean): Promise<void> {
    for (const follower of this.followers.values()) {
      // Also a partition without new rows starts from here.
      if (isComplete) await follower.savePosition(this.read).catch(() => undefined);
      await follower.tables.close();
    }
    this.followers.clear();
    this.applied.clear();
  }
}

/** Applies the rows before `next`: other partitions may be ahead of one whose data is missing or was never complete. */
async function readUpTo(follower: LogTables, log: LogStore, next: PlacedRow): Promise<void> {
  if (follower.position.offset < next.offset) {
    for await (const row of log.rows(follower.position.sequence)) {
      if (row.sequence >= next.sequence) break;
      await follower.applyRow(row);
    }
  }
  await follower.savePosition(next.sequence - 1);
}
