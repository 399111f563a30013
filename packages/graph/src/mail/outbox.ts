/**
 * Messages waiting to be sent to one other worker. Messages keep their order; consecutive standing messages are sent as
 * one.
 */
import type { NodeId } from '@weir/model';
import type { StandingMessage } from '@weir/standing';
import { encodeFrame, type WorkerMessage, MessageKind, StandingBatch } from './worker-message.js';

export class Outbox {
  private messages: WorkerMessage[] = [];
  private standing: StandingBatch | undefined = undefined;
  /** Number of effects and messages that wait. */
  weight = 0;
  framesTaken = 0;

  get isEmpty(): boolean {
    return this.messages.length === 0 && this.standing === undefined;
  }

  /** @param weight how many effects the message carries, or 1. */
  post(message: WorkerMessage, weight: number): void {
    this.closeStanding();
    this.messages.push(message);
    this.weight += weight;
  }

  postStanding(to: NodeId, from: NodeId, message: StandingMessage, readAt: number): void {
    (this.standing ??= new StandingBatch()).add(to, from, message, readAt);
    this.weight++;
  }

  takeFrame(): Uint8Array<ArrayBuffer> {
    this.closeStanding();
    const frame = encodeFrame(this.messages);
    this.messages = [];
    this.weight = 0;
    this.framesTaken++;
    return frame;
  }

  private closeStanding(): void {
    if (this.standing === undefined) return;
    this.messages.push([MessageKind.Standing, this.standing.pack()]);
    this.standing = undefined;
  }
}
