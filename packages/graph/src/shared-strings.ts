/**
 * Short strings recur in most streams (names of customers, sensors, files, users), and each record brings its
 * own copy. A table of fixed size keeps one of each lately seen, so that nodes can share it: what is not in the
 * table any more is just not shared.
 */
const SLOTS = 8192;
const LONGEST = 20;

const table = new Array<string>(SLOTS).fill('');

/** An equal string, shared if it can be. */
export function sharedString(text: string): string {
  const length = text.length;
  if (length < 2 || length > LONGEST) return text;
  const sample =
    length * 0x9e3779b1 +
    text.charCodeAt(0) * 0x85ebca6b +
    text.charCodeAt(length >> 1) * 0xc2b2ae35 +
    text.charCodeAt(length - 1) * 0x27d4eb2f +
    text.charCodeAt(length - 2) * 0x165667b1;
  const slot = (sample ^ (sample >>> 13)) & (SLOTS - 1);
  const known = table[slot]!;
  if (known === text) return known;
  table[slot] = text;
  return text;
}
