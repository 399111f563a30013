/**
 * The `data` of each server-sent event is a record. The connection is read only while records are requested, so a slow
 * graph slows the sender. However a connection ends, a new one follows after a moment, with the id of the last event;
 * this source never ends and never fails.
 */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { Agent } from 'undici';
import {
  pause,
  policedConnector,
  reasonOf,
  shownUrl,
  urlLogin,
  type Logger,
  type OutgoingPolicy,
  type Scheduler,
} from '@weir/platform';
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import { packText } from '@weir/formats/cutting';

export interface ServerSentEventsSourceOptions {
  readonly url: string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly outgoing: OutgoingPolicy;
  /** Delay before a new connection, unless the server sets one; default 1000. */
  readonly reconnectMillis?: number;
}

const RECONNECT_MILLIS = 1000;
/** Lower limit of the server's delay: without it, reconnecting could become a busy loop. */
const SHORTEST_RECONNECT_MILLIS = 50;
const LONGEST_RECONNECT_MILLIS = 60_000;
const LONGEST_EVENT = 5_242_881;
/** Characters that a header cannot contain. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\u{10ffff}]/u;

interface Connection {
  readonly parser: EventSourceParser;
  readonly body: ReadableStreamDefaultReader<Uint8Array>;
  readonly decoder: InstanceType<typeof TextDecoder>;
}

export class ServerSentEventsSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'best-effort', acknowledge: false };
  private readonly closing = new AbortController();
  private agent: Agent | undefined;
  private connection: Connection | undefined;
  /** Unconsumed events of the last read: their data and the id that applied to each. */
  private readonly waiting: { readonly data: string; readonly id: string | null }[] = [];
  private lastId: string | null = null;
  private deliveredId: string | null = null;
  private reconnectMillis: number;
  private trouble: string | undefined;
  private failure: Error | undefined;

  constructor(private readonly options: ServerSentEventsSourceOptions) {
    super();
    this.reconnectMillis = options.reconnectMillis ?? RECONNECT_MILLIS;
  }

  status(): SourceStatus {
    return this.trouble === undefined ? {} : { trouble: this.trouble };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    this.lastId = this.deliveredId = from?.cursor ?? null;
    return Promise.resolve();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (this.waiting.length === 0) {
      if (this.isClosed()) return undefined;
      try {
        this.connection ??= await this.connect();
        await this.readOnce(this.connection);
      } catch (error) {
        if (this.isClosed()) return undefined;
        await this.disconnected(error);
      }
    }
    const taken = this.waiting.splice(0, maximum);
    this.deliveredId = taken[taken.length - 1]!.id;
    return packText(taken.map(event => event.data));
  }

  protected cursor(): string | null {
    return this.deliveredId;
  }

  protected async closeSource(): Promise<void> {
    this.closing.abort();
    await this.agent?.destroy();
  }

  private async connect(): Promise<Connection> {
    const { Agent, buildConnector, fetch } = await import('undici');
    // A quiet stream is not dead, so the time between two chunks of a body is not limited.
    this.agent ??= new Agent({
      bodyTimeout: 0,
      connect: policedConnector(buildConnector, this.options.outgoing),
    });
    const headers: Record<string, string> = { accept: 'text/event-stream', 'cache-control': 'no-cache' };
    if (this.lastId !== null) headers['last-event-id'] = asHeader(this.lastId);
    const { url, authorization } = urlLogin(this.options.url);
    if (authorization !== undefined) headers['authorization'] = authorization;
    const response = await fetch(url, {
      headers,
      dispatcher: this.agent,
      signal: this.closing.signal,
    });
    const type = response.headers.get('content-type') ?? 'none';
    if (response.status !== 200 || !type.startsWith('text/event-stream') || response.body === null) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}, content type ${type}; expected 200 and text/event-stream`);
    }
    if (this.trouble !== undefined)
      this.options.logger.log('info', `Connected to ${shownUrl(this.options.url)} again.`);
    this.trouble = undefined;
    this.failure = undefined;
    return {
      parser: this.parser(),
      body: response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>,
      decoder: new TextDecoder('utf-8'),
    };
  }

  private parser(): EventSourceParser {
    return createParser({
      maxBufferSize: LONGEST_EVENT,
      onEvent: event => {
        // An id that cannot be sent is ignored, as the standard demands for zero bytes.
        if (event.id !== undefined && !UNSENDABLE.test(event.id))
          this.lastId = event.id === '' ? null : event.id;
        // Heartbeats carry no data.
        if (event.data !== '') this.waiting.push({ data: event.data, id: this.lastId });
      },
      onRetry: millis => {
        const least = Math.max(millis, SHORTEST_RECONNECT_MILLIS);
        this.reconnectMillis = Math.min(least, LONGEST_RECONNECT_MILLIS);
      },
      onError: error => {
        if (error.type === 'max-buffer-size-exceeded') this.failure = error;
      },
    });
  }

  private async readOnce({ body, decoder, parser }: Connection): Promise<void> {
    const { done, value } = await body.read();
    if (done) throw new Error('the server ended the stream');
    parser.feed(decoder.decode(value, { stream: true }));
    if (this.failure !== undefined) throw this.failure;
  }

  private async disconnected(error: unknown): Promise<void> {
    const connection = this.connection;
    this.connection = undefined;
    const { url, logger } = this.options;
    const reason = `No connection to ${shownUrl(url)}: ${reasonOf(error)}`;
    if (this.trouble === undefined) logger.log('warn', `${reason}. Retrying until it responds.`);
    this.trouble = reason;
    await connection?.body.cancel().catch((cause: unknown) => {
      logger.log('debug', `Could not close the old connection: ${reasonOf(cause)}`);
    });
    await pause(this.options.scheduler, this.reconnectMillis, this.closing.signal);
  }
}

/** Headers consist of bytes, which fetch expects as one character each. */
function asHeader(id: string): string {
  return Buffer.from(id).toString('latin1');
}
