import type { ResultWriter } from '../kinds/result-writer.js';

/** Keeps what was printed. */
export class CollectingWriter implements ResultWriter {
  text = '';
  /** Writing waits for it. */
  hold: Promise<void> = Promise.resolve();

  get lines(): string[] {
    return this.text.split('\n').slice(0, -1);
  }

  write(text: string): Promise<void> {
    this.text += text;
    return this.hold;
  }
}
