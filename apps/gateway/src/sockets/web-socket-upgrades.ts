/**
 * WebSocket handshakes as requests: they pass the same guards, the same decoding and the same words for errors as all
 * others, and the handler of the route decides whether the connection becomes a WebSocket. One that does not is answered
 * like any other request, and closed.
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
 * Bytes of a message that a client may send: those that only listen have nothing to say, others send queries, or files
 * in pieces, and processes that share the graph send each other what workers do.
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
   * For a server that is made: newer versions of Node ask which offers are taken, and answer requests with any other as
   * if there was none. Older ones don't know it; see `withoutUpgrade`.
   */
  readonly serverOptions: ServerOptions = {
    shouldUpgradeCallback: isWebSocketOffer,
  } as ServerOptions;

  /** @param listener as the server's own for other requests. */
  listenOn(server: Server | TlsServer, listener: RequestListener): void {
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const socket = stream as Socket;
      if (isWebSocketOffer(request)) this.offer(request, socket, head, listener);
      else withoutUpgrade(server, request, socket, head);
    });
  }

  /** The client of a request asks for a WebSocket. */
  isOffered(request: IncomingMessage): boolean {
    return this.offers.has(request);
  }

  /** Leaves the connection of an offer to whoever asks, with what was read of it; `undefined`: it was no offer. */
  take(request: IncomingMessage): Offer | undefined {
    const offer = this.offers.get(request);
    this.offers.delete(request);
    return offer;
  }

  /** Completes the handshake; `undefined` when the client did not ask, or asked wrongly and has been told. */
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
    // Nobody else listens to it any more; that it is gone is told by its closing.
    socket.on('error', () => socket.destroy());
    this.offers.set(request, { socket, head, response });
    listener(request, response);
  }
}

function isWebSocketOffer(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * A server may answer as if it had not been asked to upgrade, and to clients that offer HTTP/2 it does. The parser has
 * let go of the connection, so the request begins anew, without the offer.
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
