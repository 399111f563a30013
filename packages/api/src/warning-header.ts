import type { Frame } from './endpoint.js';

/** Warnings of an answer that has no place for them in its body. */
export function warningHeader(warnings: readonly string[]): Pick<Frame, 'warning'> {
  return warnings.length === 0 ? {} : { warning: warnings.map(warningText).join(', ') };
}

/** Characters of one warning: parts of it may come from a client. */
const LONGEST = 300;

/** RFC 7234, 5.5: a miscellaneous warning. Headers hold ASCII. */
function warningText(text: string): string {
  const plain = text.slice(0, LONGEST).replaceAll(/[^\x20-\x7e]/g, '?');
  return `199 weir "${plain.replaceAll(/[\\"]/g, '\\$&')}"`;
}
