/**
 * Sends messages to a destination provided by an extension, and retries after transient failures with increasing
 * pauses.
 */
import { Backoff, type Environment, messageOf, type OutgoingPolicy, WeirError } from '@weir/platform';
import type { AnyDestinationKind, Destination, Message } from '@weir/plugins';

export interface WriterContext {
  /** For logs. */
  readonly name: string;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger' | 'random'>;
  readonly outgoing: OutgoingPolicy;
}

export interface Problem {
  readonly reason: string;
  readonly mayPass: boolean;
}

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;

export class PatientWriter {
  private readonly closing = new AbortController();
  private destination: Destination | undefined;

  constructor(
    private readonly kind: AnyDestinationKind,
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

  /** @returns messages that failed after the last retry. Never rejects. */
  async write<M extends Message>(messages: readonly M[]): Promise<Map<M, Problem>> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.context.environment.scheduler, signal);
    const problems = new Map<M, Problem>();
    let left = messages;
    for (let tries = 1; left.length > 0; tries++) {
      const failed = await this.writeOnce(left);
      for (const message of left) problems.delete(message);
      for (const [message, problem] of failed) problems.set(message, problem);
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
      return new Map(unwritten.map(({ message, reason, mayPass }) => [message as M, { reason, mayPass }]));
    } catch (error) {
      return new Map(messages.map(message => [message, { reason: messageOf(error), mayPass: true }]));
    }
  }
}
