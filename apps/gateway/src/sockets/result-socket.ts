/**
 * Sends texts to one WebSocket client, one per frame. A slow client loses the oldest pending texts, so that it never
 * slows their source.
 */
import type { Scheduler } from '@weir/platform';
import type { WebSocket } from 'ws';
import { closeSocket } from './close-socket.js';
import { SocketHeartbeat } from './socket-heartbeat.js';

/** A text, or its bytes. */
export type SocketMessage = string | Uint8Array;

export interface ResultSocketOptions {
  readonly scheduler: Scheduler;
  /** Maximum number of pending texts. */
  readonly capacity: number;
  /** Interval of pings; a client that does not answer one before the next is disconnected. */
  readonly heartbeatMillis: number;
  /** Called for each lost text. */
  readonly onLost: () => void;
}

export class ResultSocket {
  /** Resolves when either side has closed the connection. */
  readonly ended: Promise<void>;
  private readonly waiting: SocketMessage[] = [];
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
    // Client messages are ignored; protocol errors end the connection.
    socket.on('error', () => socket.terminate());
    this.heartbeat = new SocketHeartbeat(socket, options.scheduler, options.heartbeatMillis);
  }

  send(frame: SocketMessage): void {
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
