/**
 * Messages from one worker to the others: gathers them into frames, and tracks requests that wait for their answers.
 */
import { type NodeId } from '@weir/model';
import { type Environment, type TransferredError, WeirError } from '@weir/platform';
import type { StandingMessage } from '@weir/standing';
import type { EffectBatch } from './effect-batch.js';
import { type WorkerMessage, MessageKind } from './worker-message.js';
import { Outbox } from './outbox.js';

/**
 * Number of effects and standing messages at which a frame is sent before the current work completes. Frames of some
 * ten kilobytes cost little more per message than large ones, and large ones fragment memory.
 */
const MESSAGES_PER_FRAME = 512;

interface PendingRequest {
  readonly worker: number;
  resolve(answer: unknown): void;
  reject(error: WeirError): void;
}

export interface FrameCarrier {
  /**
   * Sends a frame to another worker and transfers its memory. Frames from here to one worker arrive in the order sent.
   */
  send(worker: number, frame: Uint8Array<ArrayBuffer>): void;
}

export class WorkerMail {
  private readonly outboxes = new Map<number, Outbox>();
  private readonly pending = new Map<number, PendingRequest>();
  private nextRequest: number;
  private flushScheduled = false;
  /** Messages between nodes that were sent. */
  standingSent = 0;

  /** @param firstNumber number of the first request; see `GraphWorkerOptions.life`. */
  constructor(
    private readonly environment: Environment,
    private readonly carrier: FrameCarrier,
    firstNumber: number,
  ) {
    this.nextRequest = firstNumber;
  }

  /** Frames sent to the present instances of the other workers. */
  get framesSent(): number {
    let frames = 0;
    for (const outbox of this.outboxes.values()) frames += outbox.framesTaken;
    return frames;
  }

  /** Whether anything waits to be sent or answered. */
  get isBusy(): boolean {
    return this.pending.size > 0 || this.flushScheduled;
  }

  /** Sends a message created by `message` with the number of a new request. @returns the answer. */
  private sendRequest(worker: number, message: (request: number) => WorkerMessage): Promise<unknown> {
    const request = this.nextRequest++;
    return new Promise((resolve, reject) => {
      this.pending.set(request, { worker, resolve, reject });
      this.post(worker, message(request));
    });
  }

  request(worker: number, name: string, payload: unknown): Promise<unknown> {
    return this.sendRequest(worker, request => [MessageKind.Request, request, name, payload]);
  }

  /** Sends effects on another worker's nodes. Resolves when they are durable there. */
  effects(worker: number, batch: EffectBatch): Promise<unknown> {
    return this.sendRequest(worker, request => [MessageKind.Effects, request, batch.pack()]);
  }

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

  /** @param readAt when the record that caused the message was read; 0 if unknown. */
  postStanding(worker: number, to: NodeId, from: NodeId, message: StandingMessage, readAt: number): void {
    this.standingSent++;
    const outbox = this.outbox(worker);
    outbox.postStanding(to, from, message, readAt);
    this.sendSoon(worker, outbox);
  }

  /**
   * Called when a new instance replaces the worker. The new instance knows nothing of earlier messages, so pending
   * requests are neither answered nor sent again.
   */
  abandon(worker: number): void {
    this.outboxes.delete(worker);
    const lost = new WeirError('graph.worker-lost', 'The worker was lost during the request.');
    for (const [number, request] of this.pending) {
      if (request.worker !== worker) continue;
      this.pending.delete(number);
      request.reject(lost);
    }
  }

  /** Rejects requests that will not be answered any more. */
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
