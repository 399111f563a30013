/** A client that sends any bytes, and collects what the server sends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Value } from '@weir/model';
import { IDENTIFICATION } from '../connection/handshake.js';
import { ChunkReader } from '../packstream/chunk-reader.js';
import { MessageWriter } from '../packstream/message-writer.js';
import { PackReader } from '../packstream/pack-reader.js';
import { ValueWriter } from '../values/value-writer.js';

export interface Reply {
  readonly tag: number;
  readonly fields: readonly Value[];
}

/** Proposes versions 5.0 to 5.4. */
export const HANDSHAKE = Buffer.concat([IDENTIFICATION, Buffer.from([0, 4, 4, 5]), Buffer.alloc(12)]);

/** Returns a message in chunks. */
export function message(tag: number, ...fields: readonly Value[]): Buffer {
  const out = new MessageWriter();
  const values = new ValueWriter(out, { hasElementIds: true, usesUtc: true });
  out.begin(tag, fields.length);
  for (const field of fields) values.write(field);
  out.end();
  return out.take();
}

export class BoltClient {
  readonly replies: Reply[] = [];
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<unknown>;
  private arrived: () => void = () => undefined;
  private readonly chunks = new ChunkReader(Infinity, bytes => {
    const structure = (tag: number, fields: readonly Value[]): Value => ({ tag, fields });
    this.replies.push(new PackReader(bytes, structure).message());
    this.arrived();
  });

  private constructor(readonly socket: Socket) {
    socket.on('error', () => socket.destroy());
    this.closed = once(socket, 'close');
  }

  static async connect(port: number): Promise<BoltClient> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new BoltClient(socket);
  }

  /** Agrees on a version, major and minor. */
  async shakeHands([major, minor]: readonly [number, number] = [5, 4]): Promise<this> {
    const proposal = Buffer.from([0, 0, minor, major]);
    this.socket.write(Buffer.concat([IDENTIFICATION, proposal, Buffer.alloc(12)]));
    const [answer] = (await once(this.socket, 'data')) as [Buffer];
    if (!answer.equals(proposal)) throw new Error(`answer ${answer.toString('hex')}`);
    this.socket.on('data', (bytes: Buffer) => this.chunks.add(bytes));
    return this;
  }

  send(...messages: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(messages));
  }

  /** Returns the next replies. */
  async take(count: number): Promise<Reply[]> {
    while (this.replies.length < count) await new Promise<void>(resolve => (this.arrived = resolve));
    return this.replies.splice(0, count);
  }
}
