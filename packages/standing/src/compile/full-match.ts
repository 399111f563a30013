/**
 * Regular expressions of patterns, with the meaning of Cypher's `=~`: Java's syntax, matched against the whole text.
 * They run on RE2, whose time is linear in the text whatever the expression, so that none can hang a worker. What
 * RE2 has no answer to (look-around, back references, possessive quantifiers) is refused.
 */
import { RE2JS } from 're2js';

const POSIX_CLASSES =
  /\\p\{(Alpha|Digit|Alnum|Upper|Lower|Punct|Space|XDigit|Blank|Cntrl|Graph|Print|ASCII)\}/g;

/** @throws Error that says what is wrong with the expression. */
export function fullMatch(pattern: string): (text: string) => boolean {
  const regex = RE2JS.compile(inRe2(pattern));
  return text => regex.matches(text);
}

/** Java's forms that RE2 writes otherwise. */
function inRe2(pattern: string): string {
  return pattern
    .replaceAll(POSIX_CLASSES, (_all, name: string) => `[[:${name.toLowerCase()}:]]`)
    .replaceAll(/\\p\{Is(\w+)\}/g, '\\p{$1}')
    .replaceAll(/\\Z/g, '\\n?\\z')
    .replaceAll(/\\h/g, '[ \\t\\x{00A0}]');
}
