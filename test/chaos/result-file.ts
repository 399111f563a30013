/** What a file of results amounts to, read as it grows: a result that comes twice is one. */
import { open } from 'node:fs/promises';
import { resultLines } from '../support/result-lines.js';
import type { Result } from '../support/v1-client.js';
import { canonicalText } from './canonical-text.js';
import { resultKey } from './load/result-endpoint.js';

export class ResultFile {
  private read = 0;
  private readonly openMatches = new Map<string, string>();
  private readonly over = new Set<string>();
  /** Every result there ever was. */
  readonly keys = new Set<string>();
  /** What no reader should see. */
  wrong: string | undefined;
  lines = 0;

  constructor(readonly path: string) {}

  /** @returns the rows that stand, sorted, as they are now. */
  async rows(): Promise<readonly string[]> {
    const text = await this.more();
    const end = text.lastIndexOf(10) + 1;
    this.read += end;
    for (const result of resultLines(text.toString('utf8', 0, end))) this.take(result);
    return [...this.openMatches.values()].sort();
  }

  /** Matches that were not cancelled and say the same twice are as wrong as any other difference. */
  private take({ meta, data }: Result): void {
    this.lines++;
    this.keys.add(resultKey(meta));
    const { resultId, isPositiveMatch } = meta;
    if (this.over.has(resultId)) return;
    const text = canonicalText(data);
    const known = this.openMatches.get(resultId);
    if (isPositiveMatch) {
      if (known !== undefined && known !== text) this.wrong ??= `${resultId} is ${known}, and ${text}`;
      this.openMatches.set(resultId, text);
      return;
    }
    if (known === undefined) this.wrong ??= `cancelled before it matched: ${resultId} ${text}`;
    else if (known !== text) this.wrong ??= `${resultId} matched as ${known}, and is cancelled as ${text}`;
    this.openMatches.delete(resultId);
    this.over.add(resultId);
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
