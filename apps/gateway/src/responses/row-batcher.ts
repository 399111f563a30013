/** Batches the items of rows into messages, by number of rows or by time. */
import type { Scheduler } from '@weir/platform';

export interface RowBatcherOptions {
  readonly scheduler: Scheduler;
  /** Rows per message. */
  readonly rows: number;
  /** Maximum time that the oldest row waits; `undefined`: no limit. */
  readonly millis: number | undefined;
}

/** Approximate maximum length of a message in characters, whatever the options. */
const LARGEST_MESSAGE = 1 << 20;

export class RowBatcher {
  private items: string[] = [];
  private rows = 0;
  private size = 0;
  private sending: Promise<void> = Promise.resolve();
  private cancelTimer: (() => void) | undefined;

  /** @param send receives the items of one message; resolves when there is room for the next. */
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

  /** Resolves when all added items are sent. */
  flush(): Promise<void> {
    const { items } = this;
    this.drop();
    if (items.length > 0) this.sending = this.sending.then(() => this.send(items));
    return this.sending;
  }

  /** Discards unsent items. */
  drop(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.items = [];
    this.rows = 0;
    this.size = 0;
  }
}
