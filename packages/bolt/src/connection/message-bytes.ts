/** Counts the bytes of messages that connections store, all together. */
import { InvalidMessage } from '../packstream/pack-reader.js';

export class MessageBytes {
  private readonly stored = new Map<object, number>();
  private total = 0;

  constructor(private readonly maximum: number) {}

  /** @throws InvalidMessage beyond the maximum, except when fewer bytes are stored than before. */
  set(connection: object, bytes: number): void {
    const before = this.stored.get(connection) ?? 0;
    this.total += bytes - before;
    if (bytes === 0) this.stored.delete(connection);
    else this.stored.set(connection, bytes);
    if (bytes > before && this.total > this.maximum) {
      throw new InvalidMessage('The server is receiving too many large messages at the same time');
    }
  }
}
