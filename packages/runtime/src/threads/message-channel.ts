/**
 * Calls of the worker service over a message port. Everything is msgpack, except chunks of records and batches of
 * results, whose memory is transferred instead of copied.
 *
 * Calls and answers carry their id beside the msgpack: a message that cannot be encoded or decoded fails its own call,
 * and neither the thread nor another call.
 */
import { MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { ResultBatch } from '@weir/graph';
import { decode, encodeTransferable } from '@weir/model';
import { type LogLevel, WeirError } from '@weir/platform';
import type { LaneService } from '../contract/lane-service.js';
import type { RecordChunk } from '@weir/contract';
import type { FailureSummary, WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { PeerChange, PeerMessage } from './peer-links.js';

type ServiceName = Exclude<keyof WorkerServices, 'close'>;
type Method = (...args: unknown[]) => Promise<unknown>;

/** The bytes are a `CallBody`. */
type Call = ['call', id: number, body: Uint8Array];
/** `service` is `null` for methods of the worker itself. */
type CallBody = [service: ServiceName | null, method: string, args: unknown[]];
type ChunkCall = [
  'chunk',
  id: number,
  lane: number,
  bytes: Uint8Array,
  bounds: Uint32Array,
  position: number,
  hasTurn: boolean,
  context: string | undefined,
  readAt: number | undefined,
];
/** Like `ChunkCall`, for a chunk in the worker's process: see `postKept`. */
type KeptCall = ['kept', id: number, lane: number, ticket: number, hasTurn: boolean];
/** The bytes are the result, or the `WeirError`. */
type Reply = [kind: 'reply' | 'failure', id: number, body: Uint8Array];
type Report =
  | ['tap', worker: number, tap: number, query: number | undefined]
  | ['expressions-failed', summary: FailureSummary]
  | ['store-went-back', reason: WeirError]
  | ['log', level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>]
  | ['ready']
  | ['failed', error: WeirError];
/** Results are transferred directly, reports as msgpack. */
type Message = Uint8Array | Reply | readonly ResultBatch[];

/** The required subset of a message port, so that it can also represent a worker in another process. */
export interface ChannelPort {
  postMessage(message: unknown, transferList?: readonly ArrayBuffer[]): void;
  on(event: 'message', take: (message: unknown) => void): void;
  close(): void;
}

function post(port: ChannelPort, report: Report): void {
  const bytes = encodeTransferable(report);
  port.postMessage(bytes, [bytes.buffer]);
}

function postCall(port: ChannelPort, id: number, body: CallBody): void {
  const bytes = encodeTransferable(body);
  port.postMessage(['call', id, bytes] satisfies Call, [bytes.buffer]);
}

function postReply(port: ChannelPort, kind: Reply[0], id: number, body: unknown): void {
  const bytes = encodeTransferable(body);
  port.postMessage([kind, id, bytes] satisfies Reply, [bytes.buffer]);
}

function isReply(message: readonly unknown[]): boolean {
  return message[0] === 'reply' || message[0] === 'failure';
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: WeirError): void;
}

/** The coordinator's end. */
export class WorkerChannel {
  private readonly pending = new Map<number, PendingCall>();
  private nextId = 1;
  private failure: WeirError | undefined = undefined;
  readonly ready: Promise<void>;
  private hasBegun = false;
  private becomeReady!: () => void;
  private failToStart!: (error: WeirError) => void;

  constructor(
    private readonly port: ChannelPort,
    private readonly reports: WorkerReports,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.becomeReady = resolve;
      this.failToStart = reject;
    });
    this.ready.catch(() => undefined);
    port.on('message', message => this.take(message as Message));
  }

  /** Whether the worker has reported that it serves calls. */
  get isReady(): boolean {
    return this.hasBegun;
  }

  /** Whether the worker is ready and has not ended. */
  get isAnswering(): boolean {
    return this.hasBegun && this.failure === undefined;
  }

  /** The services on the other side. */
  services(): WorkerServices {
    return {
      queries: this.remote('queries'),
      lanes: this.remote<LaneService>('lanes', {
        runChunk: (lane, chunk, hasTurn = false) =>
          this.callChunk(lane, chunk, hasTurn) as ReturnType<LaneService['runChunk']>,
      }),
      standing: this.remote('standing'),
      results: this.remote('results'),
      replacement: this.remote('replacement'),
      inspection: this.remote('inspection'),
      backup: this.remote('backup'),
      transfer: this.remote('transfer'),
      shards: this.remote('shards'),
      close: async () => void (await this.call(null, 'close', [])),
    };
  }

  /** Called when the worker has ended: processes its remaining messages and rejects all other calls. */
  end(error: WeirError): void {
    if (this.failure !== undefined) return;
    if (this.port instanceof MessagePort) drain(this.port, message => this.take(message as Message));
    this.failure = error;
    this.failToStart(error);
    for (const call of this.pending.values()) call.reject(error);
    this.pending.clear();
    this.port.close();
  }

  /** @param own methods that are called differently. */
  private remote<Service extends object>(service: ServiceName, own: Partial<Service> = {}): Service {
    const methods = new Map<string, unknown>(Object.entries(own));
    return new Proxy({} as Service, {
      get: (_, name) => {
        // `await` on the service must not call a remote method `then`.
        if (typeof name === 'symbol' || name === 'then') return undefined;
        let method = methods.get(name);
        if (method === undefined) {
          method = (...args: unknown[]) => this.call(service, name, args);
          methods.set(name, method);
        }
        return method;
      },
    });
  }

  private call(service: ServiceName | null, method: string, args: unknown[]): Promise<unknown> {
    return this.request(id => postCall(this.port, id, [service, method, args]));
  }

  private callChunk(lane: number, chunk: RecordChunk, hasTurn: boolean): Promise<unknown> {
    const { kept } = chunk;
    if (kept !== undefined)
      return this.request(id =>
        this.port.postMessage(['kept', id, lane, kept.ticket, hasTurn] satisfies KeptCall),
      );
    return this.request(id => postChunk(this.port, id, lane, chunk, hasTurn));
  }

  private request(send: (id: number) => void): Promise<unknown> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      try {
        send(id);
      } catch (error) {
        this.pending.delete(id);
        reject(WeirError.from(error));
      }
    });
  }

  private take(message: Message): void {
    if (message instanceof Uint8Array) this.handle(decode(message) as Report);
    else if (isReply(message)) this.answered(message as Reply);
    else this.reports.results(message as readonly ResultBatch[]);
  }

  private answered([kind, id, body]: Reply): void {
    const call = this.settle(id);
    if (call === undefined) return;
    let answer: unknown;
    try {
      answer = decode(body);
    } catch (error) {
      return call.reject(unreadable('answer of a worker', error));
    }
    if (kind === 'reply') call.resolve(answer);
    else call.reject(answer as WeirError);
  }

  private handle(message: Report): void {
    switch (message[0]) {
      case 'tap':
        this.reports.tap(message[1], message[2], message[3]);
        break;
      case 'expressions-failed':
        this.reports.expressionsFailed(message[1]);
        break;
      case 'store-went-back':
        this.reports.storeWentBack(message[1]);
        break;
      case 'log':
        this.reports.log(message[1], message[2], message[3]);
        break;
      case 'ready':
        this.hasBegun = true;
        this.becomeReady();
        break;
      case 'failed':
        this.failToStart(message[1]);
        break;
    }
  }

  /** Removes and returns the call that waits for this answer. */
  private settle(id: number): PendingCall | undefined {
    const call = this.pending.get(id);
    this.pending.delete(id);
    return call;
  }
}

