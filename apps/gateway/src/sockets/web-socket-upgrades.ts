/**
 * WebSocket handshakes as requests: they pass the same guards, decoding and error handling as all others, and the
 * handler of the route decides whether to upgrade the connection. A handshake that is not accepted is answered like any
 * other request, and closed.
 */
import type { IncomingMessage } from 'node:http';
import { ServerResponse, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';

export interface Offer {
  readonly socket: Socket;
  readonly head: Buffer;
  readonly response: ServerResponse;
}

/**
 * Maximum size of a client message, in bytes. Clients that only listen send nothing; others send queries or chunks of
 * files, and processes that share the graph exchange worker messages.
 */
const LARGEST_INCOMING = {
  listens: 16 * 1024,
  asks: 1024 * 1024,
  sends: 16 * 1024 * 1024,
  works: 1024 ** 3,
};

export type ClientKind = keyof typeof LARGEST_INCOMING;

function socketsFor(kind: ClientKind): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LARGEST_INCOMING[kind],
  });
}

export class WebSocketUpgrades {
  private readonly offers = new WeakMap<IncomingMessage, Offer>();
  private readonly sockets = {
    listens: socketsFor('listens'),
    asks: socketsFor('asks'),
    works: socketsFor('works'),
    sends: socketsFor('sends'),
  };

  /**
   * Server options. Newer versions of Node call this to decide which upgrade offers are accepted, and answer requests
   * with any other offer normally. Older ones ignore it; see `withoutUpgrade`.
   */
  readonly serverOptions: ServerOptions = {
    shouldUpgradeCallback: isWebSocketOffer,
  } as ServerOptions;

  /** @param listener the server's own listener, for other requests. */
  listenOn(server: Server | TlsServer, listener: RequestListener): void {
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const socket = stream as Socket;
      if (isWebSocketOffer(request)) this.offer(request, socket, head, listener);
      else withoutUpgrade(server, request, socket, head);
    });
  }

  /** Returns whether the client of a request offers a WebSocket. */
  isOffered(request: IncomingMessage): boolean {
    return this.offers.has(request);
  }

  /** Hands the connection of an offer to the caller, with the bytes already read; `undefined` without an offer. */
  take(request: IncomingMessage): Offer | undefined {
    const offer = this.offers.get(request);
    this.offers.delete(request);
    return offer;
  }

  /** Completes the handshake; `undefined` without an offer, or after an invalid offer was answered with an error. */
  accept(request: IncomingMessage, kind: ClientKind = 'listens'): Promise<WebSocket | undefined> {
    const offer = this.offers.get(request);
    if (offer === undefined) return Promise.resolve(undefined);
    this.offers.delete(request);
    const { socket, head, response } = offer;
    response.detachSocket(socket);
    return new Promise(resolve => {
      socket.once('close', () => resolve(undefined));
      this.sockets[kind].handleUpgrade(request, socket, head, webSocket => resolve(webSocket));
    });
  }

  private offer(request: IncomingMessage, socket: Socket, head: Buffer, listener: RequestListener): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    // Nothing else listens for errors; the close event reports the disconnect.
    socket.on('error', () => socket.destroy());
    this.offers.set(request, { socket, head, response });
    listener(request, response);
  }
}

function isWebSocketOffer(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * A server may ignore an upgrade offer, and ignores those for HTTP/2. The parser has already released the connection,
 * so the request is replayed without the offer.
 */
function withoutUpgrade(
  server: Server | TlsServer,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const value = rawHeaders[i + 1]!;
    if (/^(upgrade|http2-settings)$/i.test(name)) continue;
    text += /^connection$/i.test(name) ? `${name}: ${withoutTokens(value)}\r\n` : `${name}: ${value}\r\n`;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function withoutTokens(connection: string): string {
  const left = connection.split(',').filter(token => !/^\s*(upgrade|http2-settings)\s*$/i.test(token));
  return left.length === 0 ? 'keep-alive' : left.join(',');
}
