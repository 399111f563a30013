/**
 * A symmetric link between two members. Messages arrive complete, exactly once and in order, over a transport that may
 * drop, repeat, reorder and delay. The link lasts as long as both members' runs: a member that returns has another id
 * and new links, and members that see the new epochs must send pending messages again.
 *
 * Each message has a number. The receiver takes the next one, keeps later ones within the window until the gap is
 * closed, and reports the number it waits for. The sender keeps unconfirmed messages and retransmits a message after a
 * gap, or after a while without confirmation. Messages beyond the receiver's credit, in bytes, wait at the sender.
 */
import type { Scheduler } from '@weir/platform';

/** Frame of the transport, in either direction. */
export type LinkFrame =
  | {
      readonly kind: 'message';
      /** 1, 2, ... */
      readonly number: number;
      /** The next number that the sender of this frame expects. */
      readonly awaits: number;
      readonly payload: Uint8Array;
    }
  | { readonly kind: 'awaits'; readonly awaits: number; readonly hasGap: boolean };

export interface LinkOptions {
  /** May lose, repeat, reorder and delay frames; to one peer only. */
  transmit(frame: LinkFrame): void;
  /** Delivers the next message of the peer. */
  deliver(payload: Uint8Array): void;
  /** Reports that messages wait for credit, or that this has ended. Producers of messages should wait meanwhile. */
  filled?(isFull: boolean): void;
  readonly scheduler: Scheduler;
  /** Maximum number of unconfirmed bytes in flight. A larger message is sent alone. */
  readonly credit: number;
  /** Time after which an unconfirmed message is sent again. */
  readonly resendMillis: number;
}

/** How long a confirmation waits for a message that can carry it. */
const CONFIRM_MILLIS = 5;

interface Outgoing {
  readonly number: number;
  readonly payload: Uint8Array;
}

export class Link {
  private lastNumber = 0;
  /** Sent but not confirmed, in order. */
  private underWay: Outgoing[] = [];
  private bytesUnderWay = 0;
  /** Waiting for credit, in order. */
  private waiting: Outgoing[] = [];
  private isFull = false;
  private awaits = 1;
  /** Received after a gap. */
  private readonly early = new Map<number, Uint8Array>();
  private cancelResend: (() => void) | undefined = undefined;
  private cancelConfirmation: (() => void) | undefined = undefined;
  private isClosed = false;
  private lastGapAnswered = 0;

  constructor(private readonly options: LinkOptions) {}

  /** Whether everything sent was confirmed. */
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

  /** Stops sending and delivering. */
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

  /** Responds once per gap, because every later message reports it. */
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

  /** A message sent meanwhile carries the confirmation too. */
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
