/** A proxy that adds a path prefix to a service, as in front of several services. */
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';

export interface PrefixProxy {
  /** With the path and a trailing slash. */
  readonly url: string;
  close(): void;
}

export async function prefixProxy(target: string, prefix: string): Promise<PrefixProxy> {
  const { hostname, port } = new URL(target);
  const pathOf = (incoming: IncomingMessage): string | undefined =>
    incoming.url!.startsWith(`${prefix}/`) ? incoming.url!.slice(prefix.length) : undefined;
  const server: Server = createServer((incoming, outgoing) => {
    const path = pathOf(incoming);
    if (path === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method = 'GET', headers } = incoming;
    const forwarded = request({ hostname, port, path, method, headers }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket, head: Buffer) => {
    const path = pathOf(incoming);
    if (path === undefined) return void socket.destroy();
    const through = connect(Number(port), hostname, () => {
      const headers = incoming.rawHeaders.flatMap((name, i, all) =>
        i % 2 ? [] : [`${name}: ${all[i + 1]!}`],
      );
      through.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      through.write(head);
      socket.pipe(through).pipe(socket);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
