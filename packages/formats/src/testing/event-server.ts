/** A server of server-sent events controlled by a test, connection by connection. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EventConnection {
  readonly lastEventId: string | undefined;
  readonly response: ServerResponse;
}

export class EventServer {
  readonly connections: EventConnection[] = [];
  private server!: Server;

  /** @param answer called for each connection, after the headers were sent unless it sends its own. */
  private constructor(
    private readonly answer: (connection: EventConnection, request: IncomingMessage) => void,
  ) {}

  static async start(
    answer: (connection: EventConnection, request: IncomingMessage) => void,
  ): Promise<EventServer> {
    const server = new EventServer(answer);
    server.server = createServer((request, response) => {
      const id = request.headers['last-event-id'];
      const connection = { lastEventId: Array.isArray(id) ? id[0] : id, response };
      server.connections.push(connection);
      server.answer(connection, request);
    });
    await new Promise<void>(resolve => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }
}

export function eventHeaders(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}
