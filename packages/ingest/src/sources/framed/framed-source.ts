/**
 * Messages of a server that sends them over TCP, each behind its length. A few of them wait for whoever asks; then the
 * connection is not read, so a slow graph slows the sender. A server that ends between two messages ends the source; one
 * that can't be reached, or that ends within a message, is trouble that may pass.
 */
import { connect, type Socket } from 'node:net';
import type { OutgoingPolicy } from '@weir/model';
import { BaseSource, type CutRecords } from '../base-source.js';
import { type SourceSupports, TransientSourceError } from '../ingest-source.js';
import { packBytes } from '../pack-bytes.js';
import { FrameCutter, LENGTH_BYTES } from './frame-cutter.js';

export interface FramedSourceOptions {
  readonly host: string;
  readonly port: number;
  readonly outgoing: OutgoingPolicy;
}

/** Bytes that wait before the connection is left alone. */
const WAITING_BYTES = 1024 * 1024;

export class FramedSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: false };
  private readonly cutter = new FrameCutter();
  private socket: Socket | undefined;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private end: { readonly error: Error | undefined } | undefined;
  private wake: () => void = () => undefined;

  constructor(private readonly options: FramedSourceOptions) {
    super();
  }

  protected openSource(): Promise<void> {
    const { host, port, outgoing } = this.options;
    const socket = connect({ host, port, keepAlive: true, lookup: outgoing.lookup(String(port)) });
    this.socket = socket;
    socket.on('data', piece => this.arrived(piece));
    return new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      // Whichever comes first tells what it ended with.
      socket.once('error', ({ message }) => {
        const error = new TransientSourceError(`No connection to ${this.name}: ${message}`);
        this.endWith(error);
        reject(error);
      });
      socket.once('close', () => {
        const cut = `The connection to ${this.name} ended within a message`;
        this.endWith(this.cutter.isWithinFrame ? new TransientSourceError(cut) : undefined);
        resolve();
      });
    });
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
    this.waitingBytes -= packed.bytes.length + taken.length * LENGTH_BYTES;
    if (this.waitingBytes < WAITING_BYTES) this.socket?.resume();
    return packed;
  }

  protected cursor(): string | null {
    return null;
  }

  protected closeSource(): Promise<void> {
    this.socket?.destroy();
    this.wake();
    return Promise.resolve();
  }

  private arrived(piece: Uint8Array): void {
    try {
      this.cutter.add(piece, message => {
        this.waiting.push(message);
        // Those without a byte count too.
        this.waitingBytes += message.length + LENGTH_BYTES;
      });
    } catch (error) {
      this.endWith(error as Error);
      this.socket?.destroy();
    }
    if (this.waitingBytes >= WAITING_BYTES) this.socket?.pause();
    this.wake();
  }

  private endWith(error: Error | undefined): void {
    this.end ??= { error };
    this.wake();
  }

  private get name(): string {
    return `${this.options.host}:${this.options.port}`;
  }
}
