/** What one worker sends to the others: messages gathered into frames, and questions that wait for their answers. */
import { type Environment, type NodeId, type TransferredError, WeirError } from '@weir/model';
import type { StandingMessage } from '@weir/standing';
import type { EffectBatch } from './effect-batch.js';
import { type WorkerMessage, MessageKind } from './worker-message.js';
import { Outbox } from './outbox.js';

/**
 * Effects and standing messages that make a frame worth sending before the current work is through. Frames of
 * some ten kilobytes cost little more per message than large ones, and large ones leave holes in memory.
 */
const MESSAGES_PER_FRAME = 512;

interface PendingRequest {
  readonly worker: number;
  resolve(answer: unknown): void;
  reject(error: WeirError): void;
}

export interface FrameCarrier {
  /** Takes a frame, with its memory, to another worker. Frames from here to one worker arrive in the order sent. */
  send(worker: number, frame: Uint8Array<ArrayBuffer>): void;
}

export class WorkerMail {
  private readonly outboxes = new Map<number, Outbox>();
  private readonly pending = new Map<number, PendingRequest>();
  private nextRequest: number;
  private flushScheduled = false;
  /** Messages between nodes. */
  standingSent = 0;

  /** @param firstNumber of a question; see `GraphWorkerOptions.life`. */
  constructor(
    private readonly environment: Environment,
    private readonly carrier: FrameCarrier,
    firstNumber: number,
  ) {
    this.nextRequest = firstNumber;
  }

  /** To those that are there now. */
  get framesSent(): number {
    let frames = 0;
    for (const outbox of this.outboxes.values()) frames += outbox.framesTaken;
    return frames;
  }

  /** Something waits to be sent or answered. */
  get isBusy(): boolean {
    return this.pending.size > 0 || this.flushScheduled;
  }

  /** Sends the message that `message` makes of a new request's number. @returns the answer. */
  private ask(worker: number, message: (request: number) => WorkerMessage): Promise<unknown> {
    const request = this.nextRequest++;
    return new Promise((resolve, reject) => {
      this.pending.set(request, { worker, resolve, reject });
      this.post(worker, message(request));
    });
  }

  /** Asks another worker something. */
  request(worker: number, name: string, payload: unknown): Promise<unknown> {
    return this.ask(worker, request => [MessageKind.Request, request, name, payload]);
  }

  /** Effects on another worker's nodes. Resolves when they are durable there. */
  effects(worker: number, batch: EffectBatch): Promise<unknown> {
    return this.ask(worker, request => [MessageKind.Effects, request, batch.pack()]);
  }

  /** The answer to a request came. */
  settle(request: number, answer: unknown, error: TransferredError | null): void {
    const pending = this.pending.get(request);
    if (pending === undefined) return;
    this.pending.delete(request);
    if (error === null) pending.resolve(answer);
    else pending.reject(WeirError.fromTransfer(error));
  }

  post(worker: number, message: WorkerMessage): void {
    const outbox = this.outbox(worker);
    outbox.post(message, message[0] === MessageKind.Effects ? message[2][1].length : 1);
    this.sendSoon(worker, outbox);
  }

  postStanding(worker: number, to: NodeId, from: NodeId, message: StandingMessage): void {
    this.standingSent++;
    const outbox = this.outbox(worker);
    outbox.postStanding(to, from, message);
    this.sendSoon(worker, outbox);
  }

  /** Another one takes the worker's place, who knows nothing of what was sent: that is not answered, and not sent again. */
  abandon(worker: number): void {
    this.outboxes.delete(worker);
    const lost = new WeirError('graph.worker-lost', 'The worker was lost during the request.');
    for (const [number, request] of this.pending) {
      if (request.worker !== worker) continue;
      this.pending.delete(number);
      request.reject(lost);
    }
  }

  /** Nobody will answer any more. */
  close(): void {
    const closed = new WeirError('graph.closed', 'The graph was closed.');
    for (const request of this.pending.values()) request.reject(closed);
    this.pending.clear();
  }

  private outbox(worker: number): Outbox {
    let outbox = this.outboxes.get(worker);
    if (outbox === undefined) {
      outbox = new Outbox();
      this.outboxes.set(worker, outbox);
    }
    return outbox;
  }

  private sendSoon(worker: number, outbox: Outbox): void {
    if (outbox.weight >= MESSAGES_PER_FRAME) this.sendFrame(worker, outbox);
    else this.scheduleFlush();
  }

  private scheduleFlush(): void {
    if (this.flushScheduled) return;
    this.flushScheduled = true;
    this.environment.scheduler.soon(() => {
      this.flushScheduled = false;
      for (const [worker, outbox] of this.outboxes) if (!outbox.isEmpty) this.sendFrame(worker, outbox);
    });
  }

  private sendFrame(worker: number, outbox: Outbox): void {
    this.carrier.send(worker, outbox.takeFrame());
  }
}
