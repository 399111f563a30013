import { formatDuration, parseDuration } from './duration-text.js';

test.each([
  ['20s', 20_000],
  ['1.5m', 90_000],
  ['2h45m', 9_900_000],
  [' 500ms ', 500],
  ['1m-1s', 59_000],
  ['250us', 0.25],
  ['', undefined],
  ['5', undefined],
  ['1d', 86_400_000],
  ['2 Hours 30 minutes', 9_000_000],
  ['1 fortnight', undefined],
  ['1 toString', undefined],
  ['1s x', undefined],
])('%j is %p ms', (text, millis) => expect(parseDuration(text)).toBe(millis));

test.each([
  [0, '0s'],
  [500, '500ms'],
  [3_630_000, '1h30s'],
  [1_500, '1s500ms'],
  [20_445_000, '5h40m45s'],
])('%d ms is formatted as %s', (millis, text) => expect(formatDuration(millis)).toBe(text));
