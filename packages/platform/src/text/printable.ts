/** Text for a line of a log or a terminal: a single line without escape sequences or changes of direction. */

/** C0 and C1 controls, line separators, and characters that reorder the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const UNPRINTABLE_EXCEPT_BREAKS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes unprintable characters as JSON does, so that JSON text without line breaks keeps its meaning. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** As `printable` for multi-line text, keeping line breaks. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_EXCEPT_BREAKS, escaped);
}

/** Replaces each unprintable character with `?`, for limited space. */
export function withoutUnprintables(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}

function escaped(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
