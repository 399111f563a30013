/**
 * Regular expressions of users, in Java's syntax. They run on RE2, whose time is linear in the text whatever
 * the expression: no expression can hang a worker. What RE2 has no answer to (look-around, back references,
 * possessive quantifiers) is refused with an error that says so; there is no fallback to an engine that
 * backtracks.
 */
import { RE2JS } from 're2js';
import { runtimeFailure } from './runtime-errors.js';

const KEPT = 512;
const cache = new Map<string, RE2JS>();

/** @throws WeirError `cypher.constraint-violation` when the expression is not valid or not supported. */
export function compileRegex(pattern: string): RE2JS {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(translate(pattern));
  } catch (error) {
    throw runtimeFailure(
      'cypher.constraint-violation',
      `The regular expression ${JSON.stringify(pattern)} can't be used: ${(error as Error).message} ` +
        '(look-around, back references and possessive quantifiers are not supported)',
      'InvalidArgumentValue',
    );
  }
  if (cache.size >= KEPT) cache.delete(cache.keys().next().value!);
  cache.set(pattern, regex);
  return regex;
}

/** Java's forms that RE2 writes otherwise. */
function translate(pattern: string): string {
  return pattern
    .replaceAll(
      /\\p\{(Alpha|Digit|Alnum|Upper|Lower|Punct|Space|XDigit|Blank|Cntrl|Graph|Print|ASCII)\}/g,
      (_all, name: string) => {
        return `[[:${name.toLowerCase()}:]]`;
      },
    )
    .replaceAll(/\\p\{Is(\w+)\}/g, '\\p{$1}')
    .replaceAll(/\\Z/g, '\\n?\\z')
    .replaceAll(/\\h/g, '[ \\t\\x{00A0}]');
}

export function matchesFully(regex: RE2JS, text: string): boolean {
  return regex.matches(text);
}
