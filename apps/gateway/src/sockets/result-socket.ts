/**
 * Texts to one WebSocket client, each a frame of its own. A client that is slow loses the oldest of those that wait for
 * it, so that it never slows their source.
 */
import type { Scheduler } from '@weir/model';
import type { WebSocket } from 'ws';
import { closeSocket } from './close-socket.js';
import { SocketHeartbeat } from './socket-heartbeat.js';

/** A text, or its bytes. */
export type Frame = string | Uint8Array;

export interface ResultSocketOptions {
  readonly scheduler: Scheduler;
  /** Texts that wait for the client at most. */
  readonly capacity: number;
  /** A ping after so long; a client that does not answer it until the next is cut off. */
  readonly heartbeatMillis: number;
  /** Told of each text that is lost. */
  readonly onLost: () => void;
}

export class ResultSocket {
  /** Resolves when the connection has ended, from either side. */
  readonly ended: Promise<void>;
  private readonly waiting: Frame[] = [];
  private isSending = false;
  private readonly heartbeat: SocketHeartbeat;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: ResultSocketOptions,
  ) {
    this.ended = new Promise(resolve => {
      socket.once('close', () => {
        resolve();
      });
    });
    // What the client says is not listened to; what it does wrong ends the connection.
    socket.on('error', () => socket.terminate());
    this.heartbeat = new SocketHeartbeat(socket, options.scheduler, options.heartbeatMillis);
  }

  send(frame: Frame): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.waiting.length >= this.options.capacity) {
      this.waiting.shift();
      this.options.onLost();
    }
    this.waiting.push(frame);
    if (!this.isSending) this.sendNext();
  }

  close(): void {
    this.heartbeat.stop();
    closeSocket(this.socket, this.options.scheduler);
  }

  private sendNext(): void {
    const frame = this.waiting.shift();
    this.isSending = frame !== undefined;
    if (frame === undefined) return;
    this.socket.send(frame, { binary: false }, error => {
      if (error) this.socket.terminate();
      else this.sendNext();
    });
  }
}
