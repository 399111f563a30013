import type { ResultWriter } from '../kinds/result-writer.js';

export class CollectingWriter implements ResultWriter {
  text = '';
  /** Writes wait for this promise. */
  hold: Promise<void> = Promise.resolve();

  get lines(): string[] {
    return this.text.split('\n').slice(0, -1);
  }

  write(text: string): Promise<void> {
    this.text += text;
    return this.hold;
  }
}
