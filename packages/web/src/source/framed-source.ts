/**
 * Messages that a server sends over TCP, each preceded by its length. A few of them are buffered; beyond that the
 * connection is not read, so a slow graph slows the sender. If the server closes between two messages, the source ends;
 * if it closes within a message or is unreachable, that is a transient error.
 */
import { connect, type Socket } from 'node:net';
import type { OutgoingPolicy } from '@weir/platform';
import { BaseSource, type CutRecords, type SourceSupports, TransientSourceError } from '@weir/plugins';
import { WaitingRecords } from '@weir/formats/cutting';
import { FrameCutter } from './frame-cutter.js';

export interface FramedSourceOptions {
  readonly host: string;
  readonly port: number;
  readonly outgoing: OutgoingPolicy;
}

export class FramedSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: false };
  private readonly cutter = new FrameCutter();
  private socket: Socket | undefined;
  private readonly waiting = new WaitingRecords();

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
      // The first event determines the error.
      socket.once('error', ({ message }) => {
        const error = new TransientSourceError(`No connection to ${this.name}: ${message}`);
        this.waiting.endWith(error);
        reject(error);
      });
      socket.once('close', () => {
        const cut = `The connection to ${this.name} ended within a message`;
        this.waiting.endWith(this.cutter.isWithinFrame ? new TransientSourceError(cut) : undefined);
        resolve();
      });
    });
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    const taken = await this.waiting.take(maximum);
    if (!this.waiting.isFull) this.socket?.resume();
    return taken;
  }

  protected cursor(): string | null {
    return null;
  }

  protected closeSource(): Promise<void> {
    this.waiting.endWith(undefined);
    this.socket?.destroy();
    return Promise.resolve();
  }

  private arrived(piece: Uint8Array): void {
    try {
      this.cutter.add(piece, message => this.waiting.add(message));
    } catch (error) {
      this.waiting.endWith(error as Error);
      this.socket?.destroy();
    }
    if (this.waiting.isFull) this.socket?.pause();
  }

  private get name(): string {
    return `${this.options.host}:${this.options.port}`;
  }
}
