/**
 * A proxy between a client and a server of this machine that can be cut: open connections break, and new ones fail. Or
 * the client receives nothing for a while.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class CuttableProxy {
  private readonly open = new Set<Socket>();
  private readonly servers = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    /** `host:port`. */
    readonly address: string,
  ) {}

  static async before(port: number): Promise<CuttableProxy> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttableProxy(server, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', socket => proxy.accept(socket, port));
    return proxy;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.open) socket.destroy();
  }

  heal(): void {
    this.isCut = false;
  }

  /** The client receives nothing. */
  stall(): void {
    for (const socket of this.servers) socket.pause();
  }

  resume(): void {
    for (const socket of this.servers) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise(resolve => this.server.close(resolve));
  }

  private accept(client: Socket, port: number): void {
    if (this.isCut) return void client.destroy();
    const server = connect(port, '127.0.0.1');
    this.servers.add(server);
    server.on('close', () => this.servers.delete(server));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.open.delete(from);
        to.destroy();
      });
    }
  }
}
