import type { ResponseFrame } from './endpoint.js';

/** Returns a header for warnings of a response whose body has no field for them. */
export function warningHeader(warnings: readonly string[]): Pick<ResponseFrame, 'warning'> {
  return warnings.length === 0 ? {} : { warning: warnings.map(warningText).join(', ') };
}

/** Maximum length of one warning, in characters: parts of it may be client input. */
const LONGEST = 300;

/** RFC 7234, 5.5: a miscellaneous warning. Headers hold ASCII. */
function warningText(text: string): string {
  const plain = text.slice(0, LONGEST).replaceAll(/[^\x20-\x7e]/g, '?');
  return `199 weir "${plain.replaceAll(/[\\"]/g, '\\$&')}"`;
}
