/**
 * Net results of a file, read as it grows: duplicates count once. A match precedes its retraction, unless one of them
 * could not be written at first and was a dead letter for a while.
 */
import { open } from 'node:fs/promises';
import { resultLines } from '../support/result-lines.js';
import type { Result } from '../support/v1-client.js';
import { canonicalText } from './canonical-text.js';
import { resultKey } from './load/result-endpoint.js';

export class ResultFile {
  private read = 0;
  private readonly matches = new Map<string, string>();
  private readonly cancellations = new Map<string, string>();
  /** Every result so far. */
  readonly keys = new Set<string>();
  /** An inconsistency that no reader should see. */
  wrong: string | undefined;
  hadDeadLetters = false;

  constructor(readonly path: string) {}

  /** @returns the current rows, sorted. */
  async rows(): Promise<readonly string[]> {
    const text = await this.more();
    const end = text.lastIndexOf(10) + 1;
    this.read += end;
    for (const result of resultLines(text.toString('utf8', 0, end))) this.take(result);
    const rows: string[] = [];
    for (const [id, row] of this.matches) if (!this.cancellations.has(id)) rows.push(row);
    return rows.sort();
  }

  /** Retractions of matches that were not reported. */
  get early(): readonly string[] {
    return [...this.cancellations.keys()].filter(id => !this.matches.has(id));
  }

  private take({ meta, data }: Result): void {
    this.keys.add(resultKey(meta));
    const { resultId, isPositiveMatch } = meta;
    const text = canonicalText(data);
    if (!isPositiveMatch && !this.matches.has(resultId) && !this.hadDeadLetters)
      this.wrong ??= `cancelled before it matched: ${resultId} ${text}`;
    const other = this.matches.get(resultId) ?? this.cancellations.get(resultId) ?? text;
    if (other !== text) this.wrong ??= `${resultId} is ${other}, and ${text}`;
    (isPositiveMatch ? this.matches : this.cancellations).set(resultId, text);
  }

  private async more(): Promise<Buffer> {
    const file = await open(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return Buffer.alloc(0);
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.max(0, size - this.read));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.read);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
