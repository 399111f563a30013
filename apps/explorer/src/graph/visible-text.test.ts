import { visible, visiblyShown } from './visible-text.js';

test.each([
  ['\u202Eevil gnp.exe', '\\u202eevil gnp.exe'],
  ['a\u2066b\u2069c', 'a\\u2066b\\u2069c'],
  ['مرحبا שלום 👩‍👩‍👧 z̷a', 'مرحبا שלום 👩‍👩‍👧 z̷a'],
])('shows characters that change the direction of text by their code: %j', (text, seen) => {
  expect(visible(text)).toBe(seen);
});

test('escaped JSON is still JSON with the same value', () => {
  const value = { name: 'x\u202Ey' };
  expect(JSON.parse(visiblyShown(value))).toEqual(value);
});
