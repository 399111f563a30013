/**
 * Stores records that are not run any longer because each of them caused the loss of workers repeatedly: one file per
 * stream, a line of JSON per record, with the reason. They can be ingested from there after the cause was fixed.
 */
import { createHash } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import type { SetAsideRecord } from '@weir/contract';
import { type Clock, WeirError } from '@weir/platform';

/** File systems limit names to 255 bytes. */
const LONGEST_NAME = 150;

export class SetAsideRecords {
  /** @param directory `undefined`: records are only logged. */
  constructor(
    private readonly directory: string | undefined,
    private readonly clock: Clock,
  ) {}

  /** @returns the path of the file. Rejects with `store.failed`. */
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
      throw new WeirError('store.failed', `${path} cannot be written: ${String(cause)}`, { cause });
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
