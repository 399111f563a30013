/** Any input yields a tree or a `WeirError` with a position: never another error, never a hang. */
import { WeirError } from '@weir/platform';
import { fc } from '@weir/platform/testing/properties';
import { randomTest } from '@weir/platform/testing';
import { checkQuery, parseQuery } from './index.js';
import { KEYWORDS, SYMBOLS } from './lexing/token-types.js';

const { seed, cases: runs } = randomTest('robustness');

const words = [
  ...KEYWORDS.keys(),
  ...SYMBOLS.map(([image]) => image),
  'n',
  'x',
  '1',
  '2.5',
  "'s'",
  '$p',
  '`q`',
  '—',
];
const soup = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map(parts => parts.join(' '));
const opening = fc.constantFrom('MATCH (n) WHERE ', 'RETURN ', 'MATCH (a)-', 'UNWIND [1] AS x WITH ', '');

function attempt(text: string): void {
  try {
    checkQuery(parseQuery(text));
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    expect(error.code).toMatch(/^cypher\./);
    expect(error.position?.offset).toBeLessThanOrEqual(text.length);
  }
}

describe(`robustness (seed ${seed}; WEIR_TEST_SEED, WEIR_TEST_PROPERTY_CASES)`, () => {
  test('words in any order', () => {
    fc.assert(
      fc.property(opening, soup, (start, rest) => attempt(start + rest)),
      { seed, numRuns: runs },
    );
  });

  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), attempt), { seed, numRuns: runs });
  });

  test.each([
    ['parentheses', `RETURN ${'('.repeat(5000)}1${')'.repeat(5000)}`],
    ['brackets', `RETURN ${'['.repeat(5000)}`],
    ['a long sum', `RETURN ${'1+'.repeat(20_000)}1`],
    ['an open comment', `RETURN 1 /*${'*'.repeat(100_000)}`],
    ['an open string', `RETURN '${'\\n'.repeat(100_000)}`],
  ])('nesting beyond the stack is an error of the query: %s', (_, text) => {
    expect(() => checkQuery(parseQuery(text))).toThrow(expect.objectContaining({ code: 'cypher.syntax' }));
  });

  test('does not retry nested patterns at every level', () => {
    let pattern = '1';
    for (let depth = 0; depth < 30; depth++) pattern = `exists(({a: ${pattern}})-->())`;
    expect(checkQuery(parseQuery(`MATCH (n) WHERE ${pattern} RETURN n`)).columns).toEqual(['n']);
  });
});
