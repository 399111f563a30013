/**
 * Sends messages over a WebSocket that it opens. Messages arrive in order, so an acknowledgement covers all earlier
 * ones: a pong to the ping after a batch, or one receiver message per message. When a connection ends, everything
 * unacknowledged has failed, and the next attempt opens another one.
 */
import type { WebSocketTarget } from '../definition/web-socket-target.js';
import type { Destination, DestinationContext, Message, Unwritten } from '@weir/plugins';
import { pause, portOf, reasonOf, shownUrl, WeirError } from '@weir/platform';
import type { WebSocket } from 'ws';

const ANSWER_MILLIS = 30_000;
/** Maximum size of a receiver's message, whose contents are ignored. */
const LARGEST_ANSWER = 64 * 1024;
const MAY_PASS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

class Refused extends Error {}

export class WebSocketReceiver implements Destination {
  private socket: WebSocket | undefined;
  private pings = 0;
  /** Called for each message of the receiver, and for each pong with the data of its ping. */
  private received: (pong?: string) => void = () => undefined;

  /** Does not connect yet. @throws WeirError `output.invalid`. */
  constructor(
    private readonly target: WebSocketTarget,
    private readonly context: Pick<DestinationContext, 'environment' | 'outgoing' | 'signal'>,
  ) {
    const { url } = target;
    const protocol = URL.canParse(url) ? new URL(url).protocol : '';
    const refusal =
      protocol === 'ws:' || protocol === 'wss:'
        ? context.outgoing.refusal(new URL(url).hostname, portOf(new URL(url)))
        : `'${shownUrl(url)}' is not a ws or wss URL`;
    if (refusal !== undefined) throw new WeirError('output.invalid', `Invalid url: ${refusal}.`);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    let arrived = 0;
    try {
      const socket = this.socket ?? (await this.connect());
      await this.send(socket, messages, count => (arrived += count));
      return [];
    } catch (error) {
      this.close();
      const problem = { reason: reasonOf(error), mayPass: !(error instanceof Refused) };
      return messages.slice(arrived).map(message => ({ message, ...problem }));
    }
  }

  close(): void {
    this.socket?.terminate();
    this.socket = undefined;
  }

  /**
   * @param acknowledged receives the number of further messages that arrived. @returns when all have arrived; rejects
   * when the connection ends before.
   */
  private async send(
    socket: WebSocket,
    messages: readonly Message[],
    acknowledged: (count: number) => void,
  ): Promise<void> {
    const byMessages = this.target.acknowledgement === 'MESSAGE';
    const mark = String(++this.pings);
    let left = messages.length;
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
      void pause(this.context.environment.scheduler, ANSWER_MILLIS, patience.signal).then(() =>
        reject(new Error(`no acknowledgement within ${ANSWER_MILLIS / 1000} seconds`)),
      );
    });
    // A send error also closes the connection, which reports it.
    for (const { data } of messages) socket.send(data, { binary: false }, () => undefined);
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
    const { outgoing, signal } = this.context;
    const { WebSocket } = await import('ws');
    if (signal.aborted) throw new Error('closed before it was sent');
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
}
