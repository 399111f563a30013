/**
 * Writes messages to a destination, and retries those that did not arrive after increasing pauses. As long as some
 * messages of each attempt arrive, attempts are not counted.
 */
import {
  Backoff,
  type Environment,
  messageOf,
  type OutgoingPolicy,
  reasonOf,
  untilAborted,
  WeirError,
} from '@weir/platform';
import type { Destination, Message, MessageOrigin, Unwritten } from '@weir/plugins';
import type { MessageKind } from './message-kind.js';

export interface WriterContext {
  /** For logs. */
  readonly name: string;
  readonly origin: MessageOrigin;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger' | 'random'>;
  readonly outgoing: OutgoingPolicy;
}

export type Problem = Omit<Unwritten, 'message'>;

/** Attempts without progress; with the pauses between them, about eight seconds. */
const TRIES = 6;
const FIRST_PAUSE_MILLIS = 250;
const CLOSED: Problem = { reason: 'closed before it was sent', mayPass: true };

export class RetryingWriter {
  private readonly closing = new AbortController();
  private destination: Destination | undefined;

  constructor(
    private readonly kind: Pick<MessageKind, 'type' | 'open'>,
    private readonly definition: object,
    private readonly context: WriterContext,
  ) {}

  /** @throws WeirError `output.invalid`. */
  async open(): Promise<void> {
    const context = { ...this.context, signal: this.closing.signal };
    try {
      this.destination = await this.kind.open({ ...this.definition }, context);
    } catch (cause) {
      if (cause instanceof WeirError) throw cause;
      const reason = messageOf(cause);
      throw new WeirError('output.invalid', `The destination ${this.kind.type} cannot be opened: ${reason}`, {
        cause,
      });
    }
  }

  /** @returns messages that failed after the last attempt. Never rejects. */
  async write<M extends Message>(messages: readonly M[]): Promise<Map<M, Problem>> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.context.environment.scheduler, signal);
    const problems = new Map<M, Problem>(messages.map(message => [message, CLOSED]));
    let left = messages;
    for (let tries = 1; left.length > 0 && !signal.aborted; tries++) {
      const failed = await untilAborted(this.writeOnce(left), signal, undefined);
      if (failed === undefined) break;
      for (const message of left) problems.delete(message);
      for (const [message, problem] of failed) problems.set(message, problem);
      if (failed.size < left.length) tries = 0;
      left = left.filter(message => failed.get(message)?.mayPass === true);
      if (tries === TRIES || left.length === 0 || !(await backoff.pause())) break;
    }
    return problems;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.destination?.close();
  }

  private async writeOnce<M extends Message>(messages: readonly M[]): Promise<Map<M, Problem>> {
    try {
      const unwritten = (await this.destination!.write(messages)) ?? [];
      return new Map(unwritten.map(({ message, ...problem }) => [message as M, problem]));
    } catch (error) {
      return new Map(messages.map(message => [message, { reason: reasonOf(error), mayPass: true }]));
    }
  }
}