/** Sends a copy, because the chunk is delivered again if the worker is lost. */
function postChunk(
  port: Pick<ChannelPort, 'postMessage'>,
  id: number,
  lane: number,
  chunk: RecordChunk,
  hasTurn: boolean,
): void {
  const bytes = new Uint8Array(chunk.bytes);
  const bounds = new Uint32Array(chunk.bounds);
  port.postMessage(
    [
      'chunk',
      id,
      lane,
      bytes,
      bounds,
      chunk.firstPosition,
      hasTurn,
      chunk.context,
      chunk.readAt,
    ] satisfies ChunkCall,
    [bytes.buffer, bounds.buffer],
  );
}

/**
 * Runs in a worker's process, on a message from a remote coordinator. If the message refers to a chunk that is kept
 * here, passes the chunk to the worker.
 * @param answer sends an answer to the coordinator in place of the worker.
 * @returns whether the message referred to a kept chunk.
 */
export function postKept(
  port: Pick<ChannelPort, 'postMessage'>,
  message: unknown,
  chunkOf: (ticket: number) => RecordChunk | undefined,
  answer: (message: unknown) => void,
): boolean {
  if (!Array.isArray(message) || message[0] !== 'kept') return false;
  const [, id, lane, ticket, hasTurn] = message as KeptCall;
  const chunk = chunkOf(ticket);
  if (chunk !== undefined) postChunk(port, id, lane, chunk, hasTurn);
  else {
    const error = new WeirError('cypher.cancelled', 'The reader was closed.');
    answer(['failure', id, encodeTransferable(error)] satisfies Reply);
  }
  return true;
}

