/** Forwards requests to another process and streams its responses back. */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { Agent as TlsAgent, request as sendSecurely } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Offer, WebSocketUpgrades } from '../sockets/web-socket-upgrades.js';

/** Header that names the members which have forwarded a request. */
const FORWARDED_BY = 'weir-forwarded-by';

/** Headers that apply to one connection (hop-by-hop). */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

export function hopsOf({ headers }: IncomingMessage): number {
  return String(headers[FORWARDED_BY] ?? '')
    .split(',')
    .filter(name => name !== '').length;
}

export class Forwarder {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly tlsAgent: TlsAgent;
  /** Requests in flight, with the address that they were forwarded to. */
  private readonly open = new Map<ClientRequest, string>();

  constructor(
    private readonly upgrades: WebSocketUpgrades,
    private readonly name: string,
    /**
     * PEM certificates of the authorities that must have issued the other members' certificates. Default: Node's
     * trusted authorities.
     */
    trusted?: Buffer,
  ) {
    this.tlsAgent = new TlsAgent({ keepAlive: true, ...(trusted === undefined ? {} : { ca: trusted }) });
  }

  /** Cancels the requests to a process that no longer responds. */
  cut(address: string): void {
    for (const [request, to] of this.open) if (to === address) request.destroy(new Error('it has left'));
  }

  /**
   * @returns whether the request is settled: answered, or impossible to answer; `false`: it may be sent again, to the
   * next owner.
   */
  forward(address: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const offer = this.upgrades.take(request);
    const before = request.headers[FORWARDED_BY];
    const hops = before === undefined ? this.name : `${String(before)},${this.name}`;
    const headers: OutgoingHttpHeaders = { ...request.headers, [FORWARDED_BY]: hops };
    const { method = 'GET', url = '/' } = request;
    for (const name of OF_CONNECTION) delete headers[name];
    if (offer !== undefined) Object.assign(headers, { connection: 'Upgrade', upgrade: 'websocket' });
    const onward = this.send(new URL(address), { method, path: url, headers });
    // A response may have several attempts: each removes the listeners that it added.
    const giveUp = (): void => void onward.destroy();
    this.open.set(onward, address);
    response.once('close', giveUp);
    onward.once('close', () => {
      this.open.delete(onward);
      response.off('close', giveUp);
    });
    const sendsBody = offer === undefined && hasBody(request);
    let isReached = false;
    whenConnected(onward, () => {
      isReached = true;
      // Not before the connection is established: a body can be read only once.
      if (sendsBody) request.pipe(onward);
    });
    return new Promise(resolve => {
      onward.once('response', answer => {
        copyAnswer(answer, response);
        resolve(true);
      });
      onward.once('upgrade', (answer: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (offer === undefined) socket.destroy();
        else join(offer, answer, socket, head);
        resolve(true);
      });
      onward.on('error', () => {
        if (response.headersSent || response.destroyed) response.destroy();
        else if (offer === undefined && (!isReached || mayGoAgain(request))) return resolve(false);
        else answerLost(response);
        resolve(true);
      });
      if (!sendsBody) onward.end();
    });
  }

  private send(address: URL, options: RequestOptions): ClientRequest {
    if (address.protocol !== 'https:') return send(address, { ...options, agent: this.agent });
    const { hostname } = address;
    // Otherwise the certificate would have to match the name by which the client knows this process.
    const servername = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : '';
    return sendSecurely(address, { ...options, servername, agent: this.tlsAgent });
  }
}

/** Calls back once the connection is established and, with TLS, the certificate is verified: nothing is sent before. */
function whenConnected(onward: ClientRequest, connected: () => void): void {
  onward.once('socket', socket => {
    if (socket.connecting) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected);
    // Some attempts fail immediately.
    else if (!socket.destroyed) connected();
  });
}

/** However far the request got, it only reads, and all of it can be sent again. */
function mayGoAgain(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function copyAnswer(answer: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, kept(answer.rawHeaders));
  // A stream of events may begin with silence.
  response.flushHeaders();
  pipeline(answer, response, () => undefined);
}

function kept(raw: readonly string[]): string[] {
  return raw.filter((_, i) => !OF_CONNECTION.has(raw[i - (i % 2)]!.toLowerCase()));
}

/** From here on, the two sockets are piped into each other. */
function join(
  { socket, head, response }: Offer,
  answer: IncomingMessage,
  onward: Duplex,
  first: Buffer,
): void {
  response.detachSocket(socket);
  let text = 'HTTP/1.1 101 Switching Protocols\r\n';
  const { rawHeaders } = answer;
  for (let i = 0; i < rawHeaders.length; i += 2) text += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`;
  socket.write(`${text}\r\n`);
  if (first.length > 0) socket.write(first);
  if (head.length > 0) onward.write(head);
  pipeline(socket, onward, () => onward.destroy());
  pipeline(onward, socket, () => socket.destroy());
}

function answerLost(response: ServerResponse): void {
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': '1',
    'Weir-Error-Code': 'graph.worker-lost',
  });
  const said =
    'The owner of the graph was lost while it handled the request; the outcome of the request is unknown';
  response.end(JSON.stringify([said]));
}
