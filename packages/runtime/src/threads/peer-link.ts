/**
 * Frames between two workers, over a message port of their own, in order. The receiver confirms frames it has
 * worked off; too many unconfirmed ones close the gate for ingest on the sending side. Frames themselves are
 * never held: they carry work already accepted.
 */
import type { MessagePort } from 'node:worker_threads';
import type { WriteGate } from '../flow/write-gate.js';

/** Unconfirmed frames that close the gate. */
const FRAME_WINDOW = 64;
/** Frames that are confirmed together. */
const FRAMES_PER_CONFIRMATION = 8;

export class PeerLink {
  private unconfirmed = 0;
  private toConfirm = 0;
  private readonly reason: string;

  constructor(
    peer: number,
    private readonly port: MessagePort,
    private readonly gate: WriteGate,
    receive: (from: number, frame: Uint8Array) => void,
  ) {
    this.reason = `frames to worker ${peer}`;
    port.on('message', (message: Uint8Array | number) => {
      if (typeof message === 'number') {
        this.confirmed(message);
        return;
      }
      receive(peer, message);
      if (++this.toConfirm >= FRAMES_PER_CONFIRMATION) {
        this.port.postMessage(this.toConfirm);
        this.toConfirm = 0;
      }
    });
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    this.port.postMessage(frame, [frame.buffer]);
    if (++this.unconfirmed === FRAME_WINDOW) this.gate.setFull(this.reason, true);
  }

  close(): void {
    this.port.close();
  }

  private confirmed(frames: number): void {
    this.unconfirmed -= frames;
    if (this.unconfirmed < FRAME_WINDOW) this.gate.setFull(this.reason, false);
  }
}