/** Takes messages that have arrived but were not delivered yet. */
export function drain(port: MessagePort, take: (message: unknown) => void): void {
  for (let last = receiveMessageOnPort(port); last; last = receiveMessageOnPort(port)) {
    take(last.message as unknown);
  }
}

/** The worker's end: messages sent without a request. */
export function workerReports(
  port: MessagePort,
): WorkerReports & { ready(): void; failed(error: WeirError): void } {
  return {
    results: batches =>
      port.postMessage(
        batches,
        batches.map(batch => batch.bytes.buffer),
      ),
    tap: (worker, tap, query) => post(port, ['tap', worker, tap, query]),
    expressionsFailed: summary => post(port, ['expressions-failed', summary]),
    storeWentBack: reason => post(port, ['store-went-back', reason]),
    log: (level, message, fields) => post(port, ['log', level, message, fields]),
    ready: () => post(port, ['ready']),
    failed: error => post(port, ['failed', error]),
  };
}

/**
 * The worker's end: answers calls until the worker is closed.
 * @param changed called when other workers were replaced, before the next call is read.
 */
export function serveWorker(
  port: MessagePort,
  worker: WorkerServices,
  changed: (change: PeerChange) => void,
): Promise<void> {
  return new Promise(finish => {
    const answer = (id: number, result: Promise<unknown>): Promise<void> =>
      result
        .then(value => postReply(port, 'reply', id, value))
        .catch((error: unknown) => postReply(port, 'failure', id, WeirError.from(error)));
    port.on('message', (message: Call | ChunkCall | PeerMessage) => {
      if (message[0] === 'peers') return changed({ replacements: message[1], peers: message[2] });
      if (message[0] === 'chunk') {
        const [, id, lane, bytes, bounds, firstPosition, hasTurn, context, readAt] = message;
        const chunk = { bytes, bounds, firstPosition, context, readAt };
        void answer(id, worker.lanes.runChunk(lane, chunk, hasTurn));
        return;
      }
      const [, id, body] = message;
      let call: CallBody;
      try {
        call = decode(body) as CallBody;
      } catch (error) {
        void answer(id, Promise.reject(unreadable('call of a worker', error)));
        return;
      }
      const [service, method, args] = call;
      if (service === null) void answer(id, worker.close()).then(finish);
      else void answer(id, called(worker[service], method, args));
    });
  });
}

function unreadable(what: string, cause: unknown): WeirError {
  const message = `The ${what} cannot be decoded: ${WeirError.from(cause).message}. Reduce the size or depth of the data.`;
  return new WeirError('internal', message);
}

async function called(service: object, method: string, args: readonly unknown[]): Promise<unknown> {
  const found = (service as Readonly<Record<string, Method | undefined>>)[method];
  if (found === undefined) throw new WeirError('internal', `a worker has no method '${method}'`);
  return found.apply(service, [...args]);
}
