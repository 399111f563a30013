/**
 * One connection, over TCP or a WebSocket. Messages are answered one by one; those that wait are limited. A RESET is
 * noticed when it arrives, and cancels what runs.
 */
import type { Duplex } from 'node:stream';
import type { Environment } from '@weir/platform';
import {
  type BoltLimits,
  KEEP_ALIVE_MILLIS,
  LOGIN_MESSAGE_BYTES,
  WAITING_MESSAGES,
  WRITE_STALL_MILLIS,
} from '../limits.js';
import { ChunkReader } from '../packstream/chunk-reader.js';
import { InvalidMessage } from '../packstream/pack-reader.js';
import { type ClientMessage, clientMessage, isReset } from './client-message.js';
import { Conversation, type ConversationOptions } from './conversation.js';
import { failureOf, ProtocolError } from './failure.js';
import type { MessageBytes } from './message-bytes.js';
import { Replies } from './replies.js';

/** Time in milliseconds for a client to close its end. */
const CLOSE_MILLIS = 1000;
const EMPTY_CHUNK = Buffer.from([0, 0]);

export interface ConnectionOptions extends Omit<ConversationOptions, 'onLogin'> {
  readonly limits: BoltLimits;
  /** The bytes that all connections store. */
  readonly messageBytes: MessageBytes;
  readonly environment: Environment;
  /** Called when the client has logged in. */
  readonly onLogin: () => void;
}

export class BoltConnection {
  private readonly chunks: ChunkReader;
  private readonly replies: Replies;
  private readonly conversation: Conversation;
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private resets = 0;
  private isAnswering = false;
  private isEnding = false;
  private sends = 0;
  private readonly stopKeepAlive: () => void;

  constructor(
    private readonly stream: Duplex,
    private readonly options: ConnectionOptions,
  ) {
    this.chunks = new ChunkReader(LOGIN_MESSAGE_BYTES, message => this.enqueue(message));
    this.replies = new Replies(bytes => this.send(bytes));
    this.conversation = new Conversation(this.replies, {
      ...options,
      onLogin: () => {
        this.chunks.maximumBytes = options.limits.messageBytes;
        options.onLogin();
      },
    });
    this.stopKeepAlive = this.keepAlive();
    stream.on('data', (bytes: Buffer) => this.received(bytes));
    stream.once('end', () => this.left());
    stream.once('close', () => this.left());
  }

  /** Closes the connection when nothing runs on it; its client notices that and connects elsewhere. */
  drain(): void {
    this.isEnding = true;
    if (!this.isAnswering && this.conversation.isIdle) this.close();
  }

  private received(bytes: Buffer): void {
    // After the end, the rest is read and dropped, so that the last reply is not lost.
    if (this.hasLeft || this.stream.writableEnded) return;
    try {
      this.chunks.add(bytes);
      this.account();
    } catch (error) {
      this.refuse(error);
    }
  }

  private enqueue(message: Buffer): void {
    this.waiting.push(message);
    this.waitingBytes += message.length;
    if (isReset(message)) {
      this.resets++;
      this.conversation.interrupt();
    }
    if (!this.isAnswering) void this.answer();
  }

  private async answer(): Promise<void> {
    this.isAnswering = true;
    try {
      for (let message = this.waiting.shift(); message !== undefined; message = this.waiting.shift()) {
        const goesOn = await this.answerOne(message);
        this.waitingBytes -= message.length;
        this.account();
        if (this.hasLeft) return;
        if (this.waiting.length === 0 || this.replies.isFull) await this.replies.flush();
        if (!goesOn || (this.isEnding && this.conversation.isIdle)) {
          await this.replies.flush();
          return this.close();
        }
      }
    } finally {
      this.isAnswering = false;
    }
  }

  private async answerOne(bytes: Buffer): Promise<boolean> {
    let message: ClientMessage;
    try {
      message = clientMessage(bytes);
    } catch (error) {
      this.replies.failure(failureOf(protocolError(error)));
      return false;
    }
    if (message.type === 'reset') this.resets--;
    return this.conversation.receive(message, () => this.resets > 0 || this.hasLeft);
  }

  /** Reads on only while not too much waits. @throws InvalidMessage if all connections store too much. */
  private account(): void {
    const { limits, messageBytes } = this.options;
    messageBytes.set(this, this.hasLeft ? 0 : this.waitingBytes + this.chunks.receivedBytes);
    const isFull = this.waiting.length >= WAITING_MESSAGES || this.waitingBytes > limits.messageBytes;
    if (isFull) this.stream.pause();
    else if (this.stream.isPaused()) this.stream.resume();
  }

  private refuse(error: unknown): void {
    this.options.messageBytes.set(this, 0);
    this.replies.failure(failureOf(protocolError(error)));
    void this.replies.flush();
    this.close();
  }

  private async send(bytes: Buffer): Promise<void> {
    const { stream, options } = this;
    this.sends++;
    if (this.hasLeft || stream.write(bytes)) return;
    await new Promise<void>(resolve => {
      const cancel = options.environment.scheduler.after(WRITE_STALL_MILLIS, () => stream.destroy());
      const done = (): void => {
        cancel();
        stream.off('drain', done).off('close', done);
        resolve();
      };
      stream.once('drain', done).once('close', done);
    });
  }

  private get hasLeft(): boolean {
    return this.stream.destroyed || this.stream.readableEnded || this.stream.writableEnded;
  }

  private left(): void {
    this.stopKeepAlive();
    this.options.messageBytes.set(this, 0);
    this.waiting.length = 0;
    this.conversation.interrupt();
    if (!this.isAnswering) void this.conversation.end();
    this.stream.end();
  }

  private close(): void {
    const { stream, options } = this;
    this.waiting.length = 0;
    options.messageBytes.set(this, 0);
    this.conversation.interrupt();
    void this.conversation.end();
    stream.end();
    const cancel = options.environment.scheduler.after(CLOSE_MILLIS, () => stream.destroy());
    stream.once('close', cancel);
    stream.resume();
  }

  /** While a query takes long, sends an empty chunk from time to time. @returns a function that stops it. */
  private keepAlive(): () => void {
    let seen = 0;
    let cancel = (): void => undefined;
    const check = (): void => {
      if (this.isAnswering && seen === this.sends && !this.hasLeft) void this.send(EMPTY_CHUNK);
      seen = this.sends;
      cancel = this.options.environment.scheduler.after(KEEP_ALIVE_MILLIS, check);
    };
    cancel = this.options.environment.scheduler.after(KEEP_ALIVE_MILLIS, check);
    return () => cancel();
  }
}

function protocolError(error: unknown): unknown {
  return error instanceof InvalidMessage ? new ProtocolError(error.message) : error;
}
