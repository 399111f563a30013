/** Keeps the data directory of this process up to date with the logs of a graph that another process owns. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Environment, messageOf, pause } from '@weir/platform';
import type { Piscina } from 'piscina';
import type { FollowReport, FollowRequest, FollowTask } from './follow-logs.js';

export interface LogFollower {
  /** Resolves when it has everything that was written before it started. */
  readonly upToDate: Promise<void>;
  /** Returns the number of rows that are not applied yet; `undefined` if the logs do not answer. */
  rowsBehind(): Promise<number | undefined>;
  /** Closes the data directory. */
  stop(): Promise<void>;
}

const RETRY_MILLIS = 1_000;

/** Several followers, each of other partitions, as one. */
export function allFollowers(followers: readonly LogFollower[]): LogFollower {
  return {
    upToDate: Promise.all(followers.map(each => each.upToDate)).then(() => undefined),
    async rowsBehind() {
      const counts = await Promise.all(followers.map(each => each.rowsBehind()));
      return counts.reduce(
        (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
        0,
      );
    },
    async stop() {
      await Promise.all(followers.map(each => each.stop()));
    },
  };
}

/** Follows logs in another thread, and starts again if the thread ends. */
export class ThreadFollower implements LogFollower {
  readonly upToDate: Promise<void>;
  private reportUpToDate!: () => void;
  private readonly ending = new AbortController();
  private port: MessagePort | undefined;
  private readonly running: Promise<void>;
  private answerRows: (count: number | undefined) => void = () => undefined;
  private rows: Promise<number | undefined> | undefined;

  constructor(
    private readonly thread: Piscina,
    private readonly task: Omit<FollowTask, 'port'>,
    private readonly environment: Environment,
  ) {
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
    this.running = this.run();
  }

  async rowsBehind(): Promise<number | undefined> {
    if (this.port === undefined) return undefined;
    if (this.rows === undefined) {
      this.rows = new Promise(resolve => (this.answerRows = resolve));
      this.request('rows');
    }
    return this.rows;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.request('stop');
    await this.running;
  }

  private request(request: FollowRequest): void {
    this.port?.postMessage(request);
  }

  private async run(): Promise<void> {
    const { scheduler, logger } = this.environment;
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.runOnce();
      } catch (error) {
        if (signal.aborted) return;
        logger.log('warn', 'the thread that keeps a copy of the graph has ended; starting it again', {
          error: messageOf(error),
        });
        await pause(scheduler, RETRY_MILLIS, signal);
      }
    }
  }

  private async runOnce(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (report: FollowReport) => this.receive(report));
    this.port = port1;
    try {
      await this.thread.run({ ...this.task, port: port2 }, { name: 'followLogs', transferList: [port2] });
    } finally {
      this.port = undefined;
      port1.close();
      this.answer(undefined);
    }
  }

  private receive(report: FollowReport): void {
    switch (report.kind) {
      case 'up-to-date':
        return this.reportUpToDate();
      case 'rows':
        return this.answer(report.count);
      case 'log':
        return this.environment.logger.log(report.level, report.message, report.fields);
    }
  }

  private answer(rows: number | undefined): void {
    this.rows = undefined;
    this.answerRows(rows);
  }
}
