/**
 * Stands between a standing query and one of its outputs: a bounded queue, emptied in order, batch by batch.
 * The query's promise is answered while there is room, so the slowest output sets the pace, and a fast one
 * only waits for a slow one when the slow one's queue is full.
 */
import type { Logger } from '@weir/model';
import type { StandingOutput } from '@weir/runtime';
import type { ResultSink } from '../sinks/result-sink.js';

export interface OutputStats {
  readonly delivered: number;
  /** Lost: tried, given up, logged. */
  readonly failed: number;
  /** Left out as the definition asks. */
  readonly dropped: number;
  /** Waiting now. */
  readonly queued: number;
}

/** Results that wait, before the query is asked to wait. */
const CAPACITY = 256;
const LARGEST_BATCH = 256;

export class OutputPump {
  private queue: StandingOutput[] = [];
  private delivered = 0;
  private failed = 0;
  private dropped = 0;
  private work: Promise<void> | undefined;
  private isClosed = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly output: string,
    private readonly sink: ResultSink,
    private readonly logger: Logger,
  ) {}

  /** Takes results in order. @returns when there is room for more. */
  accept(results: readonly StandingOutput[]): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    for (const result of results) this.queue.push(result);
    this.work ??= this.empty();
    if (this.queue.length < CAPACITY) return Promise.resolve();
    return new Promise(resolve => this.waiting.push(resolve));
  }

  stats(): OutputStats {
    return {
      delivered: this.delivered,
      failed: this.failed,
      dropped: this.dropped,
      queued: this.queue.length,
    };
  }

  /** Results that were lost beside a batch. */
  lost(count: number): void {
    this.failed += count;
  }

  /** When what is queued now has been delivered. */
  async drained(): Promise<void> {
    await this.work;
  }

  /** Takes no more and lets go; what is still queued is lost, logged and counted. */
  async close(): Promise<void> {
    this.isClosed = true;
    const left = this.queue.length;
    this.queue = [];
    if (left > 0) {
      this.failed += left;
      this.logger.log(
        'error',
        `Output '${this.output}' was closed with ${left} result(s) waiting; they are lost.`,
      );
    }
    this.release();
    await this.sink.close();
    await this.work;
  }

  private async empty(): Promise<void> {
    // Leaves the caller's turn first, so that what arrives in it travels together.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, Math.min(LARGEST_BATCH, this.sink.supports.batch));
      await this.deliver(batch);
      if (this.queue.length < CAPACITY) this.release();
    }
    this.work = undefined;
  }

  private async deliver(batch: readonly StandingOutput[]): Promise<void> {
    try {
      const report = await this.sink.deliver(batch);
      this.delivered += report.delivered;
      this.failed += report.failed;
      this.dropped += report.dropped;
    } catch (error) {
      this.failed += batch.length;
      this.logger.log('error', `Output '${this.output}' lost ${batch.length} result(s): ${String(error)}`);
    }
  }

  private release(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
