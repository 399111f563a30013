/** Receives lines over TCP and stores them. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export class LineServer {
  readonly lines: string[] = [];
  private readonly sockets = new Set<Socket>();
  private server!: Server;

  static async start(port = 0): Promise<LineServer> {
    const lines = new LineServer();
    lines.server = createServer(socket => {
      lines.sockets.add(socket);
      socket.on('close', () => lines.sockets.delete(socket)).on('error', () => undefined);
      createInterface({ input: socket }).on('line', line => lines.lines.push(line));
    });
    lines.server.listen(port, '127.0.0.1');
    await once(lines.server, 'listening');
    return lines;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resolves when every client has closed its connection. */
  async idle(): Promise<void> {
    await Promise.all([...this.sockets].map(socket => once(socket, 'close')));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise(resolve => this.server.close(resolve));
  }
}
