/**
 * The listening socket. It is opened before anything else starts, so that a port in use is detected while nothing has
 * happened yet. Until the application is ready, requests are rejected with a request to retry. Requests for an event
 * stream wait instead: clients of such streams reconnect automatically, but not after any response other than the
 * stream.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { WeirError, type Scheduler } from '@weir/platform';
import { isLoopback } from './host-guard.js';
import { WebSocketUpgrades } from '../sockets/web-socket-upgrades.js';

/** An import may take long to read; slower ones are cut off. */
const REQUEST_LIMIT_MILLIS = 12 * 3_600_000;
/**
 * Clients reuse connections: a connection that closes at that moment costs them a request that they may not send twice.
 * Intermediate proxies give up after 60 seconds.
 */
const IDLE_LIMIT_MILLIS = 65_000;

export class WebServer {
  private listener: RequestListener = (request, response) => this.notReady(request, response);
  private readonly waiting = new Map<IncomingMessage, ServerResponse>();
  private readonly server: Server | TlsServer;
  readonly upgrades = new WebSocketUpgrades();
  /** Open connections, below TLS. */
  private readonly connections = new Set<Socket>();

  private constructor(
    private readonly host: string,
    private readonly scheduler: Scheduler,
    private readonly tls: ServerOptions | undefined,
  ) {
    const listener: RequestListener = (request, response) => this.listener(request, response);
    const options = {
      requestTimeout: REQUEST_LIMIT_MILLIS,
      keepAliveTimeout: IDLE_LIMIT_MILLIS,
      ...this.upgrades.serverOptions,
    };
    this.server = tls ? createTlsServer({ ...tls, ...options }, listener) : createServer(options, listener);
    this.server.on('connection', (socket: Socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    this.upgrades.listenOn(this.server, (request, response) => this.listener(request, response));
  }

  /** Rejects with `gateway.port-in-use`, or `config.invalid` for an address that is not this machine's. */
  static async listen(
    host: string,
    port: number,
    scheduler: Scheduler,
    tls?: ServerOptions,
  ): Promise<WebServer> {
    const web = new WebServer(host, scheduler, tls);
    await new Promise<void>((resolve, reject) => {
      web.server.once('error', (error: NodeJS.ErrnoException) => reject(asListenError(error, host, port)));
      web.server.listen(port, host, () => resolve());
    });
    return web;
  }

  /** For display: a wildcard address is shown as this machine's own. */
  get url(): string {
    const shown = this.host === '0.0.0.0' || this.host === '::' ? '127.0.0.1' : this.host;
    return `${this.isSecure ? 'https' : 'http'}://${shown.includes(':') ? `[${shown}]` : shown}:${this.port}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get isSecure(): boolean {
    return this.tls !== undefined;
  }

  /** Whether only clients with a certificate can connect. */
  get knowsClients(): boolean {
    return this.tls?.requestCert === true;
  }

  /** Whether only this machine can connect. */
  get isLocal(): boolean {
    return isLoopback((this.server.address() as AddressInfo).address);
  }

  serve(listener: RequestListener): void {
    this.listener = listener;
    for (const [request, response] of this.waiting) listener(request, response);
    this.waiting.clear();
  }

  private notReady(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.accept?.includes('text/event-stream') !== true) {
      answerNotReady(request, response);
      return;
    }
    this.waiting.set(request, response);
    response.once('close', () => this.waiting.delete(request));
  }

  /** Stops accepting connections, waits for responses in flight, and closes the remaining ones after `graceMillis`. */
  close(graceMillis: number): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.scheduler.after(graceMillis, () => this.server.closeAllConnections());
      this.server.close(() => {
        cancel();
        resolve();
      });
      // Closes connections that become idle later, after their last response.
      this.server.keepAliveTimeout = 1;
      this.server.closeIdleConnections();
      // Node regards a connection as active until its first request.
      for (const socket of this.connections) if (socket.bytesRead === 0) socket.destroy();
    });
  }
}

/** Paths that report that the process lives, including while the graph is being opened. */
export const LIVENESS: ReadonlySet<string> = new Set([
  '/api/v1/admin/liveness',
  '/api/v2/admin/liveness',
  '/api/v2/system/liveness',
]);

export const READINESS: ReadonlySet<string> = new Set([
  '/api/v1/admin/readiness',
  '/api/v2/admin/readiness',
  '/api/v2/system/readiness',
]);

export function answerNotReady(
  request: IncomingMessage,
  response: ServerResponse,
  why = 'The graph is not ready yet',
): void {
  if (LIVENESS.has(request.url ?? '')) {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': '1',
    'Weir-Error-Code': 'graph.not-ready',
  });
  response.end(JSON.stringify([why]));
}

function asListenError(error: NodeJS.ErrnoException, host: string, port: number): WeirError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new WeirError(
        'gateway.port-in-use',
        `Port ${port} on ${host} is in use; choose another port with --port, or stop the process that ` +
          `listens on it`,
        { cause: error },
      );
    case 'EACCES':
      return new WeirError('config.invalid', `Not allowed to listen on port ${port} of ${host}`, {
        cause: error,
      });
    default:
      return new WeirError('config.invalid', `Cannot listen on ${host}:${port}: ${error.message}`, {
        cause: error,
      });
  }
}
