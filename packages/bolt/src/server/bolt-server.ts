/** The listening socket. Bolt over TCP and over WebSockets share one port: the first bytes distinguish them. */
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { type Environment, WeirError } from '@weir/platform';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { BoltConnection } from '../connection/bolt-connection.js';
import { HANDSHAKE_BYTES, handshakeAnswer, versionOf } from '../connection/handshake.js';
import { MessageBytes } from '../connection/message-bytes.js';
import type { BoltDoor } from '../contract.js';
import type { BoltLimits } from '../limits.js';
import { readBytes } from './read-bytes.js';

export interface BoltServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** If absent, TLS is not served. */
  readonly tls: TlsOptions | undefined;
  readonly limits: BoltLimits;
  readonly door: BoltDoor;
  /** Name and version of the server for clients. */
  readonly agent: string;
  readonly environment: Environment;
}

export interface BoltConnections {
  /** Including those that have not logged in. */
  readonly open: number;
  /** Since the server started. */
  readonly accepted: number;
  /** Closed at once because the maximum number was reached. */
  readonly refused: number;
}

/** The beginning of a WebSocket handshake. */
const HTTP_START = 'GET ';
const PLAIN_REQUEST = 'This port speaks the Bolt protocol, over TCP and WebSockets.\n';
/** A frame may contain several messages. */
const FRAME_MESSAGES = 2;

export class BoltServer {
  private readonly server: Server;
  private readonly http: HttpServer;
  private readonly webSockets: WebSocketServer;
  private readonly messageBytes: MessageBytes;
  private readonly sockets = new Set<Socket>();
  private readonly conversations = new Set<BoltConnection>();
  private count = 0;
  private accepted = 0;
  private refused = 0;

  private constructor(private readonly options: BoltServerOptions) {
    const { tls, limits } = options;
    const accept = (socket: Socket): void => this.accept(socket);
    // Errors of a TLS handshake end its connection, and concern no other.
    this.server =
      tls === undefined
        ? createServer(accept)
        : createTlsServer({ ...tls, handshakeTimeout: limits.loginMillis }, accept);
    // With TLS, this includes connections whose handshake is not finished.
    this.server.on('connection', (socket: Socket) => {
      this.accepted++;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    this.server.maxConnections = limits.connections;
    this.server.on('drop', () => this.refused++);
    this.messageBytes = new MessageBytes(limits.totalMessageBytes);
    this.webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: FRAME_MESSAGES * limits.messageBytes,
    });
    this.http = createHttpServer((_request, response) => {
      response.writeHead(426, { Upgrade: 'websocket', Connection: 'close', 'Content-Type': 'text/plain' });
      response.end(PLAIN_REQUEST);
    });
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket as Socket, head));
  }

  /** Rejects with `gateway.port-in-use`, or with `config.invalid` for an address that is not this machine's. */
  static async listen(options: BoltServerOptions): Promise<BoltServer> {
    const bolt = new BoltServer(options);
    const { host, port } = options;
    await new Promise<void>((resolve, reject) => {
      bolt.server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
      bolt.server.listen(port, host, () => resolve());
    });
    return bolt;
  }

  get address(): AddressInfo {
    return this.server.address() as AddressInfo;
  }

  get connections(): BoltConnections {
    return { open: this.sockets.size, accepted: this.accepted, refused: this.refused };
  }

  /** Stops accepting connections, and closes each when its query has finished, or after `graceMillis`. */
  close(graceMillis: number): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.options.environment.scheduler.after(graceMillis, () => {
        for (const socket of this.sockets) socket.destroy();
      });
      this.server.close(() => {
        cancel();
        resolve();
      });
      for (const connection of this.conversations) connection.drain();
    });
  }

  private accept(socket: Socket): void {
    const { limits, environment } = this.options;
    socket.setNoDelay(true);
    socket.setKeepAlive(true);
    // The close event reports the disconnect.
    socket.on('error', () => socket.destroy());
    const cancelLogin = environment.scheduler.after(limits.loginMillis, () => socket.destroy());
    socket.once('close', cancelLogin);
    readBytes(socket, HTTP_START.length, first => {
      socket.unshift(first);
      if (first.toString('latin1') !== HTTP_START) return this.shakeHands(socket, socket, cancelLogin);
      logins.set(socket, cancelLogin);
      this.http.emit('connection', socket);
    });
  }

  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    try {
      this.options.door.checkWebSocket(request);
    } catch (error) {
      const { message } = WeirError.from(error);
      socket.end(
        `HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${message}\n`,
      );
      return;
    }
    this.webSockets.handleUpgrade(request, socket, head, webSocket => {
      const stream = createWebSocketStream(webSocket);
      stream.on('error', () => socket.destroy());
      this.shakeHands(stream, socket, logins.get(socket)!);
    });
  }

  private shakeHands(stream: Duplex, socket: Socket, onLogin: () => void): void {
    const { environment } = this.options;
    readBytes(stream, HANDSHAKE_BYTES, handshake => {
      const version = versionOf(handshake);
      stream.write(handshakeAnswer(version));
      // The rest is read and dropped; while bytes are left to read, the connection does not close.
      if (version === undefined) return void stream.end().resume();
      const connection = new BoltConnection(stream, {
        ...this.options,
        version,
        messageBytes: this.messageBytes,
        connectionId: `bolt-${++this.count}`,
        localAddress: `${shownHost(socket.localAddress)}:${socket.localPort ?? ''}`,
        environment,
        onLogin,
      });
      this.conversations.add(connection);
      socket.once('close', () => this.conversations.delete(connection));
    });
  }
}

/** Functions that end the time limit of a login, while the HTTP server has the connection. */
const logins = new WeakMap<Socket, () => void>();

function shownHost(address = ''): string {
  return address.includes(':') ? `[${address}]` : address;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): WeirError {
  const isInUse = error.code === 'EADDRINUSE';
  const message = isInUse
    ? `Port ${port} on ${host} is in use; choose another bolt.port, or stop the process that listens on it`
    : `Cannot listen for Bolt on ${host}:${port}: ${error.message}`;
  return new WeirError(isInUse ? 'gateway.port-in-use' : 'config.invalid', message, { cause: error });
}
