/**
 * Calls of the worker service over a message port. Everything is msgpack, but for chunks of records and batches of
 * results, whose memory moves to the other side instead of being copied.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { ResultBatch } from '@weir/graph';
import { decode, encodeTransferable, type TransferredError, WeirError } from '@weir/model';
import { HOST_METHODS, type WorkerReports, type WorkerService } from '../contract/worker-service.js';
import type { RecordChunk } from '@weir/contract';
import type { FailureSummary } from '../worker/standing-failures.js';

type Call = [id: number, method: (typeof HOST_METHODS)[number], args: unknown[]];
type ChunkCall = [
  'chunk',
  id: number,
  lane: number,
  bytes: Uint8Array,
  bounds: Uint32Array,
  position: number,
];
type Reply = ['reply', id: number, result: unknown, error: TransferredError | null];
type Report =
  | ['tap', worker: number, tap: number, query: number | null]
  | ['expressions-failed', summary: FailureSummary]
  | ['log', level: string, message: string, fields: unknown]
  | ['ready']
  | ['failed', error: TransferredError];
/** Results as they are, everything else as msgpack. */
type Message = Uint8Array | readonly ResultBatch[];

function post(port: MessagePort, message: unknown): void {
  const bytes = encodeTransferable(message);
  port.postMessage(bytes, [bytes.buffer]);
}

/** The coordinator's end. */
export class WorkerChannel {
  private readonly pending = new Map<
    number,
    { resolve(result: unknown): void; reject(error: WeirError): void }
  >();
  private nextId = 1;
  private gone: WeirError | undefined = undefined;
  readonly ready: Promise<void>;
  private becomeReady!: () => void;
  private failToStart!: (error: WeirError) => void;

  constructor(
    private readonly port: MessagePort,
    private readonly reports: WorkerReports,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.becomeReady = resolve;
      this.failToStart = reject;
    });
    this.ready.catch(() => undefined);
    port.on('message', (message: Message) => this.take(message));
  }

  /** The service on the other side. */
  service(): WorkerService {
    const methods = HOST_METHODS.map(method => [
      method,
      (...args: unknown[]) =>
        method === 'runChunk'
          ? this.callChunk(args[0] as number, args[1] as RecordChunk)
          : this.call(method, args),
    ]);
    return Object.fromEntries(methods);
  }

  /** The worker ended: takes what it still said; nothing else will be answered. */
  end(error: WeirError): void {
    if (this.gone !== undefined) return;
    for (let last = receiveMessageOnPort(this.port); last; last = receiveMessageOnPort(this.port)) {
      this.take(last.message as Message);
    }
    this.gone = error;
    this.failToStart(error);
    for (const call of this.pending.values()) call.reject(error);
    this.pending.clear();
    this.port.close();
  }

  private call(method: Call[1], args: unknown[]): Promise<unknown> {
    return this.ask(id => post(this.port, [id, method, args] satisfies Call));
  }

  private callChunk(lane: number, chunk: RecordChunk): Promise<unknown> {
    const whole = chunk.bytes.byteLength === chunk.bytes.buffer.byteLength;
    const bytes = whole ? (chunk.bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(chunk.bytes);
    const bounds = new Uint32Array(chunk.bounds);
    return this.ask(id =>
      this.port.postMessage(['chunk', id, lane, bytes, bounds, chunk.firstPosition] satisfies ChunkCall, [
        bytes.buffer,
        bounds.buffer,
      ]),
    );
  }

  private ask(send: (id: number) => void): Promise<unknown> {
    if (this.gone !== undefined) return Promise.reject(this.gone);
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
    if (Array.isArray(message)) this.reports.results(message);
    else this.handle(decode(message as Uint8Array) as Reply | Report);
  }

  private handle(message: Reply | Report): void {
    switch (message[0]) {
      case 'reply': {
        const call = this.pending.get(message[1]);
        this.pending.delete(message[1]);
        if (message[3] === null) call?.resolve(message[2]);
        else call?.reject(WeirError.fromTransfer(message[3]));
        break;
      }
      case 'tap':
        this.reports.tap(message[1], message[2], message[3]);
        break;
      case 'expressions-failed':
        this.reports.expressionsFailed(message[1]);
        break;
      case 'log':
        this.reports.log(
          message[1] as Parameters<WorkerReports['log']>[0],
          message[2],
          message[3] as Record<string, unknown>,
        );
        break;
      case 'ready':
        this.becomeReady();
        break;
      case 'failed':
        this.failToStart(WeirError.fromTransfer(message[1]));
        break;
    }
  }
}

/** The worker's end: what it says unasked. */
export function workerReports(
  port: MessagePort,
): WorkerReports & { ready(): void; failed(error: WeirError): void } {
  return {
    results: batches =>
      port.postMessage(
        batches,
        batches.map(batch => batch.bytes.buffer),
      ),
    tap: (worker, tap, query) => post(port, ['tap', worker, tap, query] satisfies Report),
    expressionsFailed: summary => post(port, ['expressions-failed', summary] satisfies Report),
    log: (level, message, fields) => post(port, ['log', level, message, fields] satisfies Report),
    ready: () => post(port, ['ready'] satisfies Report),
    failed: error => post(port, ['failed', error.toTransfer()] satisfies Report),
  };
}

/** The worker's end: answers calls until the service was closed. */
export function serveWorker(port: MessagePort, service: WorkerService): Promise<void> {
  return new Promise(finish => {
    const reply = (id: number, result: unknown, error: TransferredError | null): void =>
      post(port, ['reply', id, result, error] satisfies Reply);
    const answer = (id: number, result: Promise<unknown>): Promise<void> =>
      result.then(
        value => reply(id, value, null),
        (error: unknown) => reply(id, null, WeirError.from(error).toTransfer()),
      );
    port.on('message', (message: Uint8Array | ChunkCall) => {
      if (Array.isArray(message)) {
        const [, id, lane, bytes, bounds, firstPosition] = message;
        void answer(id, service.runChunk(lane, { bytes, bounds, firstPosition }));
        return;
      }
      const [id, method, args] = decode(message) as Call;
      const call = service[method] as (...args: unknown[]) => Promise<unknown>;
      const answered = answer(id, call.apply(service, args));
      if (method === 'close') void answered.then(finish);
    });
  });
}
