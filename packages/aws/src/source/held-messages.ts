/**
 * Received messages that are not yet deleted. They stay hidden from other readers while they are held, are deleted once
 * they are durable, and are given back if they will not be read. An error loses no message: it is received again.
 */
import { awsReason } from '../connection/aws-problem.js';
import { SQS_BATCH, type SqsMessage, type SqsQueue } from '../connection/sqs-queue.js';
import { type Logger, pause, type Scheduler } from '@weir/platform';

export interface HeldMessagesOptions {
  readonly queue: SqsQueue;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Once aborted, only `flush` deletes. */
  readonly closing: AbortSignal;
}

/** Number of concurrent requests. */
const DELETIONS = 8;
const RETRY_MILLIS = 500;

export class HeldMessages {
  /** Current reason why durable messages stay in the queue. */
  trouble: string | undefined;
  private readonly held = new Set<string>();
  private due: string[] = [];
  private deletions = 0;
  private idle: (() => void)[] = [];
  private endExtension: () => void = () => undefined;

  constructor(private readonly options: HeldMessagesOptions) {}

  take(messages: readonly SqsMessage[]): void {
    for (const { handle } of messages) this.held.add(handle);
  }

  /** Call when the messages are durable. */
  delete(messages: readonly SqsMessage[]): void {
    for (const { handle } of messages) this.due.push(handle);
    this.deleteMore();
  }

  /** Releases the messages to other readers immediately. Never rejects. */
  async giveBack(messages: readonly SqsMessage[]): Promise<void> {
    for (const { handle } of messages) this.held.delete(handle);
    await this.hide(
      messages.map(({ handle }) => handle),
      0,
    );
  }

  /** Keeps held messages hidden from now on. @param seconds visibility timeout of the queue. */
  keepHidden(seconds: number): void {
    this.endExtension();
    if (this.options.closing.aborted) return;
    this.endExtension = this.options.scheduler.after((seconds * 1000) / 2, () => {
      void this.hide([...this.held], seconds).finally(() => this.keepHidden(seconds));
    });
  }

  /** @returns when all due messages are deleted, or the deletion was attempted once more. */
  async flush(): Promise<void> {
    this.endExtension();
    this.deleteMore();
    if (this.deletions > 0) await new Promise<void>(resolve => this.idle.push(resolve));
  }

  private deleteMore(): void {
    while (this.due.length > 0 && this.deletions < DELETIONS) {
      this.deletions++;
      void this.deleteSome(this.due.splice(0, SQS_BATCH)).finally(() => {
        this.deletions--;
        this.deleteMore();
        if (this.deletions === 0) for (const resolve of this.idle.splice(0)) resolve();
      });
    }
  }

  private async deleteSome(handles: readonly string[]): Promise<void> {
    const { queue, logger, scheduler, closing } = this.options;
    let left = handles;
    for (;;) {
      try {
        left = await queue.delete(left);
        this.trouble = undefined;
        if (left.length === 0) break;
      } catch (error) {
        const reason = `Could not delete SQS messages, which are read again after a restart: ${awsReason(error)}`;
        if (this.trouble === undefined) logger.log('warn', `${reason}. Retrying.`);
        this.trouble = reason;
      }
      if (closing.aborted) break;
      await pause(scheduler, RETRY_MILLIS, closing);
    }
    for (const handle of handles) this.held.delete(handle);
  }

  private async hide(handles: readonly string[], seconds: number): Promise<void> {
    const { queue, logger } = this.options;
    for (let i = 0; i < handles.length; i += SQS_BATCH) {
      try {
        await queue.hide(handles.slice(i, i + SQS_BATCH), seconds);
      } catch (error) {
        logger.log('debug', `Could not keep SQS messages hidden: ${awsReason(error)}`);
        return;
      }
    }
  }
}
