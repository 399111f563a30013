/** Gathers what rows became into messages: so many rows each, or what came in so long. */
import type { Scheduler } from '@weir/model';

export interface RowBatcherOptions {
  readonly scheduler: Scheduler;
  /** Rows of one message. */
  readonly rows: number;
  /** The oldest row waits so long at most; `undefined`: for as long as it takes. */
  readonly millis: number | undefined;
}

/** A message is never longer than this many characters by much, whatever was asked for. */
const LARGEST_MESSAGE = 1 << 20;

export class RowBatcher {
  private items: string[] = [];
  private rows = 0;
  private size = 0;
  private sending: Promise<void> = Promise.resolve();
  private cancelTimer: (() => void) | undefined;

  /** @param send takes the items of one message; resolves when there is room for the next. */
  constructor(
    private readonly send: (items: readonly string[]) => Promise<void>,
    private readonly options: RowBatcherOptions,
  ) {}

  /** @param items of one row. Resolves when there is room for another. */
  async add(items: readonly string[]): Promise<void> {
    const { scheduler, rows, millis } = this.options;
    for (const item of items) this.size += item.length;
    this.items.push(...items);
    if (++this.rows >= rows || this.size >= LARGEST_MESSAGE) await this.flush();
    else if (millis !== undefined) this.cancelTimer ??= scheduler.after(millis, () => void this.flush());
  }

  /** Resolves when all that was added is sent. */
  flush(): Promise<void> {
    const { items } = this;
    this.drop();
    if (items.length > 0) this.sending = this.sending.then(() => this.send(items));
    return this.sending;
  }

  /** What was not sent yet is not sent. */
  drop(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.items = [];
    this.rows = 0;
    this.size = 0;
  }
}
