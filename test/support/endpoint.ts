/** An HTTP endpoint to which results are posted, with configurable behavior. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class Endpoint {
  /** Parsed bodies in order of arrival. */
  readonly received: unknown[] = [];
  /** Writes the response; by default 200 immediately. */
  answer: (response: ServerResponse, body: unknown) => void = response => void response.writeHead(200).end();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param port default: a free one. */
  static async start(port = 0): Promise<Endpoint> {
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', piece => (text += piece));
      request.on('end', () => {
        const body: unknown = JSON.parse(text);
        endpoint.received.push(body);
        endpoint.answer(response, body);
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = new Endpoint(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return endpoint;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
