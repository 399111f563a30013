/** Endpoint to which an output posts results, correct or misbehaving. It remembers acknowledged results. */
import type { ServerResponse } from 'node:http';
import { Endpoint } from '../../support/endpoint.js';
import type { Result } from '../../support/v1-client.js';

/** `gone`: nothing listens. `stall`: no response. `cut`: the connection breaks. `slow`: half a second each. */
export const MANNERS = ['gone', 'refuse', 'busy', 'stall', 'cut', 'slow'] as const;
export type Manners = 'good' | (typeof MANNERS)[number];

const SLOW_MILLIS = 500;

export class ResultEndpoint {
  readonly taken = new Set<string>();
  private manners: Manners = 'good';
  private readonly stalled = new Set<ServerResponse>();
  private readonly port: number;

  private constructor(private endpoint: Endpoint) {
    this.port = Number(new URL(endpoint.url).port);
    this.listen();
  }

  static async start(): Promise<ResultEndpoint> {
    return new ResultEndpoint(await Endpoint.start());
  }

  get url(): string {
    return this.endpoint.url;
  }

  async behave(manners: Manners): Promise<void> {
    const isStopped = this.manners === 'gone';
    this.manners = manners;
    if (manners === 'gone' && !isStopped) await this.endpoint.stop();
    if (manners !== 'gone' && isStopped) {
      this.endpoint = await Endpoint.start(this.port);
      this.listen();
    }
    if (manners === 'good') {
      for (const response of this.stalled) response.destroy();
      this.stalled.clear();
    }
  }

  stop(): Promise<void> {
    return this.endpoint.stop();
  }

  private listen(): void {
    this.endpoint.answer = (response, body) => this.answer(response, body as Result);
  }

  private answer(response: ServerResponse, result: Result): void {
    // Requests are counted here; the list would grow during the whole run.
    this.endpoint.received.length = 0;
    switch (this.manners) {
      case 'refuse':
        return void response.writeHead(400).end();
      case 'busy':
        return void response.writeHead(503).end();
      case 'stall':
        return void this.stalled.add(response);
      case 'cut':
      case 'gone':
        return void response.destroy();
      case 'slow':
        return void setTimeout(() => this.take(response, result), SLOW_MILLIS);
      case 'good':
        return this.take(response, result);
    }
  }

  private take(response: ServerResponse, { meta }: Result): void {
    this.taken.add(resultKey(meta));
    response.writeHead(200).end();
  }
}

export function resultKey({ resultId, isPositiveMatch }: Result['meta']): string {
  return `${resultId} ${isPositiveMatch}`;
}
