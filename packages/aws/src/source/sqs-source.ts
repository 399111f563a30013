/**
 * The bodies of the messages of a queue. A message is deleted once its contents are durable; until then the queue keeps
 * it and delivers it again, whatever happens to this program. So no position is stored. Some messages are received
 * ahead: at most one response of each concurrent request.
 */
import type { SqsMessage, SqsQueue } from '../connection/sqs-queue.js';
import type { SqsSourceDefinition } from '../definition/sqs-source.js';
import { expectWaiters, type Logger, type Scheduler, shownUrl } from '@weir/platform';
import {
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { RemoteSource } from '@weir/plugins/reconnecting';
import { awsReason, isAwsRefusal } from '../connection/aws-problem.js';
import { HeldMessages } from './held-messages.js';

export interface SqsSourceOptions {
  readonly definition: SqsSourceDefinition;
  readonly queue: SqsQueue;
  /** Deletes nothing, and gives back all received messages. */
  readonly isTrial?: boolean;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Interval of polling the number of messages. */
const POLL_MILLIS = 5_000;

export class SqsSource extends RemoteSource {
  readonly supports: SourceSupports;
  private readonly held: HeldMessages | undefined;
  /** Received and not yet cut. */
  private waiting: SqsMessage[] = [];
  /** Cut and not yet durable, from position `durable` on. */
  private underWay: SqsMessage[] = [];
  private durable = 0;
  private receiving = 0;
  private failure: { readonly error: unknown } | undefined;
  private lag: number | undefined;
  private wake: () => void = () => undefined;
  private cancelPoll: () => void = () => undefined;

  constructor(private readonly options: SqsSourceOptions) {
    const { definition, queue, isTrial = false, scheduler, logger } = options;
    const sender = `SQS, ${shownUrl(queue.queueUrl)}`;
    super({ sender, reasonOf: awsReason, isRefusal: isAwsRefusal, scheduler, logger });
    const closing = this.closingSignal;
    expectWaiters(closing, definition.readParallelism);
    const deletes = definition.deleteReadMessages && !isTrial;
    this.supports = { finite: false, resume: 'onward', acknowledge: deletes };
    if (deletes || isTrial) this.held = new HeldMessages({ queue, scheduler, logger, closing });
  }

  protected begin(from: ResumePoint | undefined): void {
    this.durable = from?.position ?? 0;
    void this.poll();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (!this.isClosed()) {
      if (this.failure !== undefined) throw this.failure.error;
      if (this.waiting.length > 0) {
        const messages = this.waiting.splice(0, maximum);
        if (this.held !== undefined) this.underWay.push(...messages);
        if (this.waiting.length === 0) this.receiveMore();
        const encoder = new TextEncoder();
        return packBytes(messages.map(({ body }) => encoder.encode(body)));
      }
      this.receiveMore();
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    return undefined;
  }

  /** Messages that were not deleted are delivered again. */
  protected cursor(): string | null {
    return null;
  }

  protected override acknowledgeTo({ position }: ResumePoint): Promise<void> {
    if (this.supports.acknowledge) this.held?.delete(this.underWay.splice(0, position - this.durable));
    this.durable = position;
    return Promise.resolve();
  }

  protected override async pauseSource(): Promise<void> {
    await super.pauseSource();
    await this.held?.giveBack(this.waiting.splice(0));
  }

  protected override async resumeSource(): Promise<void> {
    await super.resumeSource();
    this.wake();
  }

  protected override async closeSource(): Promise<void> {
    await super.closeSource();
    this.options.queue.close();
  }

  /** Without it the queue relies on its own timeouts. */
  protected override async release(): Promise<void> {
    this.cancelPoll();
    this.wake();
    await this.held?.flush();
    await this.held?.giveBack([...this.underWay.splice(0), ...this.waiting.splice(0)]);
  }

  protected override measured(): SourceStatus {
    const trouble = this.held?.trouble;
    return {
      ...(this.lag === undefined ? {} : { lag: this.lag }),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  private receiveMore(): void {
    while (!this.isPaused && this.receiving < this.options.definition.readParallelism) {
      this.receiving++;
      void this.receive();
    }
  }

  /** Receives until messages arrive. Never rejects. */
  private async receive(): Promise<void> {
    const { queue } = this.options;
    const signal = this.closingSignal;
    try {
      while (!signal.aborted && !this.isPaused) {
        const messages = (await this.attempts.until(() => queue.receive(signal))) ?? [];
        if (messages.length === 0) continue;
        this.held?.take(messages);
        if (this.isPaused || signal.aborted) await this.held?.giveBack(messages);
        else this.waiting.push(...messages);
        break;
      }
    } catch (error) {
      this.failure = { error };
    }
    // Before the wake-up, which may start the next request.
    this.receiving--;
    this.wake();
  }

  /** Messages are still received if permission for the count is missing. */
  private async poll(): Promise<void> {
    const { queue, scheduler } = this.options;
    try {
      const { messages, visibilitySeconds } = await queue.state();
      if (this.isClosed()) return;
      if (this.lag === undefined) this.held?.keepHidden(visibilitySeconds);
      this.lag = messages;
    } catch {
      this.lag = undefined;
    }
    if (!this.isClosed()) this.cancelPoll = scheduler.after(POLL_MILLIS, () => void this.poll());
  }
}
