/** Pings a WebSocket; a client that does not answer one until the next is cut off. */
import type { Scheduler } from '@weir/model';
import type { WebSocket } from 'ws';

export class SocketHeartbeat {
  private isAlive = true;
  private cancel: () => void = () => undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly scheduler: Scheduler,
    private readonly millis: number,
  ) {
    socket.on('pong', () => this.heard());
    socket.once('close', () => this.stop());
    this.beat();
  }

  /** The client is there, as a pong says too. */
  heard(): void {
    this.isAlive = true;
  }

  stop(): void {
    this.cancel();
  }

  private beat(): void {
    this.cancel();
    this.cancel = this.scheduler.after(this.millis, () => {
      if (!this.isAlive) return this.socket.terminate();
      this.isAlive = false;
      this.socket.ping();
      this.beat();
    });
  }
}
