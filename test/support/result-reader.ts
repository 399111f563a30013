/** The results of a standing query as a client with the `eventsource` package gets them. */
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
  /** Data of events of any other name; heartbeats have none. */
  readonly others: string[] = [];
  /** Data of the events that tell of results which are not kept. */
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
   * @param lastEventId what the client saw last, in an earlier life.
   * @returns when the connection stands: results from now on are received.
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

  /** @returns the first `count` results, as soon as there are so many. */
  async first(count: number): Promise<readonly ReceivedResult[]> {
    await until(() => this.received.length >= count);
    return this.received.slice(0, count);
  }

  close(): void {
    this.source.close();
    ResultReader.readers.delete(this);
  }

  /** For after each test, failed ones too: a reader that is left open reconnects for ever. */
  static closeAll(): void {
    for (const reader of ResultReader.readers) reader.close();
  }
}
