/** Java's regular expressions: what matches, and what is refused. */
import type { WeirError } from '@weir/model';
import { compileRegex, matchesFully } from './regular-expression.js';

describe('what Java writes matches as in Java', () => {
  const cases: readonly (readonly [
    pattern: string,
    matching: readonly string[],
    other: readonly string[],
  ])[] = [
    ['a.c', ['abc'], ['ac', 'abcd', 'a\nc']],
    ['(?i)AbC', ['abc', 'ABC'], ['abd']],
    ['(?iu)straße', ['STRAßE'], ['strasse']],
    ['(?s)a.c', ['a\nc'], []],
    ['a(?i:B)c', ['abc', 'aBc'], ['Abc']],
    ['(?<year>\\d{4})-(\\d\\d)', ['2024-01'], ['24-01']],
    ['\\Qa.b[\\E+', ['a.b[', 'a.b[['], ['axb[']],
    ['[\\w.-]+@[\\w.-]+', ['a.b-c@d.e'], ['@d']],
    ['[]a]+', [']a'], ['b']],
    ['[^]]', ['a'], [']']],
    ['\\p{Alpha}+', ['abC'], ['a1']],
    ['[\\p{Alpha}_]+', ['a_B'], ['a:', '[']],
    ['\\P{Digit}', ['a'], ['1']],
    ['[\\P{Digit}7]', ['a', '7'], ['1']],
    ['\\p{L}+', ['äß'], ['1']],
    ['\\p{IsAlphabetic}+', ['äß'], ['1']],
    ['\\p{IsGreek}+', ['αβ'], ['a']],
    ['\\p{javaUpperCase}+', ['ÄB'], ['a']],
    ['\\u0041\\x42\\x{43}\\0104', ['ABCD'], ['abcd']],
    ['\\cI\\e', ['\t\x1b'], ['I']],
    ['a\\hb', ['a b', 'a\tb', 'a\u00a0b'], ['a\nb']],
    ['[\\h-]', ['\t', '-'], ['h']],
    ['a\\Rb', ['a\nb', 'a\r\nb', 'a\u2028b'], ['a b']],
    ['a\\Vb', ['a b'], ['a\nb']],
    ['a+?b*?c??', ['aabb'], ['b']],
    ['x{2,3}', ['xx', 'xxx'], ['x']],
    ['a\\Z', ['a'], []],
    ['\\$\\{1\\}', ['$' + '{1}'], []],
    ['a\\++', ['a+', 'a++'], ['a']],
  ];
  test.each(cases)('%s', (pattern, matching, other) => {
    const regex = compileRegex(pattern);
    expect(matching.filter(text => !matchesFully(regex, text))).toEqual([]);
    expect(other.filter(text => matchesFully(regex, text))).toEqual([]);
  });
});

describe('what is refused is named', () => {
  const cases: readonly (readonly [pattern: string, name: string])[] = [
    ['a(?=b)', 'look-ahead (?= at character 2'],
    ['a(?!b)', 'negative look-ahead (?!'],
    ['(?<=a)b', 'look-behind (?<='],
    ['(?<!a)b', 'negative look-behind (?<!'],
    ['(a)\\1', 'back reference \\1'],
    ['(?<n>a)\\k<n>', 'back reference \\k'],
    ['a++', 'a possessive quantifier'],
    ['a{2}+', 'a possessive quantifier'],
    ['(?>a)', 'an atomic group'],
    ['[a-z&&[^b]]', 'intersection &&'],
    ['[a[b]]', 'a class inside a class'],
    ['(?x) a', 'the flag x'],
    ['(?U)a', 'the flag U'],
    ['\\Ga', '\\G'],
    ['(', 'missing'],
    ['a{1001}', 'repeat'],
  ];
  test.each(cases)('%s', (pattern, name) => {
    let failure: unknown;
    try {
      compileRegex(pattern);
    } catch (error) {
      failure = error;
    }
    expect((failure as WeirError).code).toBe('cypher.constraint-violation');
    expect((failure as WeirError).message).toContain(name);
  });
});

test('an expression that hangs engines which backtrack answers at once', () => {
  expect(matchesFully(compileRegex('(a+)+b'), 'a'.repeat(50_000))).toBe(false);
});
