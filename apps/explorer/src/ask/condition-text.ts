/**
 * Conditions as people type and read them: `pid >= 600`, `name is cmd.exe`, `name contains cmd`, `name is set`. A key or
 * a text in double quotes is read as JSON, so that it can contain anything.
 */
import type { Comparison, Condition, Value } from './pattern.js';

/** Words of a condition, longest first; a test is shown with its first wording. */
export const TEST_WORDS: readonly (readonly [words: string, test: Condition['test']])[] = [
  ['is not set', 'IS NULL'],
  ['is missing', 'IS NULL'],
  ['is set', 'IS NOT NULL'],
  ['is not', '<>'],
  ['is', '='],
  ['contains', 'CONTAINS'],
  ['starts with', 'STARTS WITH'],
  ['ends with', 'ENDS WITH'],
  ['>=', '>='],
  ['<=', '<='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['>', '>'],
  ['<', '<'],
  ['=', '='],
];

export interface TypedCondition {
  readonly key: string;
  /** Absent: only a part of a test, or none, follows the key. */
  readonly test?: Condition['test'];
  /** The rest after the key, or after the test if there is one. */
  readonly rest: string;
}

/**
 * Splits a typed text after a known key, the longest that fits, or after the first space.
 * @returns `undefined` if it does not start with a key and a space.
 */
export function splitCondition(text: string, keys: readonly string[]): TypedCondition | undefined {
  const start = text.trimStart();
  const found = keyAt(start, keys);
  if (found === undefined) return undefined;
  const after = start.slice(found.length).trimStart();
  const lower = after.toLowerCase();
  // A word ends at a space, a sign anywhere: `pid>=600`.
  const word = TEST_WORDS.find(([words]) =>
    /\w$/.test(words) ? lower === words || lower.startsWith(`${words} `) : lower.startsWith(words),
  );
  if (word === undefined) return { key: found.key, rest: after };
  return { key: found.key, test: word[1], rest: after.slice(word[0].length).trimStart() };
}

/** @returns `undefined` while the condition is incomplete. @param isText whether the values of the key are texts. */
export function conditionOf({ key, test, rest }: TypedCondition, isText: boolean): Condition | undefined {
  if (test === undefined) return undefined;
  if (test === 'IS NULL' || test === 'IS NOT NULL') return rest.trim() === '' ? { key, test } : undefined;
  if (rest.trim() === '') return undefined;
  return { key, test, value: typedValue(rest.trim(), isText || OF_TEXT.has(test)) };
}

const OF_TEXT: ReadonlySet<Comparison> = new Set<Comparison>(['CONTAINS', 'STARTS WITH', 'ENDS WITH']);

/** The shortest text that reads as the key. */
export function keyText(key: string): string {
  return /^\w[\w.-]*$/.test(key) ? key : JSON.stringify(key);
}

export function conditionWords(condition: Condition): string {
  const [words] = TEST_WORDS.find(([, test]) => test === condition.test)!;
  const shown = condition.test === 'IS NULL' ? 'is not set' : words;
  return `${keyText(condition.key)} ${shown}${'value' in condition ? ` ${valueText(condition.value)}` : ''}`;
}

export function valueText(value: Value): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const LONG = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

function typedValue(typed: string, isText: boolean): Value {
  const quotedText = quotedJson(typed);
  if (quotedText !== undefined) return quotedText;
  if (isText) return typed;
  if (typed === 'true' || typed === 'false') return typed === 'true';
  if (!NUMBER.test(typed)) return typed;
  const number = Number(typed);
  if (!Number.isFinite(number)) return typed;
  if (!/^-?\d+$/.test(typed) || Number.isSafeInteger(number)) return number;
  const whole = BigInt(typed);
  return whole >= LONG.least && whole <= LONG.most ? whole : number;
}

function keyAt(text: string, keys: readonly string[]): { key: string; length: number } | undefined {
  const inQuotes = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0];
  const key = inQuotes === undefined ? undefined : quotedJson(inQuotes);
  if (key !== undefined) return { key, length: inQuotes!.length };
  const ends = (length: number): boolean => /^[\s<>=!]/.test(text.slice(length));
  const known = keys
    .filter(name => text.toLowerCase().startsWith(name.toLowerCase()) && ends(name.length))
    .sort((a, b) => b.length - a.length || Number(text.startsWith(b)) - Number(text.startsWith(a)))[0];
  if (known !== undefined) return { key: known, length: known.length };
  const word = /^[\w.-]+/.exec(text)?.[0];
  return word !== undefined && ends(word.length) ? { key: word, length: word.length } : undefined;
}

function quotedJson(text: string): string | undefined {
  if (!/^".*"$/s.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
