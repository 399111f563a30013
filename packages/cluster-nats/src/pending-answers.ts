/**
 * Answers that a server still owes. If the connection is lost, they never arrive on the next one, so the requests fail at
 * once instead of after their timeouts.
 */
import type { NatsConnection } from '@nats-io/transport-node';

export class PendingAnswers {
  private readonly waiting = new Set<(reason: Error) => void>();

  /** Ends when the connection is closed. */
  constructor(connection: NatsConnection) {
    void this.watch(connection);
  }

  /** Rejects as the request does, or when the connection is lost. */
  of<T>(request: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.add(reject);
      const over = (): boolean => this.waiting.delete(reject);
      request.then(resolve, reject).then(over, over);
    });
  }

  private async watch(connection: NatsConnection): Promise<void> {
    // The client drops requests that were sent between the two.
    for await (const { type } of connection.status())
      if (type === 'disconnect' || type === 'reconnect') this.fail();
  }

  private fail(): void {
    const reason = new Error('the connection was lost before the answer');
    for (const reject of this.waiting) reject(reason);
    this.waiting.clear();
  }
}
