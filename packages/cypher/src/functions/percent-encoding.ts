/**
 * Percent-encodes all characters reserved by RFC 3986, all non-ASCII characters, and the characters that the caller
 * names.
 */
import type { QueryBudget } from '../budget/query-budget.js';

const RESERVED = new Set(":/?#[]@!$&'()*+,;=%");
const SPACE = 0x20;
/** A text is encoded in chunks: each is charged before the next one begins. */
const CHUNK_CHARS = 4096;

export function percentEncode(text: string, usePlus: boolean, extra: string, budget: QueryBudget): string {
  const encoded = encodedBytes(usePlus, extra);
  let result = '';
  for (let start = 0; start < text.length;) {
    const end = chunkEnd(text, start);
    let chunk = '';
    for (const byte of Buffer.from(text.slice(start, end), 'utf8')) chunk += encoded[byte]!;
    budget.steps(chunk.length);
    budget.joined(result, chunk);
    result += chunk;
    start = end;
  }
  return result;
}

/** Keeps surrogate pairs together. */
function chunkEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + CHUNK_CHARS);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

function encodedBytes(usePlus: boolean, extra: string): readonly string[] {
  const alsoReserved = new Set(extra);
  return Array.from({ length: 256 }, (_, byte) => {
    const char = String.fromCharCode(byte);
    if (byte === SPACE) return usePlus ? '+' : '%20';
    const isPlain = byte > SPACE && byte <= 0x7e && !RESERVED.has(char) && !alsoReserved.has(char);
    return isPlain ? char : '%' + byte.toString(16).toUpperCase().padStart(2, '0');
  });
}

/** @returns `undefined` if an escape is malformed or the bytes are not valid UTF-8. */
export function percentDecode(text: string, plusIsSpace: boolean): string | undefined {
  try {
    return decodeURIComponent(plusIsSpace ? text.replaceAll('+', ' ') : text);
  } catch {
    return undefined;
  }
}
