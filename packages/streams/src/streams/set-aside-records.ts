/**
 * Records that are not run any more, because with each of them workers were lost again and again: one file per stream, a
 * line of JSON per record, with the reason. Whoever has mended what was wrong ingests them from there.
 */
import { createHash } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import type { SetAsideRecord } from '@weir/contract';
import { type Clock, WeirError } from '@weir/model';

/** File systems take 255 bytes for a name. */
const LONGEST_NAME = 150;

export class SetAsideRecords {
  /** @param directory `undefined`: they are in the log only. */
  constructor(
    private readonly directory: string | undefined,
    private readonly clock: Clock,
  ) {}

  /** @returns where they are. Rejects with `store.failed`. */
  async add(stream: string, records: readonly SetAsideRecord[]): Promise<string | undefined> {
    if (this.directory === undefined) return undefined;
    const path = join(this.directory, `${fileName(stream)}.jsonl`);
    const time = new Date(this.clock.now()).toISOString();
    const lines = records.map(({ position, bytes, reason }) => {
      const buffer = Buffer.from(bytes);
      const content = isUtf8(bytes) ? { record: buffer.toString() } : { base64: buffer.toString('base64') };
      return `${JSON.stringify({ time, stream, position, reason, ...content })}\n`;
    });
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendFile(path, lines.join(''), { mode: 0o600 });
    } catch (cause) {
      throw new WeirError('store.failed', `${path} can't be written: ${String(cause)}`, { cause });
    }
    return path;
  }
}

function fileName(stream: string): string {
  const text = Buffer.from(stream, 'utf8').toString('utf8');
  const encoded = encodeURIComponent(text).replaceAll('.', '%2E');
  if (encoded.length <= LONGEST_NAME && text === stream) return encoded;
  const digest = createHash('sha256').update(stream, 'utf16le').digest('hex').slice(0, 16);
  return `${encoded.slice(0, LONGEST_NAME - 17)}~${digest}`;
}
