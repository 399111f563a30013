import { formatPath } from '../decoding-failures.js';
import { ignoredFields } from './ignored-fields.js';

test.each<[given: unknown, decoded: unknown, ignored: string[]]>([
  [{ a: 1, b: 2 }, { a: 1 }, ['.b']],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, d: 3 } }, ['.a.c']],
  [[{ a: 1 }, { b: 1 }], [{ a: 1 }, {}], ['[1].b']],
  [{ a: 1, type: 'x', b: null }, { a: 1 }, []],
  // Decoded to another form.
  [{ name: 'n', url: 'u' }, { name: 'n', output: { url: 'u' } }, []],
  [{ a: [1] }, { a: 'text' }, []],
  ['text', { text: 'text' }, []],
])('%j, read as %j', (given, decoded, ignored) => {
  expect(ignoredFields(given, decoded).map(formatPath)).toEqual(ignored);
});
