/** Standard output, as results see it. */
import type { Writable } from 'node:stream';

export interface ResultWriter {
  /** @returns when there is room for more. */
  write(text: string): Promise<void>;
}

/** Writes to a stream at its pace. */
export class StreamWriter implements ResultWriter {
  constructor(private readonly stream: Writable) {}

  write(text: string): Promise<void> {
    if (this.stream.write(text)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        this.stream.off('drain', onDrain).off('close', onClose).off('error', settle);
        if (error === undefined) resolve();
        else reject(error);
      };
      const onDrain = (): void => settle();
      const onClose = (): void => settle(new Error('the stream was closed'));
      this.stream.once('drain', onDrain).once('close', onClose).once('error', settle);
    });
  }
}
