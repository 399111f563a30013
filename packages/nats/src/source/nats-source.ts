/**
 * Messages of a durable JetStream consumer, acknowledged once they are durable here.
 *
 * - The consumer stores the read position. The stream also stores which messages it has taken, so that a redelivered
 *   message (acknowledgements can be lost) is acknowledged again and not read again.
 * - Messages in flight are withheld from other readers for as long as they take.
 */
import type { JsMsg } from '@nats-io/jetstream';
import { isNatsRefusal, natsReason, type NatsServers } from '../connection/nats-connection.js';
import type { NatsSourceDefinition } from '../definition/nats-source.js';
import type { Logger, Scheduler } from '@weir/platform';
import {
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { ReconnectingSource } from '@weir/plugins/reconnecting';
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

export class NatsSource extends ReconnectingSource<NatsSession> {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: true };
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
  private endKeep: () => void = () => undefined;

  constructor(private readonly options: NatsSourceOptions) {
    const { definition, scheduler, logger } = options;
    super({
      sender: `NATS at ${definition.servers.join(',')}`,
      reasonOf: natsReason,
      isRefusal: isNatsRefusal,
      scheduler,
      logger,
    });
  }

  protected begin(from: ResumePoint | undefined): void {
    this.durableCount = from?.position ?? 0;
    if (typeof from?.cursor === 'string') {
      const { created, floor, taken } = JSON.parse(from.cursor) as Cursor;
      this.created = created;
      this.floor = floor;
      this.ranges = new SequenceRanges(taken);
    }
  }

  protected async read(session: NatsSession, maximum: number): Promise<CutRecords> {
    const cut: Delivery[] = [];
    let bytes = 0;
    while (cut.length < maximum && bytes < CHUNK_BYTES && (cut.length === 0 || session.untaken.length > 0)) {
      const [message] = await session.take(1);
      cut.push(message!);
      bytes += message!.data.length;
    }
    for (const { seq: sequence, reply, info } of cut) {
      this.underWay.push({ sequence, reply });
      this.ranges.add(sequence, info.deliverySequence, info.deliveryCount === 1);
    }
    return packBytes(cut.map(({ data }) => data));
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

  protected connect(): Promise<NatsSession> {
    const { servers, definition, consumer, isTrial = false } = this.options;
    return NatsSession.open({
      servers,
      definition,
      consumer: isTrial ? undefined : consumer,
      firstSequence: this.floor === undefined ? undefined : this.floor + 1,
      arrives: message => this.arrives(message),
    });
  }

  protected override connected(session: NatsSession): void {
    if (this.created !== session.created) {
      this.ranges = new SequenceRanges();
      this.created = session.created;
    }
    this.ranges.interrupted();
    this.floor = session.floor;
    void this.confirm([...this.unconfirmed].map(([sequence, reply]) => ({ sequence, reply })));
    this.keepAgain(session);
  }

  protected disconnect(session: NatsSession): Promise<void> {
    this.endKeep();
    // The server redelivers them, and they count as new then.
    for (const { seq } of session.untaken) this.inHand.delete(seq);
    return session.close();
  }

  protected override async poll(session: NatsSession): Promise<void> {
    await session.poll();
    this.floor = session.floor;
  }

  protected override measured(): SourceStatus {
    const { session } = this;
    return session === undefined ? {} : { lag: session.waitingThere + this.underWay.length };
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

  /** Prevents the redelivery of messages that take long. */
  private keepAgain(session: NatsSession): void {
    this.endKeep();
    this.endKeep = this.options.scheduler.after(Math.max(100, session.ackWaitMillis / 3), () => {
      session.keep([...this.underWay, ...session.untaken].map(({ reply }) => reply));
      this.keepAgain(session);
    });
  }
}
