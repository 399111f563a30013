/**
 * Frames between two workers, over a separate message port, in order. The receiver confirms processed frames; too many
 * unconfirmed ones close the gate for ingest on the sending side. Frames themselves are never held, because they carry
 * accepted work.
 *
 * If lost workers are replaced alone, a frame is not read before this worker knows of all replacements that its sender
 * knew of. So the consequences of a replacement at the sender are processed after this worker has handled the
 * replacement.
 */
import type { MessagePort } from 'node:worker_threads';
import type { WriteGate } from '../flow/write-gate.js';

/** Number of unconfirmed frames that closes the gate. */
const FRAME_WINDOW = 64;
const FRAMES_PER_CONFIRMATION = 8;

export class PeerLink {
  private unconfirmed = 0;
  private toConfirm = 0;
  private isOver = false;
  private readonly reason: string;
  /** Replacements that the peer knew of when it sent the next message. */
  private peerKnows: number;
  /** Frames of a peer that knows of more replacements than this worker. */
  private readonly early: Uint8Array[] = [];

  /** @param known replacements known at both ends. */
  constructor(
    private readonly peer: number,
    private readonly port: MessagePort,
    private readonly gate: WriteGate,
    private readonly receive: (from: number, frame: Uint8Array) => void,
    private known: number,
  ) {
    this.reason = `frames to worker ${peer}`;
    this.peerKnows = known;
    // A positive number confirms frames; a negative one is the number of replacements that the peer knows of from here
    // on.
    port.on('message', (message: Uint8Array | number) => {
      if (typeof message !== 'number') this.take(message);
      else if (message < 0) this.peerKnows = -message;
      else this.confirmed(message);
    });
    // The peer will not confirm frames any more.
    port.on('close', () => this.close());
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    if (this.isOver) return;
    this.port.postMessage(frame, [frame.buffer]);
    if (++this.unconfirmed === FRAME_WINDOW) this.gate.setFull(this.reason, true);
  }

  /** Sets the number of replacements that this worker knows of. The peer is notified before any later message. */
  know(replacements: number): void {
    this.known = replacements;
    if (!this.isOver) this.port.postMessage(-replacements);
  }

  /** To be called when all links of this worker were updated. */
  takeEarly(): void {
    if (this.peerKnows <= this.known) for (const frame of this.early.splice(0)) this.read(frame);
  }

  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.port.close();
    this.gate.setFull(this.reason, false);
  }

  private take(frame: Uint8Array): void {
    if (this.peerKnows > this.known) this.early.push(frame);
    else this.read(frame);
  }

  private read(frame: Uint8Array): void {
    this.receive(this.peer, frame);
    if (++this.toConfirm < FRAMES_PER_CONFIRMATION || this.isOver) return;
    this.port.postMessage(this.toConfirm);
    this.toConfirm = 0;
  }

  private confirmed(frames: number): void {
    this.unconfirmed -= frames;
    if (this.unconfirmed < FRAME_WINDOW) this.gate.setFull(this.reason, false);
  }
}
