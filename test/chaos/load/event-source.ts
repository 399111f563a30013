/**
 * An event server for a stream to ingest. It resumes after the last event that the client received, as a correct server
 * does, and can be made to misbehave.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../gateway-life.js';

/** Events overwrite each other: the last one of each key counts. */
export const EVENT_KEYS = 300;
const PER_TICK = 4;
const TICK_MILLIS = 30;

/** `stall`: connections stay open without data. `cut`: they break in the middle of an event. */
export type SourceManners = 'good' | 'refuse' | 'stall' | 'cut';

export class EventSource {
  /** Events 1 to this number exist. */
  made = 0;
  isMaking = false;
  manners: SourceManners = 'good';
  private readonly clients = new Set<ServerResponse>();
  private isStopped = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<EventSource> {
    const server = createServer((request, response) => void source.serve(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
    const source = new EventSource(server, url);
    void source.make();
    return source;
  }

  /** The last event for the key; 0 if there is none. */
  lastOf(key: number): number {
    const last = this.made - ((((this.made - key) % EVENT_KEYS) + EVENT_KEYS) % EVENT_KEYS);
    return Math.max(0, last);
  }

  behave(manners: SourceManners): void {
    this.manners = manners;
    if (manners !== 'good' && manners !== 'stall') this.cutAll();
  }

  /** Breaks all connections. */
  cutAll(): void {
    for (const client of this.clients) client.destroy();
  }

  stop(): void {
    this.isStopped = true;
    this.cutAll();
    this.server.close();
    this.server.closeAllConnections();
  }

  private async make(): Promise<void> {
    while (!this.isStopped) {
      if (this.isMaking) this.made += PER_TICK;
      await pause(TICK_MILLIS);
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.manners === 'refuse') {
      response.writeHead(503).end();
      return;
    }
    this.clients.add(response);
    response.once('close', () => this.clients.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    let next = Number(request.headers['last-event-id'] ?? 0) + 1;
    while (!response.destroyed) {
      const hasNothing = this.manners === 'stall' || next > this.made;
      if (hasNothing || response.writableNeedDrain) await pause(TICK_MILLIS);
      else {
        const event = `id: ${next}\ndata: {"k": ${next % EVENT_KEYS}, "seq": ${next}}\n\n`;
        if (this.manners === 'cut') {
          response.write(event.slice(0, 20));
          response.destroy();
          return;
        }
        response.write(event);
        next++;
      }
    }
  }
}
