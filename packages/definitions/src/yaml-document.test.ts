import { readYamlDocument, type YamlFault } from './yaml-document.js';

function read(text: string): unknown {
  const document = readYamlDocument(text);
  return 'syntaxErrors' in document ? { errors: document.syntaxErrors.map(shown) } : document.value;
}

function shown({ message, position }: YamlFault): string {
  return position ? `${message} (line ${position.line}, column ${position.column})` : message;
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
  ['nesting past the limit', '['.repeat(20_000) + ']'.repeat(20_000), /Nested too deeply/],
  [
    'nesting past the limit, by aliases',
    many(3, i => `a${i}: &a${i} ${'['.repeat(400)}${i === 0 ? 1 : `*a${i - 1} `}${']'.repeat(400)}\n`),
    /Nested deeper than 1000 levels/,
  ],
])('rejects %s', (_, text, message) => {
  expect(read(text)).toEqual({ errors: [expect.stringMatching(message)] });
});

test('a map of very many keys takes the same time per key as a small one', () => {
  // Comparing each key with all others would take minutes.
  expect(Object.keys(read(many(60_000, i => `key${i}: 1\n`)) as object)).toHaveLength(60_000);
});

describe('maps a position in a text to the file', () => {
  const TEXT = 'MATCH (n)\nRETURN "é😀" + x AS here\n';
  test.each([
    ['literal', 'q: |\n    MATCH (n)\n    RETURN "é😀" + x AS here\n', TEXT],
    [
      'literal, stripped, with an indentation',
      'a:\n  - q: |2-\n      MATCH (n)\n      RETURN 1 AS here',
      undefined,
    ],
    [
      'literal with empty lines and a comment',
      'q: |- # text\n\n\n  MATCH (n)\n\n    RETURN 1 AS here',
      undefined,
    ],
    ['folded', 'q: >-\n  MATCH (n)\n  RETURN 1\n\n    + 2\n  AS here', undefined],
    ['double quotes', 'q: "MATCH (n)\\nRETURN \\"é\\U0001F600\\" + x AS here\\n"', TEXT],
    ['double quotes over lines', 'q: "MATCH (n) \\\n  \\t RETURN\n   \\x31 AS here"', undefined],
    ['single quotes', "q: 'MATCH (n)\n\n  RETURN ''a'' AS here'", undefined],
    ['plain', 'q: MATCH (n) RETURN 1 AS here', undefined],
    ['plain over lines', 'q: MATCH (n)\n  RETURN 1\n  AS here', undefined],
    ['JSON', '{"q": "MATCH (n)\\nRETURN \\u0031 AS here"}', undefined],
    ['an alias', 'a: &x |\n  MATCH (n) RETURN 1 AS here\nq: *x', undefined],
  ])('%s', (_, text, value) => {
    const document = readYamlDocument(text);
    if ('syntaxErrors' in document) throw new Error('not read');
    const root = document.value as { q?: string; a?: { q: string }[] };
    const path = root.q === undefined ? ['a', 0, 'q'] : ['q'];
    const query = root.q ?? root.a![0]!.q;
    if (value !== undefined) expect(query).toBe(value);
    for (const word of ['MATCH', '(n)', 'RETURN', 'AS', 'here']) {
      const { line, column } = document.positionIn(path, query.indexOf(word))!;
      expect(text.split('\n')[line - 1]!.slice(column - 1)).toMatch(
        new RegExp('^' + word.replace(/[()]/g, '.')),
      );
    }
    const end = document.positionIn(path, query.trimEnd().length)!;
    expect(text.split('\n')[end.line - 1]!.slice(0, end.column - 1)).toMatch(/here$/);
  });
});
