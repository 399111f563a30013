import { readYamlDocument } from './yaml-document.js';

function read(text: string): unknown {
  const document = readYamlDocument(text);
  return 'syntaxErrors' in document ? { errors: document.syntaxErrors } : document.value;
}

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

test.each([
  ['aliases up to a number', 'a: &a [1]\nb:\n' + '- *a\n'.repeat(50), { a: [1], b: Array(50).fill([1]) }],
  ['integers to 64 bits', '[9007199254740993, -9223372036854775808]', [9007199254740993n, -(2n ** 63n)]],
  ['integers past them, as floats', '[9223372036854775808, 1' + '0'.repeat(30) + ']', [2 ** 63, 1e30]],
  ['keys that are like numbers', '{1: a, "1": b}', { 1: 'b' }],
])('%s', (_, text, value) => {
  expect(read(text)).toEqual(value);
});

test.each([
  [
    'too many aliases',
    'a: &a 1\nb:\n' + '- *a\n'.repeat(101),
    /More than 100 aliases \(line 103, column 3\)/,
  ],
  [
    'aliases that expand',
    many(9, i => `a${i}: &a${i} [${`*a${i - 1},`.repeat(i === 0 ? 0 : 10)} 1]\n`),
    /alias/,
  ],
  ['an alias of nothing', '- *a', /[Uu]nresolved alias/],
  ['a key twice', 'a:\n  b: 1\n  b: 2\n', /Map keys must be unique \(line 3, column 3\)/],
  ['nesting past the limit', '['.repeat(20_000) + ']'.repeat(20_000), /ParsingFailure/],
  [
    'nesting past the limit, by aliases',
    many(3, i => `a${i}: &a${i} ${'['.repeat(400)}${i === 0 ? 1 : `*a${i - 1} `}${']'.repeat(400)}\n`),
    /Nested deeper than 1000 levels/,
  ],
])('%s is refused', (_, text, message) => {
  expect(read(text)).toEqual({ errors: [expect.stringMatching(message)] });
});

test('a map of very many keys takes no longer per key than a small one', () => {
  // With each key compared with all others this takes minutes.
  expect(Object.keys(read(many(60_000, i => `key${i}: 1\n`)) as object)).toHaveLength(60_000);
});
