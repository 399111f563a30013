/**
 * Follows a bucket from its beginning: first the last value of each key, then everything, in the order of sequences.
 * When the server or the connection is lost, resumes after the last reported sequence, as often as necessary. The
 * bucket keeps the last change of each key, so values overwritten meanwhile are omitted.
 */
import { type ConsumerMessages, DeliverPolicy, type JetStreamClient, type JsMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { DirectoryWatcher } from '@weir/cluster';
import { type Environment, pause } from '@weir/platform';

interface NatsWatchOptions {
  /** Closing it ends the watch. */
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly stream: string;
  /** Prefix of subjects, before the key. */
  readonly prefix: string;
  readonly environment: Environment;
  readonly watcher: DirectoryWatcher;
}

/** After two missed heartbeats of the server, the watch is restarted. */
const SIGN_MILLIS = 500;
const REQUEST_MILLIS = 10_000;
/** Delay between attempts to start. */
const RETRY_MILLIS = 250;

export class NatsWatch {
  private readonly over = new AbortController();
  private messages: ConsumerMessages | undefined = undefined;
  /** The last reported revision. */
  private revision = 0;
  private isUpToDate = false;
  private isInterrupted = false;

  constructor(private readonly options: NatsWatchOptions) {}

  async run(): Promise<void> {
    const { scheduler, logger } = this.options.environment;
    const { signal } = this.over;
    while (!signal.aborted && !this.options.connection.isClosed()) {
      try {
        await this.follow();
      } catch (error) {
        if (!signal.aborted && !this.isInterrupted)
          logger.log('warn', 'the directory does not respond', { error: String(error) });
        this.isInterrupted = true;
      }
      await pause(scheduler, RETRY_MILLIS, signal);
    }
  }

  end(): void {
    this.over.abort();
    this.messages?.stop();
  }

  private async follow(): Promise<void> {
    const { client, stream } = this.options;
    const consumer = await client.consumers.get(
      stream,
      this.revision === 0
        ? { deliver_policy: DeliverPolicy.LastPerSubject }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.revision + 1 },
    );
    const { num_pending: waiting } = await consumer.info(true);
    if (this.over.signal.aborted) return;
    if (waiting === 0) this.reachedEnd();
    this.messages = await consumer.consume({ expires: REQUEST_MILLIS, idle_heartbeat: SIGN_MILLIS });
    // The watch may have ended meanwhile.
    if (this.isOver()) this.messages.stop();
    if (this.isInterrupted) this.options.environment.logger.log('info', 'the directory responds again');
    this.isInterrupted = false;
    for await (const message of this.messages) {
      if (this.isOver()) return;
      this.take(message);
    }
  }

  private isOver(): boolean {
    return this.over.signal.aborted;
  }

  private take(message: JsMsg): void {
    const { seq, subject, info, headers: fields } = message;
    if (seq > this.revision) {
      this.revision = seq;
      const key = subject.slice(this.options.prefix.length);
      const value = isDeleted(fields) ? undefined : message.string();
      this.options.watcher.changed({ key, value, revision: seq });
    }
    if (info.pending === 0) this.reachedEnd();
  }

  private reachedEnd(): void {
    if (this.isUpToDate) return;
    this.isUpToDate = true;
    this.options.watcher.upToDate();
  }
}

const OPERATION = 'KV-Operation';
const DELETIONS = new Set(['DEL', 'PURGE']);

/** Headers of a message that marks a removed key, as all NATS clients write it. */
export function deletion(): MsgHdrs {
  const fields = headers();
  fields.set(OPERATION, 'DEL');
  return fields;
}

/** Whether a message marks a key that was removed, or not renewed. */
export function isDeleted(fields: MsgHdrs | undefined): boolean {
  if (fields === undefined) return false;
  return fields.has('Nats-Marker-Reason') || DELETIONS.has(fields.get(OPERATION));
}
