/**
 * Each message of a WebSocket is a record, text or bytes. A few messages are buffered; beyond that the connection is
 * not read, so a slow graph slows the sender. A server that closes cleanly ends the source; a broken connection is a
 * transient error. With `reconnect`, either is followed by another connection.
 */
import type { Socket } from 'node:net';
import type { KeepAlive } from '../definition/web-socket-source.js';
import {
  type Logger,
  type OutgoingPolicy,
  portOf,
  type Scheduler,
  shownUrl,
  WeirError,
} from '@weir/platform';
import type { RawData, WebSocket } from 'ws';
import type { CutRecords, SourceSupports } from '@weir/plugins';
import { ReconnectingSource } from '@weir/plugins/reconnecting';
import { WaitingRecords } from '@weir/formats/cutting';

export interface Reconnect {
  /** The first pause; it doubles each time until a message arrives. */
  readonly minBackoff: number;
  readonly maxBackoff: number;
  /** Consecutive attempts; absent: no limit. */
  readonly maxTries?: number | undefined;
}

export interface WebSocketSourceOptions {
  readonly url: string;
  /** Sent in this order on each new connection. */
  readonly initMessages: readonly string[];
  readonly keepAlive: KeepAlive;
  /** Absent: the source ends with the connection. */
  readonly reconnect?: Reconnect | undefined;
  /** Converts binary messages to UTF-8; absent: they stay unchanged. */
  readonly decode?: ((bytes: Uint8Array) => string) | undefined;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly outgoing: OutgoingPolicy;
}

const LONGEST_MESSAGE = 128 * 1024 * 1024;
/** Close codes of a server that is finished. */
const IN_GOOD_ORDER: ReadonlySet<number> = new Set([1000, 1001, 1005]);
/** Statuses of servers that are overloaded or starting. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

interface Connection {
  readonly socket: WebSocket;
  /** Settles when the connection has ended: resolves if the records end with it. */
  readonly ended: Promise<undefined>;
}

export class WebSocketSource extends ReconnectingSource<Connection> {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: false };
  private socket: WebSocket | undefined;
  private stream: Socket | undefined;
  private readonly waiting = new WaitingRecords();
  /** Bytes that were read until the last ping. */
  private lastBytesRead: number | undefined;
  private endKeepAlive: () => void = () => undefined;

  constructor(private readonly options: WebSocketSourceOptions) {
    const { url, reconnect, scheduler, logger } = options;
    super({
      sender: shownUrl(url),
      // Each accepted connection that delivers nothing makes the pauses longer too.
      pausesRestartWith: 'records',
      ...(reconnect === undefined
        ? { maximumTries: 0 }
        : {
            pauses: { shortest: reconnect.minBackoff, longest: reconnect.maxBackoff },
            maximumTries: reconnect.maxTries,
          }),
      scheduler,
      logger,
    });
  }

  /** The sender does not wait until records are requested. */
  protected begin(): Promise<void> {
    return this.connectNow();
  }

  protected override takeBuffered(maximum: number): CutRecords | undefined {
    const taken = this.waiting.takeNow(maximum);
    if (!this.waiting.isFull && this.socket?.isPaused === true) {
      this.lastBytesRead = undefined;
      this.socket.resume();
    }
    return taken;
  }

  protected async read({ ended }: Connection): Promise<'skipped' | undefined> {
    return Promise.race([this.waiting.arrival().then(() => 'skipped' as const), ended]);
  }

  protected cursor(): string | null {
    return null;
  }

  /** @throws WeirError `ingest.invalid` if the server is not a WebSocket, or not an allowed destination. */
  protected async connect(): Promise<Connection> {
    const { url, outgoing } = this.options;
    const { WebSocket } = await import('ws');
    if (this.isClosed()) throw new Error('closed');
    const { hostname } = new URL(url);
    const port = portOf(new URL(url));
    const refusal = outgoing.refusal(hostname, port);
    if (refusal !== undefined) throw new WeirError('ingest.invalid', `Invalid url: ${refusal}.`);
    const socket = new WebSocket(url, { maxPayload: LONGEST_MESSAGE, lookup: outgoing.lookup(port) });
    this.socket = socket;
    socket.on('message', data => this.arrived(data));
    socket.once('upgrade', response => (this.stream = response.socket));
    const ended = this.endOf(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, response) => {
        reject(this.refused(response.statusCode ?? 0));
        socket.terminate();
      });
      // The listener also covers a connection that breaks later: `close` reports that.
      socket.on('error', reject);
    });
    return { socket, ended };
  }

  protected override connected({ socket }: Connection): void {
    this.lastBytesRead = undefined;
    for (const message of this.options.initMessages) socket.send(message);
    if (this.waiting.isFull) socket.pause();
    this.keepAlive(socket);
  }

  protected disconnect({ socket }: Connection): void {
    this.endKeepAlive();
    socket.terminate();
  }

  protected override leave(): Promise<void> {
    this.endKeepAlive();
    this.socket?.terminate();
    return Promise.resolve();
  }

  private endOf(socket: WebSocket): Promise<undefined> {
    const ended = new Promise<undefined>((resolve, reject) => {
      socket.once('close', (code, reason) => {
        const isCurrent = this.session?.socket === socket;
        if (isCurrent) this.endKeepAlive();
        const { reconnect } = this.options;
        if (reconnect === undefined && IN_GOOD_ORDER.has(code)) return resolve(undefined);
        const error = new Error(`the connection ended with ${code} ${reason.toString()}`.trim());
        // Messages are lost until there is another connection.
        if (isCurrent && reconnect !== undefined && !this.isClosed()) this.lose(error);
        reject(error);
      });
    });
    // Not every connection is read until it ends.
    ended.catch(() => undefined);
    return ended;
  }

  private arrived(data: RawData): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data as Buffer);
    const { decode } = this.options;
    this.waiting.add(decode === undefined ? bytes : Buffer.from(decode(bytes)));
    if (this.waiting.isFull) this.socket?.pause();
  }

  private refused(status: number): Error {
    const { url, reconnect } = this.options;
    if (reconnect !== undefined && REFUSED_FOR_NOW.has(status))
      return new Error(`it responded with ${status}`);
    return new WeirError(
      'ingest.invalid',
      `${shownUrl(url)} is unable to upgrade to a WebSocket: it responded with ${status}.`,
    );
  }

  /** Sends something regularly, so that no intermediary considers the connection dead. */
  private keepAlive(socket: WebSocket): void {
    const { keepAlive, scheduler } = this.options;
    if (keepAlive.type === 'NoKeepalive' || this.isClosed()) return;
    this.endKeepAlive = scheduler.after(keepAlive.interval, () => {
      if (keepAlive.type === 'SendMessageInterval') socket.send(keepAlive.message);
      else if (this.isDead(socket)) return socket.terminate();
      else socket.ping();
      this.keepAlive(socket);
    });
  }

  /**
   * Whether nothing has arrived since the last ping, not even an answer. Only checked if the source would reconnect.
   */
  private isDead(socket: WebSocket): boolean {
    const before = this.lastBytesRead;
    this.lastBytesRead = socket.isPaused ? undefined : this.stream?.bytesRead;
    return (
      this.options.reconnect !== undefined &&
      this.lastBytesRead !== undefined &&
      this.lastBytesRead === before
    );
  }
}
