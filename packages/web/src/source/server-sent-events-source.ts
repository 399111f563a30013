/**
 * The `data` of each server-sent event is a record. The connection is read only while records are requested, so a slow
 * graph slows the sender. However a connection ends, a new one follows after a moment, with the id of the last event;
 * this source never ends and never fails.
 */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { Agent } from 'undici';
import {
  policedConnector,
  shownUrl,
  urlLogin,
  type Logger,
  type OutgoingPolicy,
  type Scheduler,
} from '@weir/platform';
import type { CutRecords, ResumePoint, SourceSupports } from '@weir/plugins';
import { type Pauses, ReconnectingSource } from '@weir/plugins/reconnecting';
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

export class ServerSentEventsSource extends ReconnectingSource<Connection> {
  readonly supports: SourceSupports = { finite: false, resume: 'best-effort', acknowledge: false };
  private agent: Agent | undefined;
  /** Unconsumed events of the last read: their data and the id that applied to each. */
  private readonly waiting: { readonly data: string; readonly id: string | null }[] = [];
  private lastId: string | null = null;
  private deliveredId: string | null = null;
  private failure: Error | undefined;

  constructor(private readonly options: ServerSentEventsSourceOptions) {
    const { url, scheduler, logger, reconnectMillis = RECONNECT_MILLIS } = options;
    super({ sender: shownUrl(url), pauses: constant(reconnectMillis), scheduler, logger });
  }

  protected begin(from: ResumePoint | undefined): void {
    this.lastId = this.deliveredId = from?.cursor ?? null;
  }

  protected override takeBuffered(maximum: number): CutRecords | undefined {
    const taken = this.waiting.splice(0, maximum);
    const last = taken.at(-1);
    if (last === undefined) return undefined;
    this.deliveredId = last.id;
    return packText(taken.map(event => event.data));
  }

  protected async read({ body, decoder, parser }: Connection): Promise<'skipped'> {
    const { done, value } = await body.read();
    if (done) throw new Error('the server ended the stream');
    parser.feed(decoder.decode(value, { stream: true }));
    if (this.failure !== undefined) throw this.failure;
    return 'skipped';
  }

  protected cursor(): string | null {
    return this.deliveredId;
  }

  protected async disconnect({ body }: Connection): Promise<void> {
    await body.cancel();
  }

  protected override async leave(): Promise<void> {
    await this.agent?.destroy();
  }

  protected async connect(): Promise<Connection> {
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
      signal: this.closingSignal,
    });
    const type = response.headers.get('content-type') ?? 'none';
    if (response.status !== 200 || !type.startsWith('text/event-stream') || response.body === null) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}, content type ${type}; expected 200 and text/event-stream`);
    }
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
        this.attempts.setPauses(constant(Math.min(least, LONGEST_RECONNECT_MILLIS)));
      },
      onError: error => {
        if (error.type === 'max-buffer-size-exceeded') this.failure = error;
      },
    });
  }
}

/** The delay does not grow: the server decides it. */
function constant(millis: number): Pauses {
  return { shortest: millis, longest: millis };
}

/** Headers consist of bytes, which fetch expects as one character each. */
function asHeader(id: string): string {
  return Buffer.from(id).toString('latin1');
}
