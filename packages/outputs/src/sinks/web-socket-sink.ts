/**
 * One message per result over a WebSocket that this end opens. Messages arrive in their order, so what acknowledges one
 * acknowledges those before it: a pong to the ping behind a batch, or a message of the receiver's for each. A connection
 * that ends is followed by another one, over which all is sent again that was not acknowledged.
 */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure, WebSocketDestination } from '@weir/definitions';
import { pause, portOf, shownUrl, WeirError } from '@weir/model';
import type { WebSocket } from 'ws';
import { Backoff } from './backoff.js';
import { BaseSink } from './base-sink.js';
import { resultText } from './result-json.js';
import { type DeliveryReport, failuresOf, reportOf, type SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

const TRIES = 6;
const FIRST_PAUSE_MILLIS = 250;
const ANSWER_MILLIS = 30_000;
/** What a receiver may say in one message: it is not looked at. */
const LARGEST_ANSWER = 64 * 1024;
const MAY_PASS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

class Refused extends Error {}

export class WebSocketSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private readonly closing = new AbortController();
  private socket: WebSocket | undefined;
  private pings = 0;
  /** Called for each message of the receiver, and for each pong with what was sent in its ping. */
  private heard: (pong?: string) => void = () => undefined;

  constructor(
    private readonly definition: WebSocketDestination,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
  }

  protected openSink(): Promise<void> {
    const { url } = this.definition;
    const protocol = URL.canParse(url) ? new URL(url).protocol : '';
    const refusal =
      protocol === 'ws:' || protocol === 'wss:'
        ? this.context.outgoing.refusal(new URL(url).hostname, portOf(new URL(url)))
        : `'${shownUrl(url)}' is no ws or wss address`;
    if (refusal !== undefined)
      return Promise.reject(new WeirError('output.invalid', `Invalid url: ${refusal}.`));
    return Promise.resolve();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.context.environment.scheduler, signal);
    const texts = results.map(result => resultText(result, this.structure));
    let arrived = 0;
    let problem: unknown = new Error('closed before it was sent');
    for (let tries = 1; !signal.aborted; tries++) {
      const before = arrived;
      try {
        const socket = this.socket ?? (await this.connect());
        await this.send(socket, texts.slice(arrived), count => (arrived += count));
        return reportOf(results.length, []);
      } catch (error) {
        problem = error;
        this.letGo();
      }
      if (arrived > before) tries = 0;
      if (problem instanceof Refused || tries === TRIES) break;
      await backoff.pause();
    }
    const reason = `${shownUrl(this.definition.url)}: ${reasonOf(problem)}`;
    return reportOf(
      results.length,
      failuresOf(results.slice(arrived), reason, !(problem instanceof Refused)),
    );
  }

  protected closeSink(): Promise<void> {
    this.closing.abort();
    this.letGo();
    return Promise.resolve();
  }

  /** @param acknowledged told how many more arrived. @returns when all have; rejects when the connection ends before. */
  private async send(
    socket: WebSocket,
    texts: readonly string[],
    acknowledged: (count: number) => void,
  ): Promise<void> {
    const byMessages = this.definition.acknowledgement === 'MESSAGE';
    const mark = String(++this.pings);
    let left = texts.length;
    const patience = new AbortController();
    let ended = (_code: number, _why: Buffer): void => undefined;
    const all = new Promise<void>((resolve, reject) => {
      ended = (code, why) => reject(new Error(`the connection ended with ${code} ${why.toString()}`.trim()));
      socket.once('close', ended);
      this.heard = pong => {
        if (pong !== (byMessages ? undefined : mark)) return;
        const count = byMessages ? Math.min(1, left) : left;
        left -= count;
        acknowledged(count);
        if (left === 0) resolve();
      };
      void pause(this.context.environment.scheduler, ANSWER_MILLIS, patience.signal).then(() =>
        reject(new Error(`no acknowledgement within ${ANSWER_MILLIS / 1000} seconds`)),
      );
    });
    // Ends the connection too, which is told by its closing.
    for (const text of texts) socket.send(text, () => undefined);
    if (!byMessages) socket.ping(mark);
    try {
      await all;
    } finally {
      patience.abort();
      this.heard = () => undefined;
      socket.off('close', ended);
    }
  }

  private async connect(): Promise<WebSocket> {
    const { url, headers } = this.definition;
    const { outgoing } = this.context;
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(url, {
      headers,
      maxPayload: LARGEST_ANSWER,
      handshakeTimeout: ANSWER_MILLIS,
      lookup: outgoing.lookup(portOf(new URL(url))),
    });
    this.socket = socket;
    socket.on('pong', data => this.heard(data.toString()));
    socket.on('message', () => this.heard());
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, { statusCode = 0 }) => {
        const why = `it answers with ${statusCode} in place of a WebSocket`;
        reject(MAY_PASS.has(statusCode) ? new Error(why) : new Refused(why));
        socket.terminate();
      });
      // Also of a connection that breaks later: what it ends with is told by its closing.
      socket.on('error', reject);
    });
    // While nothing is sent: the next batch begins with another one.
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
    });
    return socket;
  }

  private letGo(): void {
    this.socket?.terminate();
    this.socket = undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
