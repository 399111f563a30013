/**
 * Each message of a WebSocket is a record, text or bytes. A few messages wait for whoever asks; then the connection is
 * not read, so a slow graph slows the sender. A server that closes in good order ends the source; a connection that
 * breaks is trouble that may pass.
 */
import type { KeepAlive } from '@weir/definitions';
import { portOf, shownUrl, WeirError, type OutgoingPolicy, type Scheduler } from '@weir/model';
import type { RawData, WebSocket } from 'ws';
import { BaseSource, type CutRecords } from './base-source.js';
import { TransientSourceError, type SourceSupports } from './ingest-source.js';
import { packBytes } from './pack-bytes.js';

export interface WebSocketSourceOptions {
  readonly url: string;
  /** Sent in this order when the connection is there. */
  readonly initMessages: readonly string[];
  readonly keepAlive: KeepAlive;
  /** Rewrites messages of bytes as UTF-8; absent: they stay as they are. */
  readonly decode?: ((bytes: Uint8Array) => string) | undefined;
  readonly scheduler: Scheduler;
  readonly outgoing: OutgoingPolicy;
}

/** Bytes that wait before the connection is left alone. */
const WAITING_BYTES = 1024 * 1024;
const LONGEST_MESSAGE = 128 * 1024 * 1024;
/** What a server says that has nothing more to say. */
const IN_GOOD_ORDER: ReadonlySet<number> = new Set([1000, 1001, 1005]);

export class WebSocketSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: false };
  private socket: WebSocket | undefined;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private end: { readonly error: Error | undefined } | undefined;
  private wake: () => void = () => undefined;
  private endKeepAlive: () => void = () => undefined;

  constructor(private readonly options: WebSocketSourceOptions) {
    super();
  }

  protected async openSource(): Promise<void> {
    const { url, initMessages, outgoing } = this.options;
    const { WebSocket } = await import('ws');
    if (this.isClosed()) return;
    const { hostname } = new URL(url);
    const port = portOf(new URL(url));
    const refusal = outgoing.refusal(hostname, port);
    if (refusal !== undefined) throw new WeirError('ingest.invalid', `Invalid url: ${refusal}.`);
    const socket = new WebSocket(url, { maxPayload: LONGEST_MESSAGE, lookup: outgoing.lookup(port) });
    this.socket = socket;
    socket.on('message', data => this.arrived(data));
    socket.on('close', (code, reason) => this.ended(code, reason.toString()));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, response) => {
        reject(this.refused(response.statusCode ?? 0));
        socket.terminate();
      });
      // Also of a connection that breaks later: what it ends with is told by `close`.
      socket.on('error', error =>
        reject(new TransientSourceError(`No connection to ${shownUrl(url)}: ${error.message || error.name}`)),
      );
    });
    for (const message of initMessages) socket.send(message);
    this.keepAlive();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (this.waiting.length === 0) {
      if (this.isClosed()) return undefined;
      if (this.end?.error) throw this.end.error;
      if (this.end) return undefined;
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    const taken = this.waiting.splice(0, maximum);
    const packed = packBytes(taken);
    this.waitingBytes -= packed.bytes.length;
    if (this.waitingBytes < WAITING_BYTES) this.socket?.resume();
    return packed;
  }

  protected cursor(): string | null {
    return null;
  }

  protected closeSource(): Promise<void> {
    this.endKeepAlive();
    this.socket?.terminate();
    this.wake();
    return Promise.resolve();
  }

  private arrived(data: RawData): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data as Buffer);
    const { decode } = this.options;
    const message = decode === undefined ? bytes : Buffer.from(decode(bytes));
    this.waiting.push(message);
    this.waitingBytes += message.length;
    if (this.waitingBytes >= WAITING_BYTES) this.socket?.pause();
    this.wake();
  }

  private ended(code: number, reason: string): void {
    this.endKeepAlive();
    const why = `The connection to ${shownUrl(this.options.url)} ended with ${code} ${reason}`;
    this.end = { error: IN_GOOD_ORDER.has(code) ? undefined : new TransientSourceError(why.trim()) };
    this.wake();
  }

  private refused(status: number): WeirError {
    const url = shownUrl(this.options.url);
    return new WeirError(
      'ingest.invalid',
      `${url} is unable to upgrade to a WebSocket: it answers with ${status}.`,
    );
  }

  /** Sends something now and then, so that nobody between takes the connection for dead. */
  private keepAlive(): void {
    const { keepAlive, scheduler } = this.options;
    if (keepAlive.type === 'NoKeepalive' || this.end !== undefined || this.isClosed()) return;
    this.endKeepAlive = scheduler.after(keepAlive.interval, () => {
      if (keepAlive.type === 'PingPongInterval') this.socket?.ping();
      else this.socket?.send(keepAlive.message);
      this.keepAlive();
    });
  }
}
