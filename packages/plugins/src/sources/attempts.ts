/**
 * Retries what a source needs from its sender until it succeeds, after increasing pauses, and keeps the reason why no
 * records arrive. A sender that rejects the very first attempt ends the source: its definition is wrong. Later
 * rejections, by a server that is being set up or upgraded, are retried as any other failure.
 */
import { Backoff, type Logger, reasonOf as reasonOfAny, type Scheduler, WeirError } from '@weir/platform';
import { TransientSourceError } from './ingest-source.js';

export interface SenderOptions {
  /** Name of the sender in messages: `Kafka at broker:9092`. */
  readonly sender: string;
  /** Returns an error in one line; default: its message and that of its cause. */
  readonly reasonOf?: (error: unknown) => string;
  /** Returns whether the sender rejects this client, so that a retry is pointless; default: never. */
  readonly isRefusal?: (error: unknown) => boolean;
  readonly pauses?: Pauses;
  /** Consecutive retries before the source fails; default: no limit. */
  readonly maximumTries?: number | undefined;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

export interface Pauses {
  /** Milliseconds; each pause is twice as long as the one before. Default 200. */
  readonly shortest: number;
  /** Milliseconds; default 10,000. */
  readonly longest: number;
}

const PAUSES: Pauses = { shortest: 200, longest: 10_000 };

export class Attempts {
  /** Whether the sender has responded before, in this run or an earlier one. */
  isKnownSender = false;
  private currentTrouble: string | undefined;
  private failures = 0;
  private backoff: Backoff;

  /** @param closing ends all pauses. */
  constructor(
    private readonly options: SenderOptions,
    private readonly closing: AbortSignal,
  ) {
    this.backoff = this.backoffOf(options.pauses ?? PAUSES);
  }

  /** Why no records arrive at present. */
  get trouble(): string | undefined {
    return this.currentTrouble;
  }

  /** From now on, for example because the sender asks for it. */
  setPauses(pauses: Pauses): void {
    this.backoff = this.backoffOf(pauses);
  }

  /** @returns `undefined` when the source is being closed. @throws WeirError, TransientSourceError as `failed` does. */
  async until<T>(attempt: () => Promise<T>): Promise<T | undefined> {
    while (!this.closing.aborted) {
      try {
        const result = await attempt();
        this.succeeded();
        return result;
      } catch (error) {
        await this.failed(error);
      }
    }
    return undefined;
  }

  /** The sender has responded. @param restartsPauses false: pauses continue to grow if it fails again. */
  succeeded(restartsPauses = true): void {
    const { logger, sender } = this.options;
    if (this.currentTrouble !== undefined) logger.log('info', `Reading from ${sender} again.`);
    this.currentTrouble = undefined;
    this.failures = 0;
    this.isKnownSender = true;
    if (restartsPauses) this.restartPauses();
  }

  restartPauses(): void {
    this.backoff.restart();
  }

  /** @returns when the next attempt is due. @throws as `note` does. */
  async failed(error: unknown): Promise<void> {
    if (this.closing.aborted) return;
    this.note(error);
    await this.pause();
  }

  /**
   * Records a failure. @throws WeirError, TransientSourceError the error itself if it is one of these: a retry is
   * pointless. @throws WeirError `ingest.invalid` if the sender is not known and rejects this client.
   * @throws TransientSourceError after the last attempt.
   */
  note(error: unknown): void {
    if (error instanceof WeirError || error instanceof TransientSourceError) throw error;
    const { sender, reasonOf = reasonOfAny, isRefusal, maximumTries = Infinity, logger } = this.options;
    const reason = `Cannot read from ${sender}: ${reasonOf(error)}`;
    if (!this.isKnownSender && isRefusal?.(error) === true)
      throw new WeirError('ingest.invalid', reason, { cause: error });
    if (this.failures++ >= maximumTries) {
      this.currentTrouble = undefined;
      throw new TransientSourceError(reason, { cause: error });
    }
    if (this.currentTrouble !== reason) logger.log('warn', `${reason}. Retrying until it responds.`);
    this.currentTrouble = reason;
  }

  /** Ends early when the source is being closed. */
  async pause(): Promise<void> {
    await this.backoff.pause();
  }

  private backoffOf({ shortest, longest }: Pauses): Backoff {
    return new Backoff(shortest, this.options.scheduler, this.closing, longest);
  }
}
