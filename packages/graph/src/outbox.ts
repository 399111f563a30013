/**
 * What waits to be sent to one other host. Messages keep their order; standing messages that follow each other
 * travel as one.
 */
import type { NodeId } from '@weir/model';
import type { StandingMessage } from '@weir/standing';
import { encodeFrame, type HostMessage, MessageKind, StandingBatch } from './host-message.js';

export class Outbox {
  private messages: HostMessage[] = [];
  private standing: StandingBatch | undefined = undefined;

  get isEmpty(): boolean {
    return this.messages.length === 0 && this.standing === undefined;
  }

  /** Standing messages not sent yet; what makes a frame grow between two flushes. */
  get waitingStanding(): number {
    return this.standing?.size ?? 0;
  }

  post(message: HostMessage): void {
    this.closeStanding();
    this.messages.push(message);
  }

  postStanding(to: NodeId, from: NodeId, message: StandingMessage): void {
    (this.standing ??= new StandingBatch()).add(to, from, message);
  }

  takeFrame(): Uint8Array<ArrayBuffer> {
    this.closeStanding();
    const frame = encodeFrame(this.messages);
    this.messages = [];
    return frame;
  }

  private closeStanding(): void {
    if (this.standing === undefined) return;
    this.messages.push([MessageKind.Standing, this.standing.pack()]);
    this.standing = undefined;
  }
}
