/**
 * One direction-less link between two members: what one sends arrives at the other whole, once and in order, over a
 * transport that may drop, repeat, reorder and delay. It lasts as long as both lives do: a member that comes back comes
 * under another id, with links of its own, and what was under way is for whoever sees the new epochs to send again.
 *
 * Each message has a number. The receiver takes the next one, keeps later ones within the window for when the gap is
 * closed, and says which one it waits for. The sender keeps what was not confirmed; what is behind a gap, or stays
 * unconfirmed for a while, is sent again. What goes beyond the credit of the receiver, in bytes, waits here.
 */
import type { Scheduler } from '@weir/model';

/** What the transport carries, either way. */
export type LinkFrame =
  | {
      readonly kind: 'message';
      /** 1, 2, ... */
      readonly number: number;
      /** The next number that the sender of this frame waits for. */
      readonly awaits: number;
      readonly payload: Uint8Array;
    }
  | { readonly kind: 'awaits'; readonly awaits: number; readonly hasGap: boolean };

export interface LinkOptions {
  /** May lose, repeat, reorder and delay frames; to one peer only. */
  transmit(frame: LinkFrame): void;
  /** The next message of the peer. */
  deliver(payload: Uint8Array): void;
  /** More waits here than the credit allows, or not any more: whoever makes messages should wait. */
  filled?(isFull: boolean): void;
  readonly scheduler: Scheduler;
  /** Bytes that may be under way unconfirmed. A message that is larger goes alone. */
  readonly credit: number;
  /** After which an unconfirmed message is sent again. */
  readonly resendMillis: number;
}

/** So long a confirmation waits for a message that says it too. */
const CONFIRM_MILLIS = 5;

interface Outgoing {
  readonly number: number;
  readonly payload: Uint8Array;
}

export class Link {
  private lastNumber = 0;
  /** Sent and not confirmed, in order. */
  private underWay: Outgoing[] = [];
  private bytesUnderWay = 0;
  /** Not sent for want of credit, in order. */
  private waiting: Outgoing[] = [];
  private isFull = false;
  private awaits = 1;
  /** Received beyond a gap. */
  private readonly early = new Map<number, Uint8Array>();
  private cancelResend: (() => void) | undefined = undefined;
  private cancelConfirmation: (() => void) | undefined = undefined;
  private isClosed = false;
  private lastGapAnswered = 0;

  constructor(private readonly options: LinkOptions) {}

  /** Everything sent was confirmed. */
  get isIdle(): boolean {
    return this.underWay.length === 0 && this.waiting.length === 0;
  }

  send(payload: Uint8Array): void {
    if (this.isClosed) return;
    this.waiting.push({ number: ++this.lastNumber, payload });
    this.transmitWaiting();
  }

  receive(frame: LinkFrame): void {
    if (this.isClosed) return;
    this.confirmed(frame.awaits);
    if (frame.kind === 'message') this.take(frame.number, frame.payload);
    else if (frame.hasGap) this.closeGap(frame.awaits);
  }

  /** Nothing is sent or delivered any more. */
  close(): void {
    this.isClosed = true;
    this.cancelResend?.();
    this.confirmedNow();
    this.underWay = [];
    this.waiting = [];
    this.early.clear();
    if (this.isFull) this.options.filled?.(false);
    this.isFull = false;
  }

  private transmitWaiting(): void {
    const { credit } = this.options;
    let count = 0;
    for (const message of this.waiting) {
      const { length } = message.payload;
      if (this.bytesUnderWay > 0 && this.bytesUnderWay + length > credit) break;
      this.bytesUnderWay += length;
      this.underWay.push(message);
      this.transmit(message);
      count++;
    }
    if (count > 0) this.waiting.splice(0, count);
    this.scheduleResend();
    const isFull = this.waiting.length > 0;
    if (isFull === this.isFull) return;
    this.isFull = isFull;
    this.options.filled?.(isFull);
  }

  private transmit({ number, payload }: Outgoing): void {
    this.confirmedNow();
    this.options.transmit({ kind: 'message', number, awaits: this.awaits, payload });
  }

  private confirmed(awaits: number): void {
    let count = 0;
    for (const { number, payload } of this.underWay) {
      if (number >= awaits) break;
      this.bytesUnderWay -= payload.length;
      count++;
    }
    if (count === 0) return;
    this.underWay.splice(0, count);
    this.cancelResend?.();
    this.cancelResend = undefined;
    this.transmitWaiting();
  }

  /** Once per gap: it is told with every message that comes behind it. */
  private closeGap(awaits: number): void {
    if (awaits <= this.lastGapAnswered) return;
    this.lastGapAnswered = awaits;
    const lacking = this.underWay[0];
    if (lacking?.number === awaits) this.transmit(lacking);
  }

  private scheduleResend(): void {
    if (this.cancelResend !== undefined || this.underWay.length === 0) return;
    this.cancelResend = this.options.scheduler.after(this.options.resendMillis, () => {
      this.cancelResend = undefined;
      for (const message of this.underWay) this.transmit(message);
      this.scheduleResend();
    });
  }

  private take(number: number, payload: Uint8Array): void {
    if (number > this.awaits) {
      this.early.set(number, payload);
      this.options.transmit({ kind: 'awaits', awaits: this.awaits, hasGap: true });
      return;
    }
    if (number === this.awaits) this.deliverFrom(payload);
    this.confirmSoon();
  }

  private deliverFrom(first: Uint8Array): void {
    let payload: Uint8Array | undefined = first;
    while (payload !== undefined && !this.isClosed) {
      this.awaits++;
      this.options.deliver(payload);
      payload = this.early.get(this.awaits);
      this.early.delete(this.awaits);
    }
  }

  /** A message that is sent meanwhile says it too. */
  private confirmSoon(): void {
    if (this.cancelConfirmation !== undefined || this.isClosed) return;
    this.cancelConfirmation = this.options.scheduler.after(CONFIRM_MILLIS, () => {
      this.cancelConfirmation = undefined;
      this.options.transmit({ kind: 'awaits', awaits: this.awaits, hasGap: false });
    });
  }

  private confirmedNow(): void {
    this.cancelConfirmation?.();
    this.cancelConfirmation = undefined;
  }
}
