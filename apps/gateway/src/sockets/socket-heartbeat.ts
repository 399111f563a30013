/** Pings a WebSocket; a client that does not answer a ping before the next one is disconnected. */
import { every, type Scheduler } from '@weir/platform';
import type { WebSocket } from 'ws';

export class SocketHeartbeat {
  private isAlive = true;
  private readonly end: () => void;

  constructor(
    private readonly socket: WebSocket,
    scheduler: Scheduler,
    millis: number,
  ) {
    socket.on('pong', () => this.received());
    socket.once('close', () => this.stop());
    this.end = every(scheduler, millis, () => this.beat());
  }

  /** Reports a sign of life, as a pong does. */
  received(): void {
    this.isAlive = true;
  }

  stop(): void {
    this.end();
  }

  private beat(): void {
    if (!this.isAlive) {
      this.stop();
      return this.socket.terminate();
    }
    this.isAlive = false;
    this.socket.ping();
  }
}
