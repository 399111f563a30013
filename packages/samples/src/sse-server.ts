/**
 * Serves a sample stream as server-sent events, one event per line. Every client gets the stream from its beginning; a
 * client that reconnects with `Last-Event-ID` resumes after that event, since the stream is the same each time. A slow
 * client slows only its own stream.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Clock that paces the stream. */
export interface Pace {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** Resolves after `millis`. */
  wait(millis: number): Promise<void>;
}

export interface SseServerOptions {
  /** Returns a new iteration of the stream. */
  readonly lines: () => Iterable<string>;
  /** Events per second per client. */
  readonly rate: number;
  /** 0 selects a free port. */
  readonly port: number;
  readonly pace: Pace;
}

export interface SseServer {
  readonly url: string;
  /** Ends all streams and releases the port. */
  close(): Promise<void>;
}

const TICK_MILLIS = 20;

/** @throws the system's error when the port is not available (`EADDRINUSE`). */
export async function startSseServer(options: SseServerOptions): Promise<SseServer> {
  const server = createServer((request, response) => {
    stream(request, response, options).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => close(server) };
}

async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  options: SseServerOptions,
): Promise<void> {
  const lastSeen = Number(request.headers['last-event-id'] ?? -1);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(':\n\n');
  const started = options.pace.now();
  let sent = 0;
  let position = -1;
  for (const line of options.lines()) {
    position++;
    if (position <= lastSeen) continue;
    if (response.destroyed) return;
    while (sent >= ((options.pace.now() - started) / 1000) * options.rate) {
      await options.pace.wait(TICK_MILLIS);
      if (response.destroyed) return;
    }
    sent++;
    if (!response.write(`id: ${position}\ndata: ${line}\n\n`)) await takenBy(response);
  }
  // The stream is over, but the connection stays open: a client would treat its end as a failure and reconnect.
}

/** Resolves when the client accepts more data or disconnects. */
function takenBy(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const finish = (): void => {
      response.off('drain', finish);
      response.off('close', finish);
      resolve();
    };
    response.on('drain', finish);
    response.on('close', finish);
  });
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
