/**
 * Carries frames of links between members: one subject of core NATS for each life of a member. NATS drops what nobody
 * hears and what comes too fast, and that is all a link asks for: it numbers, confirms, sends again and keeps to a
 * credit by itself (link.ts). So nothing is stored, and nothing is acknowledged twice. What a server takes as one message
 * is limited: larger frames go in pieces, and if one piece is lost the frame is.
 */
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { LinkFrame } from '@weir/cluster';
import type { Logger } from '@weir/model';
import { FramePieces, packPieces } from './frame-pieces.js';

export interface NatsFramesOptions {
  /** Is to connect again by itself, for ever. Its owner closes it. */
  readonly connection: NatsConnection;
  /** Before the members' own subjects; one for each cluster. */
  readonly subject: string;
  /** Of this life: letters, digits, `-` and `_`. */
  readonly id: string;
  readonly logger: Logger;
  /** A frame of another member for this one. */
  receive(from: string, frame: LinkFrame): void;
}

/** For what a message carries besides a piece. */
const HEAD_BYTES = 512;
const DEFAULT_PAYLOAD_BYTES = 1_048_576;
const ID = /^[\w-]+$/;

export class NatsFrames {
  private readonly pieces = new FramePieces();
  private readonly subscription: Subscription;
  private isConnected = true;
  private serial = 0;

  constructor(private readonly options: NatsFramesOptions) {
    const { connection, id } = options;
    this.subscription = connection.subscribe(this.subjectOf(id), {
      callback: (error, message) => {
        if (error === null) this.take(message.data);
      },
    });
    void this.followStatus();
  }

  /** May lose it, as without a connection: the client would keep what a link sends again anyway. */
  transmit(to: string, frame: LinkFrame): void {
    const { connection, id } = this.options;
    if (!this.isConnected || this.subscription.isClosed() || connection.isClosed()) return;
    const most = (connection.info?.max_payload ?? DEFAULT_PAYLOAD_BYTES) - HEAD_BYTES;
    const subject = this.subjectOf(to);
    for (const piece of packPieces(id, ++this.serial, frame, most)) connection.publish(subject, piece);
  }

  /** Nothing is sent or received any more. */
  close(): void {
    this.subscription.unsubscribe();
  }

  private take(data: Uint8Array): void {
    try {
      const taken = this.pieces.take(data);
      if (taken !== undefined) this.options.receive(taken.from, taken.frame);
    } catch (error) {
      this.options.logger.log('warn', 'a message that is no frame', { error: String(error) });
    }
  }

  private async followStatus(): Promise<void> {
    for await (const { type } of this.options.connection.status()) {
      if (type === 'disconnect') this.isConnected = false;
      else if (type === 'reconnect') this.isConnected = true;
    }
  }

  private subjectOf(id: string): string {
    if (!ID.test(id)) throw new Error(`Invalid id of a member: ${id}. Letters, digits, - and _ only.`);
    return `${this.options.subject}.${id}`;
  }
}
