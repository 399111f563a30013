/** A consumer's progress through the log: batch by batch, each after the previous one was taken. */
import type { DurableCursor, ResultsInHand, StandingConsumer } from '@weir/contract';
import { Timing, type TimingSummary } from '@weir/platform';
import type { SeenResults } from './log-entry.js';
import type { LogCursor, ResultLog } from './result-log.js';

export interface CursorOptions {
  /** If set, the position survives restarts under this name. */
  readonly name?: string;
  readonly position: number;
  /** Begins after this result. If it is not kept, `onGap` is called and everything that is kept is delivered. */
  readonly resumeAfter?: string | undefined;
  readonly onGap?: (() => void) | undefined;
}

/** Results taken by the consumer that still have to be kept. */
interface InHand {
  readonly done: Promise<void>;
  isDone: boolean;
  /** End position of the results. */
  upTo: number;
}

export class ResultCursor implements DurableCursor, LogCursor {
  readonly name: string | undefined;
  private at: number;
  /** Oldest first; the first one begins at `doneUpTo`. */
  private readonly inHand: InHand[] = [];
  private doneUpTo: number;
  private toFind: string | undefined;
  /** Results that the consumer saw before it resumed. */
  private seen: SeenResults | undefined = undefined;
  private isRunning = false;
  private isClosed = false;
  private hasCaughtUp: boolean;
  private waiters: (() => void)[] = [];
  private readonly deliveries: Timing;

  constructor(
    private readonly log: ResultLog,
    private readonly consumer: StandingConsumer,
    private readonly options: CursorOptions,
  ) {
    this.name = options.name;
    this.deliveries = new Timing(log.options.clock);
    this.at = options.position;
    this.doneUpTo = options.position;
    this.toFind = options.resumeAfter;
    this.hasCaughtUp = this.toFind === undefined && this.at >= log.end;
  }

  get position(): number {
    return this.at;
  }

  get durablePosition(): number {
    return this.inHand.length === 0 ? this.at : this.doneUpTo;
  }

  get waiting(): number {
    return this.log.end - this.at;
  }

  get deliveryTimes(): TimingSummary {
    return this.deliveries.summary();
  }

  drained(): Promise<void> {
    const isDone = !this.isRunning && (this.isClosed || this.at >= this.log.end);
    return isDone ? Promise.resolve() : new Promise(resolve => this.waiters.push(resolve));
  }

  /** False for a cursor without a durable position that is still reading results from before it was attached. */
  get holds(): boolean {
    return this.name !== undefined || this.hasCaughtUp;
  }

  get isIdle(): boolean {
    return !this.isRunning;
  }

  wake(): void {
    if (!this.isRunning && !this.isClosed) void this.run();
  }

  /** Stops delivery; results that it has yet to read are kept if it has a name. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.log.detach(this);
    if (!this.isRunning) this.reportDrained();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    // Leaves the caller's turn first, so that results that arrive in it are delivered together.
    await Promise.resolve();
    try {
      if (this.toFind !== undefined) await this.seek(this.toFind);
      while (!this.isClosed && this.at < this.log.end) await this.deliverSome();
      this.catchUp();
    } catch (error) {
      this.log.options.readFailed(error, () => this.wake());
    }
    this.isRunning = false;
    if (this.isClosed || this.at >= this.log.end) this.reportDrained();
  }

  private catchUp(): void {
    if (this.hasCaughtUp) return;
    this.hasCaughtUp = true;
    this.log.cursorMoved(this);
  }

  private reportDrained(): void {
    const { waiters } = this;
    this.waiters = [];
    for (const done of waiters) done();
  }

  private async seek(resultId: string): Promise<void> {
    const found = await this.log.reader.find(resultId);
    this.toFind = undefined;
    if (found === undefined) return this.options.onGap?.();
    this.at = found.position;
    this.seen = found.seen;
  }

  private async deliverSome(): Promise<void> {
    const at = this.at;
    const { results, next } = await this.log.reader.read(at, this.seen);
    this.log.taking(at);
    const writtenAt = this.log.writtenAt(at);
    if (this.isClosed) return;
    let inHand: ResultsInHand | void = undefined;
    if (results.length > 0) {
      try {
        inHand = await this.consumer(results);
        if (writtenAt !== undefined) this.measure(writtenAt, results.length, inHand?.done);
      } catch (error) {
        this.log.options.consumerFailed(error, results.length);
      }
    }
    if (this.isClosed) return;
    this.doneUpTo = this.durablePosition;
    this.at = next;
    this.keep(inHand?.done, next);
    if (next >= this.log.end) this.hasCaughtUp = true;
    this.log.cursorMoved(this);
  }

  /** @param done resolves when results that the consumer took are delivered; absent if they are. */
  private measure(writtenAt: number, results: number, done: Promise<void> | undefined): void {
    const add = (): void => this.deliveries.add(this.log.options.clock.now() - writtenAt, results);
    if (done === undefined) add();
    else done.then(add, () => undefined);
  }

  private keep(done: Promise<void> | undefined, upTo: number): void {
    const last = this.inHand.at(-1);
    if (last !== undefined && (done === undefined || last.done === done)) {
      last.upTo = upTo;
    } else if (done !== undefined) {
      const inHand = { done, isDone: false, upTo };
      this.inHand.push(inHand);
      done.then(
        () => this.finished(inHand),
        () => undefined,
      );
    }
  }

  private finished(inHand: InHand): void {
    inHand.isDone = true;
    while (this.inHand[0]?.isDone === true) this.doneUpTo = this.inHand.shift()!.upTo;
    this.log.cursorMoved(this);
  }
}
