/**
 * Server-sent events to one client. Every send waits until the client has taken what went before, so that a
 * slow client slows its source; one that takes nothing for too long is cut off.
 */
import type { Environment } from '@weir/model';
import type { ServerResponse } from 'node:http';
import type { StallBudget } from './stall-budget.js';

export interface EventStreamOptions {
  readonly environment: Environment;
  /** An empty event after so long a silence. */
  readonly heartbeatMillis: number;
  /** How long a client may take nothing before it is cut off. */
  readonly stalls: StallBudget;
  readonly onCutOff: () => void;
  /** What the client is to come back with if it is cut off before the first event with an id. */
  readonly firstId?: string | undefined;
}

export class EventStream {
  private cancelHeartbeat: () => void = () => undefined;
  private isOpen = true;
  private readonly closed: Promise<void>;

  constructor(
    private readonly response: ServerResponse,
    private readonly options: EventStreamOptions,
  ) {
    this.closed = new Promise(resolve => {
      response.once('close', () => {
        this.isOpen = false;
        this.cancelHeartbeat();
        resolve();
      });
    });
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    });
    response.socket?.setNoDelay(true);
    this.beat(options.firstId);
  }

  /** Resolves when the connection has ended, from either side. */
  get ended(): Promise<void> {
    return this.closed;
  }

  /** @param events complete events, from `formatEvent`. Resolves when the client takes more, or is gone. */
  async send(events: string | Uint8Array): Promise<void> {
    if (!this.isOpen) return;
    this.cancelHeartbeat();
    const hasRoom = this.response.write(events);
    if (!hasRoom) await this.drained();
    if (this.isOpen) this.scheduleHeartbeat();
  }

  close(): void {
    if (this.isOpen) this.response.end();
  }

  private beat(id?: string): void {
    this.response.write(id === undefined ? 'data:\n\n' : `data:\nid:${id}\n\n`);
    this.scheduleHeartbeat();
  }

  private scheduleHeartbeat(): void {
    const { environment, heartbeatMillis } = this.options;
    this.cancelHeartbeat = environment.scheduler.after(heartbeatMillis, () => {
      // A client that is stalled without data flowing is found by the heartbeats that it doesn't take.
      if (this.response.writableNeedDrain) void this.drained();
      else this.beat();
    });
  }

  private drained(): Promise<void> {
    const { stalls, onCutOff } = this.options;
    return new Promise(resolve => {
      const finish = (): void => {
        takesAgain();
        this.response.off('drain', finish);
        this.response.off('close', finish);
        resolve();
      };
      const takesAgain = stalls.begin(() => {
        onCutOff();
        this.response.destroy();
      });
      this.response.once('drain', finish);
      this.response.once('close', finish);
    });
  }
}

/** One event. @param data a text without line breaks. */
export function formatEvent(name: string, id: string, data: string): string {
  return `data:${data}\nevent:${name}\nid:${id}\n\n`;
}
