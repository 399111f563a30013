/**
 * Each message of a WebSocket is a record, text or bytes. A few messages are buffered; beyond that the connection is
 * not read, so a slow graph slows the sender. A server that closes cleanly ends the source; a broken connection is a
 * transient error. With `reconnect`, either is followed by another connection, after increasing pauses.
 */
import type { Socket } from 'node:net';
import type { KeepAlive } from '../definition/web-socket-source.js';
import {
  isError,
  type Logger,
  type OutgoingPolicy,
  pause,
  portOf,
  type Scheduler,
  shownUrl,
  WeirError,
} from '@weir/platform';
import type { RawData, WebSocket } from 'ws';
import {
  BaseSource,
  type CutRecords,
  type SourceStatus,
  type SourceSupports,
  TransientSourceError,
} from '@weir/plugins';
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

export class WebSocketSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: false };
  private readonly closing = new AbortController();
  private socket: WebSocket | undefined;
  private connection: Socket | undefined;
  private readonly waiting = new WaitingRecords();
  private trouble: string | undefined;
  private pauseMillis: number;
  /** Bytes that were read until the last ping. */
  private lastBytesRead: number | undefined;
  private endKeepAlive: () => void = () => undefined;

  constructor(private readonly options: WebSocketSourceOptions) {
    super();
    this.pauseMillis = options.reconnect?.minBackoff ?? 0;
  }

  status(): SourceStatus {
    return this.trouble === undefined ? {} : { trouble: this.trouble };
  }

  protected async openSource(): Promise<void> {
    try {
      await this.connect();
    } catch (error) {
      const { reconnect } = this.options;
      if (reconnect === undefined || !(error instanceof TransientSourceError)) throw error;
      void this.reconnect(reconnect, error);
    }
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    const taken = await this.waiting.take(maximum);
    if (!this.waiting.isFull && this.socket?.isPaused === true) {
      this.lastBytesRead = undefined;
      this.socket.resume();
    }
    return taken;
  }

  protected cursor(): string | null {
    return null;
  }

  protected closeSource(): Promise<void> {
    this.waiting.endWith(undefined);
    this.closing.abort();
    this.endKeepAlive();
    this.socket?.terminate();
    return Promise.resolve();
  }

  /** Rejects with a `TransientSourceError` if a retry may succeed. */
  private async connect(): Promise<void> {
    const { url, outgoing } = this.options;
    const { WebSocket } = await import('ws');
    if (this.isClosed()) return;
    const { hostname } = new URL(url);
    const port = portOf(new URL(url));
    const refusal = outgoing.refusal(hostname, port);
    if (refusal !== undefined) throw new WeirError('ingest.invalid', `Invalid url: ${refusal}.`);
    const socket = new WebSocket(url, { maxPayload: LONGEST_MESSAGE, lookup: outgoing.lookup(port) });
    this.socket = socket;
    let isThere = false;
    socket.on('message', data => this.arrived(data));
    socket.on('close', (code, reason) => {
      if (isThere) this.ended(code, reason.toString());
    });
    socket.once('upgrade', response => (this.connection = response.socket));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => {
        isThere = true;
        this.connected(socket);
        resolve();
      });
      socket.once('unexpected-response', (_, response) => {
        reject(this.refused(response.statusCode ?? 0));
        socket.terminate();
      });
      // The listener also covers a connection that breaks later: `close` reports that.
      socket.on('error', error =>
        reject(new TransientSourceError(`No connection to ${shownUrl(url)}: ${error.message || error.name}`)),
      );
    });
  }

  private connected(socket: WebSocket): void {
    const { url, initMessages, logger } = this.options;
    if (this.trouble !== undefined) logger.log('info', `Reconnected to ${shownUrl(url)}.`);
    this.trouble = undefined;
    this.lastBytesRead = undefined;
    for (const message of initMessages) socket.send(message);
    if (this.waiting.isFull) socket.pause();
    this.keepAlive(socket);
  }

  /** Retries until there is a connection, the attempts are exhausted, or the source is closed. Does not reject. */
  private async reconnect(limits: Reconnect, cause: TransientSourceError): Promise<void> {
    const { logger, scheduler } = this.options;
    let error: unknown = cause;
    for (let tries = 0; ; tries++) {
      if (this.isClosed()) return;
      if (tries === limits.maxTries || !(error instanceof TransientSourceError)) {
        this.trouble = undefined;
        this.waiting.endWith(isError(error) ? error : cause);
        return;
      }
      if (this.trouble === undefined) logger.log('warn', `${error.message}. Retrying until it responds.`);
      this.trouble = error.message;
      const millis = Math.min(limits.maxBackoff, this.pauseMillis);
      this.pauseMillis = Math.min(limits.maxBackoff, 2 * millis);
      await pause(scheduler, millis, this.closing.signal);
      if (this.isClosed()) return;
      try {
        await this.connect();
        return;
      } catch (failure) {
        error = failure;
      }
    }
  }

  private arrived(data: RawData): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data as Buffer);
    const { decode, reconnect } = this.options;
    this.pauseMillis = reconnect?.minBackoff ?? 0;
    this.waiting.add(decode === undefined ? bytes : Buffer.from(decode(bytes)));
    if (this.waiting.isFull) this.socket?.pause();
  }

  private ended(code: number, reason: string): void {
    this.endKeepAlive();
    const { url, reconnect } = this.options;
    const why = `The connection to ${shownUrl(url)} ended with ${code} ${reason}`.trim();
    const error = new TransientSourceError(why);
    if (this.isClosed()) return;
    if (reconnect !== undefined) void this.reconnect(reconnect, error);
    else this.waiting.endWith(IN_GOOD_ORDER.has(code) ? undefined : error);
  }

  private refused(status: number): Error {
    const url = shownUrl(this.options.url);
    const why = `${url} is unable to upgrade to a WebSocket: it responded with ${status}`;
    return this.options.reconnect !== undefined && REFUSED_FOR_NOW.has(status)
      ? new TransientSourceError(why)
      : new WeirError('ingest.invalid', `${why}.`);
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
    this.lastBytesRead = socket.isPaused ? undefined : this.connection?.bytesRead;
    return (
      this.options.reconnect !== undefined &&
      this.lastBytesRead !== undefined &&
      this.lastBytesRead === before
    );
  }
}
