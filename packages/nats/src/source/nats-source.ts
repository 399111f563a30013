/**
 * Messages of a durable JetStream consumer, acknowledged once they are durable here.
 *
 * - The consumer stores the read position. The stream also stores which messages it has taken, so that a redelivered
 *   message (acknowledgements can be lost) is acknowledged again and not read again.
 * - Messages in flight are withheld from other readers for as long as they take.
 * - After any error the source reconnects.
 */
import type { JsMsg } from '@nats-io/jetstream';
import { isNatsRefusal, natsReason, type NatsServers } from '../connection/nats-connection.js';
import type { NatsSourceDefinition } from '../definition/nats-source.js';
import { type Logger, pause, type Scheduler, WeirError } from '@weir/platform';
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { type Delivery, NatsSession } from './nats-session.js';
import { type SequenceRange, SequenceRanges } from './sequence-ranges.js';

export interface NatsSourceOptions {
  readonly definition: NatsSourceDefinition;
  readonly servers: NatsServers;
  readonly consumer: string;
  /** Uses an unnamed consumer, which is deleted afterwards. */
  readonly isTrial?: boolean;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

interface Cursor {
  /** Creation time of the consumer that the other fields refer to. */
  readonly created: string;
  /** Everything up to here was acknowledged: a replacement consumer starts after it. */
  readonly floor: number;
  readonly taken: readonly SequenceRange[];
}

interface Taken {
  readonly sequence: number;
  readonly reply: string;
}

/** Approximate size of a chunk; at most one message more. */
const CHUNK_BYTES = 1024 * 1024;
const SHORTEST_PAUSE_MILLIS = 200;
const LONGEST_PAUSE_MILLIS = 10_000;
const CLOSE_MILLIS = 2_000;
/** Interval of polling the state of the consumer. */
const POLL_MILLIS = 5_000;

export class NatsSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: true };
  private readonly closing = new AbortController();
  private session: NatsSession | undefined;
  private created: string | undefined;
  private floor: number | undefined;
  private ranges = new SequenceRanges();
  /** Cut and not yet durable, in order. */
  private underWay: Taken[] = [];
  /** Durable, but the server has not confirmed the acknowledgement. */
  private readonly unconfirmed = new Map<number, string>();
  /** Sequences of messages that have arrived, cut or not, and are not durable. */
  private readonly inHand = new Set<number>();
  private durableCount = 0;
  private failures = 0;
  private trouble: string | undefined;
  private isKnownThere = false;
  private cancelPoll: () => void = () => undefined;
  private endKeep: () => void = () => undefined;

  constructor(private readonly options: NatsSourceOptions) {
    super();
  }

  status(): SourceStatus {
    const { session, trouble } = this;
    return {
      ...(session === undefined ? {} : { lag: session.waitingThere + this.underWay.length }),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    this.durableCount = from?.position ?? 0;
    this.isKnownThere = from !== undefined;
    if (typeof from?.cursor === 'string') {
      const { created, floor, taken } = JSON.parse(from.cursor) as Cursor;
      this.created = created;
      this.floor = floor;
      this.ranges = new SequenceRanges(taken);
    }
    return Promise.resolve();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    for (;;) {
      if (this.isClosed()) return undefined;
      try {
        this.session ??= await this.connect();
        const cut: Delivery[] = [];
        let bytes = 0;
        while (
          cut.length < maximum &&
          bytes < CHUNK_BYTES &&
          (cut.length === 0 || this.session.untaken.length > 0)
        ) {
          const [message] = await this.session.take(1);
          cut.push(message!);
          bytes += message!.data.length;
        }
        for (const { seq: sequence, reply, info } of cut) {
          this.underWay.push({ sequence, reply });
          this.ranges.add(sequence, info.deliverySequence, info.deliveryCount === 1);
        }
        return packBytes(cut.map(({ data }) => data));
      } catch (error) {
        if (this.isClosed()) return undefined;
        await this.disconnected(error);
      }
    }
  }

  protected cursor(): string | null {
    const { created, floor } = this;
    if (created === undefined || floor === undefined) return null;
    return JSON.stringify({ created, floor, taken: this.ranges.plain() } satisfies Cursor);
  }

  protected override acknowledgeTo(point: ResumePoint): Promise<void> {
    const done = this.underWay.splice(0, point.position - this.durableCount);
    this.durableCount = point.position;
    for (const { sequence, reply } of done) {
      this.inHand.delete(sequence);
      this.unconfirmed.set(sequence, reply);
    }
    void this.confirm(done);
    return Promise.resolve();
  }

  protected async closeSource(): Promise<void> {
    this.closing.abort();
    this.cancelPoll();
    this.endKeep();
    const patience = new AbortController();
    await Promise.race([this.session?.close(), pause(this.options.scheduler, CLOSE_MILLIS, patience.signal)]);
    patience.abort();
  }

  private async connect(): Promise<NatsSession> {
    const { servers, definition, consumer, isTrial = false, logger } = this.options;
    const session = await NatsSession.open({
      servers,
      definition,
      consumer: isTrial ? undefined : consumer,
      firstSequence: this.floor === undefined ? undefined : this.floor + 1,
      arrives: message => this.arrives(message),
    });
    if (this.isClosed()) {
      await session.close();
      throw new Error('closed');
    }
    if (this.created !== session.created) {
      this.ranges = new SequenceRanges();
      this.created = session.created;
    }
    this.isKnownThere = true;
    this.failures = 0;
    if (this.trouble !== undefined) logger.log('info', 'Reconnected to NATS.');
    this.trouble = undefined;
    this.ranges.interrupted();
    this.floor = session.floor;
    this.session = session;
    void this.confirm([...this.unconfirmed].map(([sequence, reply]) => ({ sequence, reply })));
    this.schedulePoll();
    this.keepAgain(session);
    return session;
  }

  /** @returns whether to read the message. */
  private arrives(message: JsMsg): boolean {
    const { seq: sequence } = message;
    const { reply } = message as Delivery;
    if (this.inHand.has(sequence)) return false;
    if (this.ranges.has(sequence)) {
      this.unconfirmed.set(sequence, reply);
      void this.confirm([{ sequence, reply }]);
      return false;
    }
    this.inHand.add(sequence);
    return true;
  }

  private async confirm(done: readonly Taken[]): Promise<void> {
    const { session } = this;
    if (session === undefined || done.length === 0) return;
    try {
      await session.acknowledge(done.map(({ reply }) => reply));
      for (const { sequence, reply } of done)
        if (this.unconfirmed.get(sequence) === reply) this.unconfirmed.delete(sequence);
    } catch (error) {
      const reason = natsReason(error);
      this.options.logger.log('debug', `NATS does not confirm acknowledgements: ${reason}`);
    }
  }

  private async disconnected(error: unknown): Promise<void> {
    const { definition, logger, scheduler } = this.options;
    if (error instanceof WeirError) throw error;
    const reason = `No messages from NATS at ${definition.servers.join(',')}: ${natsReason(error)}`;
    if (isNatsRefusal(error) && !this.isKnownThere)
      throw new WeirError('ingest.invalid', reason, { cause: error });
    if (this.trouble !== reason) logger.log('warn', `${reason}. Retrying until messages arrive.`);
    this.trouble = reason;
    this.cancelPoll();
    this.endKeep();
    const { session } = this;
    this.session = undefined;
    // The server redelivers them, and they count as new then.
    for (const { seq } of session?.untaken ?? []) this.inHand.delete(seq);
    void session?.close();
    const millis = Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS * 2 ** Math.min(this.failures++, 16));
    await pause(scheduler, millis, this.closing.signal);
  }

  /** While no messages arrive, nothing reports how many are waiting. */
  private schedulePoll(): void {
    this.cancelPoll();
    this.cancelPoll = this.options.scheduler.after(POLL_MILLIS, () => {
      const { session } = this;
      if (session === undefined) return;
      session.poll().then(
        () => {
          this.floor = session.floor;
        },
        (error: unknown) =>
          this.options.logger.log('debug', `NATS does not report its last sequence: ${natsReason(error)}`),
      );
      this.schedulePoll();
    });
  }

  /** Prevents the redelivery of messages that take long. */
  private keepAgain(session: NatsSession): void {
    this.endKeep();
    this.endKeep = this.options.scheduler.after(Math.max(100, session.ackWaitMillis / 3), () => {
      session.keep([...this.underWay, ...session.untaken].map(({ reply }) => reply));
      this.keepAgain(session);
    });
  }
}
