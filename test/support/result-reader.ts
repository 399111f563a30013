/** The results of a standing query as received by a client with the `eventsource` package. */
import { EventSource } from 'eventsource';
import type { GatewayProcess } from './gateway-process.js';
import { until } from './until.js';
import type { Result } from './v1-client.js';

export interface ReceivedResult {
  readonly id: string;
  readonly result: Result;
}

export class ResultReader {
  readonly received: ReceivedResult[] = [];
  /** Data of events with any other name; heartbeats have none. */
  readonly others: string[] = [];
  /** Data of the events about dropped results. */
  readonly gaps: unknown[] = [];
  private static readonly readers = new Set<ResultReader>();

  private constructor(private readonly source: EventSource) {
    source.addEventListener('result', event => {
      this.received.push({ id: event.lastEventId, result: JSON.parse(event.data as string) as Result });
    });
    source.addEventListener('gap', event => this.gaps.push(JSON.parse(event.data as string)));
    for (const name of ['message', 'cancellation']) {
      source.addEventListener(name, event => {
        if (event.data !== '') this.others.push(String(event.data));
      });
    }
  }

  /**
   * @param lastEventId the last event that the client received earlier.
   * @returns when the connection is established: results from now on are received.
   */
  static async open(gateway: GatewayProcess, standing: string, lastEventId?: string): Promise<ResultReader> {
    const source = new EventSource(`${gateway.url}/api/v1/query/standing/${standing}/results`, {
      fetch: (url, init) =>
        fetch(url, {
          ...init,
          headers: {
            ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
            ...init.headers,
          },
        }),
    });
    const reader = new ResultReader(source);
    ResultReader.readers.add(reader);
    await until(() => reader.source.readyState === reader.source.OPEN);
    return reader;
  }

  /** @returns the first `count` results, once they have arrived. */
  async first(count: number): Promise<readonly ReceivedResult[]> {
    await until(() => this.received.length >= count);
    return this.received.slice(0, count);
  }

  close(): void {
    this.source.close();
    ResultReader.readers.delete(this);
  }

  /** Call after each test, including failed ones: an open reader reconnects forever. */
  static closeAll(): void {
    for (const reader of ResultReader.readers) reader.close();
  }
}
