/** Java's regular expressions: what matches, and what is refused. */
import type { WeirError } from '@weir/model';
import { DEFAULT_QUERY_LIMITS } from '../../budget/query-limits.js';
import { QueryBudget } from '../../budget/query-budget.js';
import { Matches, replaceAllBy, splitBy } from './regex-matches.js';
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
    ['\\w+(?=!)!', ['ab!'], ['ab']],
    ['(?!ab)..', ['ac'], ['ab']],
    ['.(?<=[^😀])x', ['ax'], ['😀x']],
    ['.(?<=\\p{Lu})b', ['Äb'], ['äb']],
    ['..(?<!a|bc)', ['ac', 'xx'], ['bc', 'xa']],
    ['(\\w+) \\1', ['so so'], ['so to']],
    ['(?i)(?<word>\\w+) \\k<word>', ['So sO'], ['so to']],
    ['(a)\\11', ['aa1'], ['aa']],
    ['(?:(a)|b)\\1', ['aa'], ['b']],
    ['a++b', ['aab'], []],
    ['a++ab|c', ['c'], ['aab']],
    ['[ab]{1,2}+b', ['abb'], ['ab']],
    ['(?>a|ab)c', ['ac'], ['abc']],
    ['(?m)(?=a)a$\\n^b', ['a\nb'], ['a b']],
    ['(?s)(?=a).{2}', ['a\n'], ['b\n']],
    ['(?=.)(?:😀|x)?+.', ['😀x', 'xx'], ['😀xx']],
  ];
  test.each(cases)('%s', (pattern, matching, other) => {
    const regex = compileRegex(pattern);
    expect(matching.filter(text => !matchesFully(regex, text))).toEqual([]);
    expect(other.filter(text => matchesFully(regex, text))).toEqual([]);
  });
});

describe('what is refused is named', () => {
  const cases: readonly (readonly [pattern: string, name: string])[] = [
    ['[a-z&&[^b]]', 'intersection &&'],
    ['[a[b]]', 'a class inside a class'],
    ['(?x) a', 'the flag x'],
    ['(?U)a', 'the flag U'],
    ['\\Ga', '\\G'],
    ['(', 'missing'],
    ['(?=a', 'missing closing )'],
    ['(?=a))', 'unexpected )'],
    ['(?=[a)', 'missing closing ]'],
    ['(?=*)', 'missing argument'],
    ['a++*', 'nested'],
    ['(?=a{3,2})', 'repeat'],
    ['(?=(a{1000}){1000})', 'repeats too much'],
    ['(?=\\p{Nonsense})', 'Nonsense'],
    ['(?<=a*)b', 'no greatest length'],
    ['(?<n>a)(?<n>b)(?=c)', 'duplicate'],
    ['a\\1', 'no group 1'],
    ['a\\k<n>', 'no group n'],
    ['(?=(?q)a)', 'unknown flag q'],
    [`${'('.repeat(200)}(?=a)${')'.repeat(200)}`, 'levels deep'],
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

describe('an expression that needs backtracking', () => {
  const groupsIn = (pattern: string, text: string, limits = DEFAULT_QUERY_LIMITS): unknown[][] => {
    const matches = new Matches(compileRegex(pattern), text, new QueryBudget(limits));
    const found: unknown[][] = [];
    while (matches.next()) found.push([matches.start, ...matches.groups()]);
    return found;
  };

  test('finds match by match, with groups that look-around caught', () => {
    expect(groupsIn('(?<=(\\d))([a-z])(?=(.))', '1a2bc3d')).toEqual([
      [1, 'a', '1', 'a', '2'],
      [3, 'b', '2', 'b', 'c'],
    ]);
    expect(groupsIn('(?=(b))|x', 'bxb')).toEqual([
      [0, '', 'b'],
      [1, 'x', null],
      [2, '', 'b'],
    ]);
  });

  test('replaces and splits as any other', () => {
    const budget = new QueryBudget();
    expect(replaceAllBy(compileRegex('(\\d)(?=\\d{3}\\b)'), '1234 987', '$1,$$[$&]$2', budget)).toBe(
      '1,$[1]$2234 987',
    );
    expect(splitBy(compileRegex('(?<=;)'), 'a;b;c', 0, budget)).toEqual(['a;', 'b;', 'c']);
  });

  test.each([
    ['(a*)*(?=b)c', 'a'.repeat(50)],
    ['(?=(a+)+$)b', `${'a'.repeat(60)}!`],
    ['(a|aa)+(?!a)$\\1', `${'a'.repeat(80)}b`],
    ['(.*)\\1\\1x', 'ab'.repeat(5_000)],
    ['(?<=a{0,1000})b', 'a'.repeat(200_000)],
  ])('%s ends by the budget', (pattern, text) => {
    const error = failureOf(() => groupsIn(pattern, text, { ...DEFAULT_QUERY_LIMITS, steps: 1_000_000 }));
    expect(error.code).toBe('cypher.budget-exceeded');
  });
});

function failureOf(work: () => unknown): WeirError {
  try {
    work();
  } catch (error) {
    return error as WeirError;
  }
  throw new Error('nothing failed');
}
