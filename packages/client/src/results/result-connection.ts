/** One connection of a results stream. Reads its events only as fast as the caller requests them. */
import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
import type { Service } from '../service.js';
import { errorOfResponse, WeirClientError } from '../weir-client-error.js';

export interface ConnectionOptions {
  readonly name: string;
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds of silence after which the connection counts as lost. */
  readonly silenceLimit: number;
  /** The service requests this delay, in milliseconds, before a new connection. */
  readonly onRetry: (millis: number) => void;
}

export class ResultConnection {
  private readonly parser: EventSourceParser;
  private readonly decoder = new TextDecoder();
  private events: EventSourceMessage[] = [];

  private constructor(
    private readonly service: Service,
    private readonly body: ReadableStreamDefaultReader<Uint8Array>,
    private readonly options: ConnectionOptions,
  ) {
    this.parser = createParser({
      onEvent: event => this.events.push(event),
      onRetry: options.onRetry,
    });
  }

  /** Resolves when the service has responded: results from then on are delivered. Rejects with a `WeirClientError`. */
  static async open(service: Service, options: ConnectionOptions): Promise<ResultConnection> {
    const { name, lastEventId, signal } = options;
    const address = `${service.baseUrl}/api/v1/query/standing/${encodeURIComponent(name)}/results`;
    const headers = new Headers({ accept: 'text/event-stream' });
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
    const response = await service.send(new Request(address, { headers, signal, cache: 'no-store' }));
    if (!response.ok) throw await errorOfResponse(response);
    const type = response.headers.get('content-type') ?? 'none';
    if (!type.startsWith('text/event-stream') || response.body === null) {
      await response.body?.cancel();
      throw new WeirClientError(
        'answer.unreadable',
        `${address} responded with content type ${type} instead of text/event-stream. Check that the URL is that of a Weir server.`,
        response.status,
      );
    }
    return new ResultConnection(service, response.body.getReader(), options);
  }

  /**
   * Events received since the last call, possibly none; waits until data arrives. Rejects when the connection is lost.
   */
  async read(): Promise<readonly EventSourceMessage[]> {
    const { done, value } = await this.readInTime();
    if (done) throw new WeirClientError('connection.broken', 'The server ended the stream');
    this.parser.feed(this.decoder.decode(value, { stream: true }));
    const { events } = this;
    this.events = [];
    return events;
  }

  async close(): Promise<void> {
    // A lost connection cannot be canceled, and need not be.
    await this.body.cancel().catch(() => undefined);
  }

  private readInTime(): Promise<ReadableStreamReadResult<Uint8Array>> {
    const { silenceLimit } = this.options;
    return new Promise((resolve, reject) => {
      const cancelTimer = this.service.environment.after(silenceLimit, () => {
        reject(new WeirClientError('connection.silent', `Nothing was received for ${silenceLimit} ms`));
      });
      this.body.read().then(resolve, reject).finally(cancelTimer);
    });
  }
}
