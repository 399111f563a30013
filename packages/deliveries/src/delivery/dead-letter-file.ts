/** How the files of dead letters are named. */
import { createHash } from 'node:crypto';

/** File systems take 255 bytes for a name, and to a dead-letter file's something is added at times. */
const LONGEST_PART = 100;

/** One of its own for each output of each standing query, and a name that every file system takes. */
export function deadLetterFile(standing: string, output: string): string {
  return `${filePart(standing)}.${filePart(output)}.jsonl`;
}

/** Without dots: the dot is between the two names. */
function filePart(name: string): string {
  // What is no text in Unicode has no encoding either.
  const text = Buffer.from(name, 'utf8').toString('utf8');
  const encoded = encodeURIComponent(text).replaceAll('.', '%2E');
  if (encoded.length <= LONGEST_PART && text === name) return encoded;
  const digest = createHash('sha256').update(name, 'utf16le').digest('hex').slice(0, 16);
  return `${encoded.slice(0, LONGEST_PART - 17)}~${digest}`;
}
