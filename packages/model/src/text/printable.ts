/** Text for a line of a log or a terminal: one line, without escape sequences and without changes of direction. */

/** C0 and C1 controls, the separators that end a line, and what reorders the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const UNPRINTABLE_EXCEPT_BREAKS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes unprintable characters as JSON does: text that is JSON without line breaks keeps its meaning. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** The same for text of several lines, whose breaks are meant. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_EXCEPT_BREAKS, escaped);
}

/** One `?` each, where space is short. */
export function withoutUnprintables(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}

function escaped(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
