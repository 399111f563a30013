import { createHash } from 'node:crypto';

/** File systems allow 255 bytes per name, and a dead-letter file's name sometimes gets a suffix. */
const LONGEST_PART = 100;

/** Returns a separate file name for each output of each standing query, which every file system supports. */
export function deadLetterFile(standing: string, output: string): string {
  return `${filePart(standing)}.${filePart(output)}.jsonl`;
}

/** Without dots: a dot separates the two names. */
function filePart(name: string): string {
  // Invalid Unicode cannot be percent-encoded.
  const text = Buffer.from(name, 'utf8').toString('utf8');
  const encoded = encodeURIComponent(text).replaceAll('.', '%2E');
  if (encoded.length <= LONGEST_PART && text === name) return encoded;
  const digest = createHash('sha256').update(name, 'utf16le').digest('hex').slice(0, 16);
  return `${encoded.slice(0, LONGEST_PART - 17)}~${digest}`;
}
