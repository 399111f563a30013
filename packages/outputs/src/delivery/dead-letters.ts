/**
 * A file of results that could not be delivered, one JSON object per line: when, whose, why, and the result as it
 * would have been sent.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mendLastLine } from '../files/mend-last-line.js';
import { resultText } from '../sinks/result-json.js';
import type { DeliveryFailure } from '../sinks/result-sink.js';

export class DeadLetters {
  private path: string | undefined = undefined;

  /** @param locate where the file is; rejects when it may not be there. */
  constructor(
    private readonly locate: () => Promise<string>,
    private readonly standing: string,
    private readonly output: string,
  ) {}

  /** Rejects when the file can't be written. */
  async add(failures: readonly DeliveryFailure[], millis: number): Promise<void> {
    this.path ??= await this.prepared();
    const time = new Date(millis).toISOString();
    let text = '';
    for (const { result, reason } of failures) {
      const head = JSON.stringify({ time, standingQuery: this.standing, output: this.output, reason });
      text += `${head.slice(0, -1)},"result":${resultText(result, { type: 'WithMetadata' })}}\n`;
    }
    await appendFile(this.path, text);
  }

  /** Rejects with `output.file-not-allowed` or `output.invalid`. */
  async check(): Promise<void> {
    await this.locate();
  }

  private async prepared(): Promise<string> {
    const path = await this.locate();
    await mkdir(dirname(path), { recursive: true });
    await mendLastLine(path);
    return path;
  }
}
