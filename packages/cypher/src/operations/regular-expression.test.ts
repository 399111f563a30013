/** Java's regular expressions: matches and rejections. */
import { SeededRandom, type WeirError } from '@weir/platform';
import { RE2JS } from 're2js';
import { DEFAULT_QUERY_LIMITS } from '../budget/query-limits.js';
import { QueryBudget } from '../budget/query-budget.js';
import { Matches, replaceAllBy, splitBy } from './regex-matches.js';
import { compileRegex, matchesFully } from './regular-expression.js';

describe('Java expressions match as in Java', () => {
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
    const budget = new QueryBudget();
    expect(matching.filter(text => !matchesFully(regex, text, budget))).toEqual([]);
    expect(other.filter(text => matchesFully(regex, text, budget))).toEqual([]);
  });
});

describe('rejections name the construct', () => {
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
    ['(?<=a*)b', 'no maximum length'],
    ['(?<n>a)(?<n>b)(?=c)', 'duplicate'],
    ['a\\1', 'group 1 does not exist'],
    ['a\\k<n>', 'group n does not exist'],
    ['(?=(?q)a)', 'unknown flag q'],
    [`${'('.repeat(200)}(?=a)${')'.repeat(200)}`, 'levels deep'],
    ['a{1001}', 'repeat'],
    ['\\pL{1000}'.repeat(25), 'more than 20000'],
    ['(a?)'.repeat(2_000), 'too many groups'],
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

test('runs an expression that hangs backtracking engines without delay', () => {
  expect(matchesFully(compileRegex('(a+)+b'), 'a'.repeat(50_000), new QueryBudget())).toBe(false);
});

describe('an expression that needs backtracking', () => {
  const groupsIn = (pattern: string, text: string, limits = DEFAULT_QUERY_LIMITS): unknown[][] => {
    const matches = new Matches(compileRegex(pattern), text, new QueryBudget(limits));
    const found: unknown[][] = [];
    while (matches.next()) found.push([matches.start, ...matches.groups()]);
    return found;
  };

  test('finds all matches, with groups captured in look-around', () => {
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

  test('replaces and splits like any other', () => {
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
  ])('the budget ends %s', (pattern, text) => {
    const error = failureOf(() => groupsIn(pattern, text, { ...DEFAULT_QUERY_LIMITS, steps: 1_000_000 }));
    expect(error.code).toBe('cypher.budget-exceeded');
  });
});

describe('a search by the linear engine', () => {
  const text = 'a'.repeat(50_000);
  const searches: readonly (readonly [name: string, search: (budget: QueryBudget) => unknown])[] = [
    ['=~', budget => matchesFully(compileRegex('(a|b)*a(a|b){5}c'), text, budget)],
    ['the next match', budget => new Matches(compileRegex('(a*)b|a'), text, budget).next()],
    ['text.split', budget => splitBy(compileRegex('a*b|ac'), text, 0, budget)],
    ['text.regexReplaceAll', budget => replaceAllBy(compileRegex('(a*)b|ac'), text, '$1', budget)],
  ];

  test.each(searches)('stops at the deadline while it runs: %s', (_name, search) => {
    let reads = 0;
    const budget = new QueryBudget(DEFAULT_QUERY_LIMITS, {
      clock: { now: () => ++reads },
      deadline: 8,
    });
    expect(failureOf(() => search(budget)).code).toBe('cypher.timeout');
    expect(reads).toBe(8);
  });

  test('stops at the deadline while it finds the groups of a match', () => {
    let reads = 0;
    const budget = new QueryBudget(DEFAULT_QUERY_LIMITS, { clock: { now: () => ++reads }, deadline: 50 });
    const matches = new Matches(compileRegex('(a*)b|a'), text, budget);
    expect(matches.next()).toBe(true);
    expect(reads).toBeLessThan(50);
    expect(failureOf(() => matches.groups()).code).toBe('cypher.timeout');
  });

  test.each([
    ['(a*)b|a', 'a'.repeat(20_000)],
    ['(?:(a?)){99}b|a', 'a'.repeat(2_000)],
    [`a|${'a'.repeat(100)}b${'a'.repeat(100)}|c`, `${'a'.repeat(100_000)}d`],
  ])('the budget ends %s where each match reads the rest of the text', (pattern, long) => {
    const budget = new QueryBudget({ ...DEFAULT_QUERY_LIMITS, steps: 500_000 });
    const matches = new Matches(compileRegex(pattern), long, budget);
    const error = failureOf(() => {
      while (matches.next()) matches.groups();
    });
    expect([error.code, error.detail]).toEqual(['cypher.budget-exceeded', 'Steps']);
  });

  test('finds a long literal in linear time', () => {
    const half = 'a'.repeat(4_000);
    const budget = new QueryBudget();
    const matches = new Matches(compileRegex(`${half}b${half}`), 'a'.repeat(2_000_000), budget);
    expect(matches.next()).toBe(false);
  });

  test('finds the same as without a budget', () => {
    const random = new SeededRandom(7);
    const pick = (from: readonly string[], count: number): string =>
      Array.from({ length: count }, () => random.pick(from)).join('');
    for (let i = 0; i < 300; i++) {
      const pattern = pick(['a', 'b', '(a|b)*', '(b)', 'a+?', '[^a]', '(?:ab|c)?', '\\b', 'é', '😀'], 4);
      const subject = pick(['a', 'b', 'ab', 'c', ' ', 'é', '😀'], random.below(30));
      const replacement = pick(['$', '1', '2', '$$', '$&', '$`', "$'", '$<x>', 'z', '$12', '0'], 3);
      const plain = RE2JS.compile(pattern);
      const regex = compileRegex(pattern);
      const shown = { pattern, subject, replacement };
      expect({ ...shown, is: replaceAllBy(regex, subject, replacement, new QueryBudget()) }).toEqual({
        ...shown,
        is: plain.matcher(subject).replaceAll(replacement),
      });
      expect({ ...shown, is: matchesFully(regex, subject, new QueryBudget()) }).toEqual({
        ...shown,
        is: plain.matches(subject),
      });
    }
  });

  test('keeps less than a megabyte of states for an expression with very many', () => {
    const random = new SeededRandom(7);
    const subject = Array.from({ length: 20_000 }, () => random.pick(['a', 'b'])).join('');
    const regex = compileRegex('(a|b)*a(a|b){20}') as RE2JS;
    matchesFully(regex, subject, new QueryBudget());
    expect(regex.re2().dfa.maxMem - regex.re2().dfa.stateBudget).toBeGreaterThan(7 * 1024 ** 2);
    expect(regex.re2().dfa.stateCount).toBeLessThan(5_000);
  });
});

describe('a replacement', () => {
  const replaced = (pattern: string, replacement: string): string =>
    replaceAllBy(compileRegex(pattern), 'xay', replacement, new QueryBudget());

  test.each([
    ['(a)', '[$1$01$11$2$0$00$]', 'x[aaa1$2$0$00$]y'],
    ['(?<n>a)(?<m>b)?', '[$<n>|$<m>|$<o>|$<n]', 'x[a|||$<n]y'],
    ['(?<n>a)', '[$<n$<n>]', 'x[]y'],
    ['(a)', '[$<n>]', 'x[$<n>]y'],
    ['a', "[$`|$&|$'|$$]", 'x[x|a|y|$]y'],
  ])('%s: %s', (pattern, replacement, result) => {
    expect(replaced(pattern, replacement)).toBe(result);
    expect(replaced(`${pattern}(?=y)`, replacement)).toBe(result);
  });

  test.each(['(?<n>a)', '(?<n>a)(?=y)'])('is parsed in linear time for %s', pattern => {
    const replacement = '$<'.repeat(1_000_000);
    expect(replaced(pattern, replacement)).toBe(`x${replacement}y`);
  });

  test('charges each of its parts for each match', () => {
    const budget = new QueryBudget({ ...DEFAULT_QUERY_LIMITS, steps: 100_000 });
    const error = failureOf(() =>
      replaceAllBy(compileRegex('a(b?)'), 'a'.repeat(1_000), '$1'.repeat(1_000), budget),
    );
    expect(error.detail).toBe('Steps');
  });
});

test.each(['\\pL', '(?=a)\\pL'])('compiling %s is charged by its length', start => {
  const budget = new QueryBudget({ ...DEFAULT_QUERY_LIMITS, steps: 500_000 });
  const pattern = start + '[\\pL1]'.repeat(1_000);
  expect(failureOf(() => compileRegex(pattern, budget)).detail).toBe('Steps');
});

function failureOf(work: () => unknown): WeirError {
  try {
    work();
  } catch (error) {
    return error as WeirError;
  }
  throw new Error('nothing failed');
}
