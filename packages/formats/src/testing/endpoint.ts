/** An HTTP endpoint controlled by a test. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class Endpoint {
  readonly received: Received[] = [];
  /** Status of the response; a promise delays it. */
  answer: (request: Received) => number | Promise<number> = () => 200;
  /** Body of the response. */
  answerBody: (request: Received) => string = () => 'thank you';
  atOnce = 0;
  mostAtOnce = 0;
  private server!: Server;

  static async start(): Promise<Endpoint> {
    const endpoint = new Endpoint();
    endpoint.server = createServer((request, response) => {
      endpoint.mostAtOnce = Math.max(endpoint.mostAtOnce, ++endpoint.atOnce);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const received = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(pieces).toString(),
        };
        endpoint.received.push(received);
        void Promise.resolve(endpoint.answer(received)).then(status => {
          endpoint.atOnce--;
          response.writeHead(status).end(endpoint.answerBody(received));
        });
      });
    });
    await new Promise<void>(resolve => endpoint.server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get bodies(): unknown[] {
    return this.received.map(({ body }) => JSON.parse(body) as unknown);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }
}
