/**
 * Base class of sources that read from a session with their sender: a connection, or a membership of a group. A
 * technology says how to open a session, read it and end it; this class does the rest.
 *
 * - It opens the first session when records are requested, or in `open` for a source that calls `connectNow`.
 * - A session that fails is dropped. After a pause another one is opened, and so on, as `Attempts` describes; the
 *   stream's status has the reason meanwhile. Records already read from a dropped session are not read again: `connect`
 *   resumes after them.
 * - Closing ends all pauses, and limits the time of `leave`.
 */
import { every } from '@weir/platform';
import type { CutRecords } from './base-source.js';
import { type RemoteOptions, RemoteSource } from './remote-source.js';

export interface ReconnectingOptions extends RemoteOptions {
  /**
   * The event that proves that the sender responds: an open session (default), or only what is read from it, if opening
   * a session proves nothing.
   */
  readonly provenBy?: 'session' | 'records';
  /** The event after which pauses are short again: an open session (default), or only records. */
  readonly pausesRestartWith?: 'session' | 'records';
}

/** Interval of `poll`. */
const POLL_MILLIS = 5_000;

export abstract class ReconnectingSource<S> extends RemoteSource {
  /** Absent before the first session and between two. */
  protected session: S | undefined;
  /** The current session, or the attempts to open one. */
  private connection: Promise<S> | undefined;
  private endPoll: () => void = () => undefined;

  protected constructor(private readonly reconnecting: ReconnectingOptions) {
    super(reconnecting);
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (!this.isClosed()) {
      const buffered = this.takeBuffered(maximum);
      if (buffered !== undefined) {
        this.attempts.restartPauses();
        return buffered;
      }
      this.connection ??= this.openSession();
      const { connection } = this;
      try {
        const session = await connection;
        if (this.isClosed()) break;
        const cut = await this.read(session, maximum);
        this.proven('records');
        if (cut !== 'skipped') return cut;
      } catch (error) {
        if (this.isClosed()) break;
        // Otherwise it was replaced meanwhile.
        if (connection === this.connection) this.replace(error);
      }
    }
    return undefined;
  }

  /**
   * Opens a session before records are requested: for a sender that does not wait for its readers. Returns after the
   * first attempt. @throws WeirError, TransientSourceError if there will be no other attempt.
   */
  protected async connectNow(): Promise<void> {
    const connection = (this.connection ??= this.openSession());
    try {
      await connection;
    } catch (error) {
      if (!this.isClosed()) this.replace(error);
    }
  }

  /** Replaces a lost session immediately, not only when records are requested. The next read reports a failure. */
  protected lose(error: unknown): void {
    try {
      this.replace(error);
    } catch (final) {
      this.connection = failing(final);
      this.connection.catch(() => undefined);
    }
  }

  protected override release(): Promise<void> {
    this.endPoll();
    return this.leave(this.session);
  }

  /**
   * Opens a session that continues after the records cut so far. It may take any time: `leave` should end it. A session
   * that is returned after the source was closed is ended with `disconnect`.
   * @throws WeirError if reading can never continue; any other error leads to another attempt.
   */
  protected abstract connect(): Promise<S>;

  /**
   * Waits for records, up to `maximum`. `undefined` at the end of all records; `skipped`: the sender has responded, but
   * with nothing that is a record. @throws as `connect`; another error means that the session is lost.
   */
  protected abstract read(session: S, maximum: number): Promise<CutRecords | 'skipped' | undefined>;

  /** Ends a session that is lost. The next attempt does not wait for it. */
  protected abstract disconnect(session: S): Promise<void> | void;

  /** Ends reading for good: releases what the sender keeps for this reader. */
  protected async leave(session: S | undefined): Promise<void> {
    if (session !== undefined) await this.disconnect(session);
  }

  /** Returns records that do not depend on a session any more, if there are any. */
  protected takeBuffered(_maximum: number): CutRecords | undefined {
    return undefined;
  }

  /** Queries how much there is to read. Called regularly while there is a session; a failure is only logged. */
  protected poll?(session: S): Promise<void>;

  /** Called after a session was opened. */
  protected connected(_session: S): void {
    // Nothing to do.
  }

  private async openSession(): Promise<S> {
    const session = await this.connect();
    if (this.isClosed()) {
      await this.disconnect(session);
      throw new Error('closed');
    }
    this.session = session;
    this.proven('session');
    this.endPoll();
    if (this.poll !== undefined)
      this.endPoll = every(this.reconnecting.scheduler, POLL_MILLIS, () => this.pollOnce(session));
    this.connected(session);
    return session;
  }

  /** @throws WeirError, TransientSourceError if there will be no other session. */
  private replace(error: unknown): void {
    this.drop();
    this.attempts.note(error);
    this.connection = this.reopen();
    // The next read reports its failure.
    this.connection.catch(() => undefined);
  }

  /** Opens a session after a pause, in as many attempts as it takes. */
  private async reopen(): Promise<S> {
    for (;;) {
      await this.attempts.pause();
      if (this.isClosed()) throw new Error('closed');
      try {
        return await this.openSession();
      } catch (error) {
        if (this.isClosed()) throw error;
        this.attempts.note(error);
      }
    }
  }

  private drop(): void {
    const { session } = this;
    this.session = undefined;
    this.endPoll();
    if (session === undefined) return;
    Promise.resolve(this.disconnect(session)).catch((error: unknown) => this.logUnclean(error));
  }

  private proven(by: 'session' | 'records'): void {
    const { provenBy = 'session', pausesRestartWith = provenBy } = this.reconnecting;
    if (by === provenBy) this.attempts.succeeded(by === pausesRestartWith);
    else if (by === pausesRestartWith) this.attempts.restartPauses();
  }

  private async pollOnce(session: S): Promise<void> {
    try {
      await this.poll?.(session);
    } catch (error) {
      const { logger, sender } = this.reconnecting;
      logger.log('debug', `The number of unread records is unknown. ${sender}: ${this.reasonFor(error)}`);
    }
  }
}

async function failing(error: unknown): Promise<never> {
  await Promise.resolve();
  throw error;
}
