/**
 * A TCP server that sends each message to all clients, preceded by its length in four bytes, big-endian. Sending waits
 * for the slowest client, so that nothing accumulates here; a client that stalls for a while is disconnected.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type Environment, pause, WeirError } from '@weir/platform';

/** Maximum length that clients accept. */
export const LONGEST_FRAME = 10 * 1024 * 1024;
const LENGTH_BYTES = 4;
const PATIENCE_MILLIS = 30_000;
const PIECE_BYTES = 64 * 1024;
const CLIENTS = 256;
const LOOPBACK = /^(?:localhost|127\..*|::1)$/;

export interface FrameServerOptions {
  readonly address: string;
  readonly port: number;
  readonly environment: Pick<Environment, 'scheduler' | 'logger'>;
}

export class FrameServer {
  private readonly closing = new AbortController();
  private readonly clients = new Set<Socket>();
  private server: Server | undefined;

  constructor(private readonly options: FrameServerOptions) {}

  get name(): string {
    return `${this.options.address}:${this.options.port}`;
  }

  /** @throws WeirError `output.invalid` if it cannot listen. */
  async open(): Promise<void> {
    const { address, port, environment } = this.options;
    const server = createServer(client => this.joined(client));
    server.maxConnections = CLIENTS;
    try {
      server.listen(port, address);
      await once(server, 'listening');
    } catch (cause) {
      const { message } = cause as Error;
      throw new WeirError('output.invalid', `Cannot listen for clients at ${this.name}: ${message}`, {
        cause,
      });
    }
    this.server = server;
    if (this.closing.signal.aborted) server.close();
    if (!LOOPBACK.test(address))
      environment.logger.log('warn', `Any client that can reach ${this.name} can read its messages.`);
  }

  /** @returns how many messages, counted from the first, arrived at one client at least. Does not reject. */
  async send(messages: readonly Uint8Array[]): Promise<number> {
    const frames = messages.map(framed);
    const taken = await Promise.all([...this.clients].map(client => this.sendTo(client, frames)));
    return Math.max(0, ...taken);
  }

  close(): Promise<void> {
    this.closing.abort();
    this.server?.close();
    // If nothing is queued for a client, the connection ends after the data already sent; otherwise it is destroyed.
    for (const client of this.clients) {
      if (client.writableLength === 0) client.destroySoon();
      else client.destroy();
    }
    return Promise.resolve();
  }

  private joined(client: Socket): void {
    this.clients.add(client);
    // Input from clients is ignored.
    client.setNoDelay(true).setKeepAlive(true).resume();
    client.on('error', () => client.destroy());
    client.on('close', () => this.clients.delete(client));
    if (this.closing.signal.aborted) client.destroy();
  }

  /** @returns the number of frames sent to the client. */
  private async sendTo(client: Socket, frames: readonly Buffer[]): Promise<number> {
    let sent = 0;
    while (sent < frames.length) {
      let bytes = 0;
      let end = sent;
      do bytes += frames[end++]!.length;
      while (end < frames.length && bytes + frames[end]!.length <= PIECE_BYTES);
      if (!(await this.write(client, Buffer.concat(frames.slice(sent, end), bytes)))) return sent;
      sent = end;
    }
    return sent;
  }

  private async write(client: Socket, bytes: Buffer): Promise<boolean> {
    const { scheduler, logger } = this.options.environment;
    const patience = new AbortController();
    const written = new Promise<boolean>(resolve =>
      client.write(bytes, error => resolve((error ?? null) === null)),
    );
    const late = pause(scheduler, PATIENCE_MILLIS, patience.signal).then(() => 'late' as const);
    const outcome = await Promise.race([written, late]);
    patience.abort();
    if (outcome !== 'late') return outcome;
    const seconds = PATIENCE_MILLIS / 1_000;
    logger.log('warn', `A client of ${this.name} read nothing for ${seconds} seconds and was disconnected.`);
    client.destroy();
    return false;
  }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + message.length);
  frame.writeUInt32BE(message.length);
  frame.set(message, LENGTH_BYTES);
  return frame;
}
