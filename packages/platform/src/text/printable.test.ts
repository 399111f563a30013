import { printable, printableLines, withoutUnprintables } from './printable.js';

test.each([
  ['a\nERROR forged \u001b[31m\u0007', 'a\\nERROR forged \\u001b[31m\\u0007'],
  ['\u009b31m \u0085 \u007f', '\\u009b31m \\u0085 \\u007f'],
  ['\u202eabc\u2066\u200f\u061c', '\\u202eabc\\u2066\\u200f\\u061c'],
  ['a\u2028b\u2029c\td\re', 'a\\u2028b\\u2029c\\td\\re'],
  ['straße 😀 👨‍👩‍👧 می‌خواهم', 'straße 😀 👨‍👩‍👧 می‌خواهم'],
])('escapes characters that a terminal would act on: %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('keeps the value of JSON text', () => {
  const value = { 'k\u0085': '\u202e\u009b\u2028 \\ "' };
  const text = printable(JSON.stringify(value));
  expect(text).toMatch(/^[ -~]*$/);
  expect(JSON.parse(text)).toEqual(value);
});

test('keeps the line breaks of multi-line text, or replaces them all', () => {
  expect(printableLines('a\nb\r\u001b')).toBe('a\nb\\r\\u001b');
  expect(withoutUnprintables('a\nb\u202e')).toBe('a?b?');
});
