/**
 * Sends messages over a WebSocket that it opens. Messages arrive in order, so an acknowledgement covers all earlier
 * ones: a pong to the ping after a batch, or one receiver message per message. When a connection ends, another one is
 * opened, and everything unacknowledged is sent again.
 */
import type { WebSocketTarget } from '../definition/web-socket-target.js';
import {
  Backoff,
  type OutgoingPolicy,
  pause,
  portOf,
  type Scheduler,
  reasonOf,
  shownUrl,
  WeirError,
} from '@weir/platform';
import type { WebSocket } from 'ws';

const TRIES = 6;
const FIRST_PAUSE_MILLIS = 250;
const ANSWER_MILLIS = 30_000;
/** Maximum size of a receiver's message, whose contents are ignored. */
const LARGEST_ANSWER = 64 * 1024;
const MAY_PASS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

class Refused extends Error {}

/** Outcome of a batch. */
export interface SentMessages {
  /** Number of messages that arrived, counted from the first. */
  readonly arrived: number;
  /** Why the remaining ones did not arrive. */
  readonly problem?: { readonly reason: string; readonly mayPass: boolean };
}

export class WebSocketWriter {
  readonly name: string;
  private readonly closing = new AbortController();
  private socket: WebSocket | undefined;
  private pings = 0;
  /** Called for each message of the receiver, and for each pong with the data of its ping. */
  private received: (pong?: string) => void = () => undefined;

  /** @throws WeirError `output.invalid`. */
  constructor(
    private readonly target: WebSocketTarget,
    private readonly dependencies: { readonly scheduler: Scheduler; readonly outgoing: OutgoingPolicy },
  ) {
    const { url } = target;
    this.name = shownUrl(url);
    const protocol = URL.canParse(url) ? new URL(url).protocol : '';
    const refusal =
      protocol === 'ws:' || protocol === 'wss:'
        ? dependencies.outgoing.refusal(new URL(url).hostname, portOf(new URL(url)))
        : `'${this.name}' is not a ws or wss URL`;
    if (refusal !== undefined) throw new WeirError('output.invalid', `Invalid url: ${refusal}.`);
  }

  /** Accepts one batch at a time; never rejects. */
  async write(texts: readonly string[]): Promise<SentMessages> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.dependencies.scheduler, signal);
    let arrived = 0;
    let problem: unknown = new Error('closed before it was sent');
    for (let tries = 1; !signal.aborted; tries++) {
      const before = arrived;
      try {
        const socket = this.socket ?? (await this.connect());
        await this.send(socket, texts.slice(arrived), count => (arrived += count));
        return { arrived };
      } catch (error) {
        problem = error;
        this.letGo();
      }
      if (arrived > before) tries = 0;
      if (problem instanceof Refused || tries === TRIES) break;
      await backoff.pause();
    }
    const reason = `${this.name}: ${reasonOf(problem)}`;
    return { arrived, problem: { reason, mayPass: !(problem instanceof Refused) } };
  }

  close(): void {
    this.closing.abort();
    this.letGo();
  }

  /**
   * @param acknowledged receives the number of further messages that arrived. @returns when all have arrived; rejects
   * when the connection ends before.
   */
  private async send(
    socket: WebSocket,
    texts: readonly string[],
    acknowledged: (count: number) => void,
  ): Promise<void> {
    const byMessages = this.target.acknowledgement === 'MESSAGE';
    const mark = String(++this.pings);
    let left = texts.length;
    const patience = new AbortController();
    let ended = (_code: number, _why: Buffer): void => undefined;
    const all = new Promise<void>((resolve, reject) => {
      ended = (code, why) => reject(new Error(`the connection ended with ${code} ${why.toString()}`.trim()));
      socket.once('close', ended);
      this.received = pong => {
        if (pong !== (byMessages ? undefined : mark)) return;
        const count = byMessages ? Math.min(1, left) : left;
        left -= count;
        acknowledged(count);
        if (left === 0) resolve();
      };
      void pause(this.dependencies.scheduler, ANSWER_MILLIS, patience.signal).then(() =>
        reject(new Error(`no acknowledgement within ${ANSWER_MILLIS / 1000} seconds`)),
      );
    });
    // A send error also closes the connection, which reports it.
    for (const text of texts) socket.send(text, () => undefined);
    if (!byMessages) socket.ping(mark);
    try {
      await all;
    } finally {
      patience.abort();
      this.received = () => undefined;
      socket.off('close', ended);
    }
  }

  private async connect(): Promise<WebSocket> {
    const { url, headers } = this.target;
    const { outgoing } = this.dependencies;
    const { WebSocket } = await import('ws');
    if (this.closing.signal.aborted) throw new Error('closed before it was sent');
    const socket = new WebSocket(url, {
      headers,
      maxPayload: LARGEST_ANSWER,
      handshakeTimeout: ANSWER_MILLIS,
      lookup: outgoing.lookup(portOf(new URL(url))),
    });
    this.socket = socket;
    const isCurrent = (): boolean => this.socket === socket;
    // Late data of an earlier connection does not acknowledge anything of this one.
    socket.on('pong', data => isCurrent() && this.received(data.toString()));
    socket.on('message', () => isCurrent() && this.received());
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, { statusCode = 0 }) => {
        const why = `it responded with ${statusCode} instead of a WebSocket`;
        reject(MAY_PASS.has(statusCode) ? new Error(why) : new Refused(why));
        socket.terminate();
      });
      // The listener also covers a connection that breaks later: closing reports that.
      socket.on('error', reject);
    });
    // Closed while idle: the next batch opens another one.
    socket.on('close', () => {
      if (isCurrent()) this.socket = undefined;
    });
    return socket;
  }

  private letGo(): void {
    this.socket?.terminate();
    this.socket = undefined;
  }
}
