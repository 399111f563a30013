/**
 * Server-sent events to one client. Every send waits until the client has consumed the previous one, so a slow client
 * slows its source; a client that stalls for too long is disconnected.
 */
import type { Environment } from '@weir/platform';
import type { ServerResponse } from 'node:http';
import type { StallBudget } from './stall-budget.js';

export interface EventStreamOptions {
  readonly environment: Environment;
  /** Silence after which an empty event is sent. */
  readonly heartbeatMillis: number;
  /** Limits how long a client may stall before it is disconnected. */
  readonly stalls: StallBudget;
  readonly onCutOff: () => void;
  /** Id from which the client resumes if it is disconnected before the first event with an id. */
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

  /** Resolves when either side has closed the connection. */
  get ended(): Promise<void> {
    return this.closed;
  }

  /** @param events complete events, from `formatEvent`. Resolves when the client accepts more or has disconnected. */
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
      // Heartbeats that are not consumed reveal a client that stalls while no data is sent.
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

/** Formats one event. @param data a text without line breaks. */
export function formatEvent(name: string, id: string, data: string): string {
  return `data:${data}\nevent:${name}\nid:${id}\n\n`;
}
