/** A wire between two processes that share a graph: a WebSocket to the existing web server. */
import { WebSocket } from 'ws';
import type { Wire } from '@weir/runtime';
import { WeirError } from '@weir/platform';

/** Path where processes lend workers. */
export const LENDING_PATH = '/cluster/workers';
/** Key that the process has written to the directory: only processes that can read it are admitted. */
export const KEY_HEADER = 'weir-cluster-key';
/** The epoch of the graph's owner, which requests workers. */
export const EPOCH_HEADER = 'weir-cluster-epoch';

/** Statuses of a process that rejects a borrower. */
export const STRANGER = 403;
export const OUTDATED = 409;
const REFUSALS: Readonly<Record<number, string>> = {
  [STRANGER]: 'the process was replaced by another one, or the key is wrong',
  [OUTDATED]: 'the graph has a later owner',
};

const LARGEST_MESSAGE = 1024 ** 3;

export class WebWire implements Wire {
  private waiting: Uint8Array[] | undefined = [];
  private received: (bytes: Uint8Array) => void = bytes => this.waiting?.push(bytes);
  private over: (reason: string) => void = () => undefined;
  private end: string | undefined = undefined;
  private isClosed = false;

  constructor(private readonly socket: WebSocket) {
    let trouble = '';
    socket.on('message', data => this.received(data as Buffer));
    socket.on('error', error => (trouble = error.message));
    socket.on('close', code => {
      this.end = trouble === '' ? `the connection was closed (${code})` : trouble;
      if (!this.isClosed) this.over(this.end);
    });
  }

  send(bytes: Uint8Array): void {
    // Data sent after the other side disconnected is lost; closing reports that.
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(bytes, () => undefined);
  }

  get waitingBytes(): number {
    return this.socket.bufferedAmount;
  }

  listen(received: (bytes: Uint8Array) => void, over: (reason: string) => void): void {
    this.received = received;
    this.over = over;
    for (const bytes of this.waiting ?? []) received(bytes);
    this.waiting = undefined;
    if (this.end !== undefined && !this.isClosed) over(this.end);
  }

  close(): void {
    this.isClosed = true;
    this.socket.close();
  }
}

export interface Reached {
  readonly address: string;
  readonly key: string;
  /** Epoch of the requesting owner. */
  readonly epoch?: number | undefined;
  /** PEM certificates of the authorities that must have issued its certificate. */
  readonly trusted?: Buffer | undefined;
}

/** Rejects when the process does not answer, rejects the request, or the signal is aborted. */
export function reachProcess({ address, key, epoch, trusted }: Reached, signal: AbortSignal): Promise<Wire> {
  const socket = new WebSocket(new URL(LENDING_PATH, address.replace(/^http/, 'ws')), {
    headers: { [KEY_HEADER]: key, ...(epoch === undefined ? {} : { [EPOCH_HEADER]: String(epoch) }) },
    perMessageDeflate: false,
    maxPayload: LARGEST_MESSAGE,
    ...(trusted === undefined ? {} : { ca: trusted }),
  });
  return new Promise((resolve, reject) => {
    const giveUp = (): void => socket.terminate();
    signal.addEventListener('abort', giveUp);
    socket.once('error', ({ message }) =>
      reject(new WeirError('graph.worker-lost', `${address} cannot be reached: ${message}`)),
    );
    socket.once('unexpected-response', (_, { statusCode = 0 }) => {
      const why = REFUSALS[statusCode] ?? `it responded with ${statusCode}`;
      reject(new WeirError('graph.worker-lost', `${address} refuses: ${why}`));
      socket.terminate();
    });
    socket.once('open', () => {
      signal.removeEventListener('abort', giveUp);
      resolve(new WebWire(socket));
    });
    if (signal.aborted) giveUp();
  });
}
