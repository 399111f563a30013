/**
 * Base class of sources that send requests to a remote sender. A technology sends them through `attempts`, which retries
 * them after pauses; this class reports the reason of failures in the stream's status, and closes.
 */
import { pause, reasonOf } from '@weir/platform';
import { Attempts, type SenderOptions } from './attempts.js';
import { BaseSource, type SourceLimits } from './base-source.js';
import type { ResumePoint, SourceStatus } from './ingest-source.js';

export interface RemoteOptions extends SenderOptions {
  readonly limits?: SourceLimits;
}

/** Time for `release`; after that the sender's own timeouts apply. */
const RELEASE_MILLIS = 2_000;

export abstract class RemoteSource extends BaseSource {
  protected readonly attempts: Attempts;
  protected isPaused = false;
  private readonly closing = new AbortController();

  protected constructor(private readonly remote: RemoteOptions) {
    super(remote.limits);
    this.attempts = new Attempts(remote, this.closing.signal);
  }

  status(): SourceStatus {
    const { trouble } = this.attempts;
    return { ...this.measured(), ...(trouble === undefined ? {} : { trouble }) };
  }

  /** Aborted when the source is being closed; ends all pauses. */
  protected get closingSignal(): AbortSignal {
    return this.closing.signal;
  }

  protected async openSource(from: ResumePoint | undefined): Promise<void> {
    this.attempts.isKnownSender = from !== undefined;
    await this.begin(from);
  }

  protected override pauseSource(): Promise<void> {
    this.isPaused = true;
    return Promise.resolve();
  }

  protected override resumeSource(): Promise<void> {
    this.isPaused = false;
    return Promise.resolve();
  }

  protected async closeSource(): Promise<void> {
    this.closing.abort();
    const patience = new AbortController();
    const released = this.release(patience.signal).catch((error: unknown) => this.logUnclean(error));
    await Promise.race([released, pause(this.remote.scheduler, RELEASE_MILLIS, patience.signal)]);
    patience.abort();
  }

  /** Prepares the source to continue after a resume point. Called once, before everything else. */
  protected abstract begin(from: ResumePoint | undefined): Promise<void> | void;

  /**
   * Releases what the sender keeps for this reader. Also makes a pending `cutRecords` end, if `closingSignal` does not.
   * @param _patience aborted when the source does not wait any longer.
   */
  protected release(_patience: AbortSignal): Promise<void> {
    return Promise.resolve();
  }

  /** Status besides the reason why no records arrive. */
  protected measured(): SourceStatus {
    return {};
  }

  protected reasonFor(error: unknown): string {
    return (this.remote.reasonOf ?? reasonOf)(error);
  }

  protected logUnclean(error: unknown): void {
    const { logger, sender } = this.remote;
    logger.log('debug', `Could not close a connection cleanly. ${sender}: ${this.reasonFor(error)}`);
  }
}
