import { compileQuery } from '../query/compile-query.js';
import { literalText } from '@weir/model';
import { WeirError } from '@weir/platform';
import { MapGraph, runQuery } from '../testing/index.js';
import { JavaRandom } from './java-random.js';

async function value(expression: string): Promise<string> {
  const { rows } = await runQuery(new MapGraph(), `RETURN ${expression} AS x`);
  return literalText(rows[0]![0]!);
}

describe('values', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['abs(-3)', '3'],
    ['abs(-3.0)', '3.0'],
    ['sign(-0.5)', '-1'],
    ['ceil(1.2)', '2.0'],
    ['round(2.5)', '3.0'],
    ['round(-2.5)', '-3.0'],
    ['round(2.345, 2)', '2.35'],
    ['round(1250, -2)', '1300.0'],
    ['round(2.5, 0, "half_even")', '2.0'],
    ['toInteger("0xff")', '255'],
    ['toInteger("1.9e1")', '19'],
    ['toInteger(" 1")', 'null'],
    ['toInteger(-2.9)', '-2'],
    ['toIntegerOrNull([])', 'null'],
    ['toFloat("1e3")', '1000.0'],
    ['toBoolean(" TRUE ")', 'true'],
    ['toString(1.0)', '"1.0"'],
    ['left("abc", 2) + right("abc", 1)', '"abc"'],
    ['substring("hello", 1, 3)', '"ell"'],
    ['substring("hello", -2, 4)', '"he"'],
    ['substring("hello", 9)', '""'],
    ['substring("hello", 3, 99)', '"lo"'],
    ['toInteger("-0x1F")', '-31'],
    ['toInteger(0.0 / 0.0)', '0'],
    ['toInteger(1e300)', '9223372036854775807'],
    ['toFloat("1f")', '1.0'],
    ['sign(0.0 / 0.0)', '0'],
    ['size("ä😀")', '3'],
    ['range(3, 1, -1)', '[ 3, 2, 1 ]'],
    ['range(3, 1)', '[]'],
    ['toString(duration({milliseconds: 1700000000123}))', '"PT472222H13M20.123S"'],
    ['toString(duration({microseconds: 9007199254740993}))', '"PT2501999H47M34.740993S"'],
    [
      'toString(date("2000-01-01") + duration({seconds: 8639999913599, nanoseconds: 999999999}))',
      '"+275790-09-11"',
    ],
    ['toString(date("2024-03-31") - duration({months: 1}))', '"2024-02-29"'],
    ['toString(time("10:00+02:00") + duration({hours: 20}))', '"06:00+02:00"'],
    [
      'toString(datetime("2024-03-30T02:30[Europe/Berlin]") + duration({days: 1}))',
      '"2024-03-31T03:30+02:00[Europe/Berlin]"',
    ],
    [
      'toString(datetime("2024-03-30T12:00[Europe/Berlin]") + duration({hours: 24}))',
      '"2024-03-31T13:00+02:00[Europe/Berlin]"',
    ],
    ['split("a,b,,", ",")', '[ "a", "b", "", "" ]'],
    ['trim("  a ")', '"a"'],
    ['replace("a.b.c", ".", "-")', '"a-b-c"'],
    ['reverse([1, 2])', '[ 2, 1 ]'],
    ['range(5, 1, -2)', '[ 5, 3, 1 ]'],
    ['size("é😀")', '3'],
    ['coll.max([1, 3, 2])', '3'],
    ['coll.min(2, 1.5)', '1.5'],
    ['coalesce(null, 2)', '2'],
    ['"a" + 1.0', '"a1.0"'],
    ['7 / 2', '3'],
    ['-7 % 3', '-1'],
    ['2 ^ 3', '8.0'],
    ['1 < 2 < 3', 'true'],
    ['[1, null] = [1, 2]', 'null'],
    ['1 IN [2, null]', 'null'],
    ['"abc" =~ "A.*"', 'false'],
    [
      'duration.inSeconds(datetime({year: 2017, month: 10, day: 29, timezone: "Europe/Stockholm"}), localtime("04:00")).seconds',
      '18000',
    ],
    ['"abc" =~ "(?i)A.*"', 'true'],
    ['hash("a")', '-2637571017913610257'],
    ['strId(null)', 'null'],
    ['meta.type(1.5)', '"FLOAT"'],
    ['kafkaHash("21")', '1173551340'],
    ['text.split("a1b2c", "[0-9]")', '[ "a", "b", "c" ]'],
    ['text.regexFirstMatch("k=v", "(\\\\w)=(\\\\w)")', '[ "k=v", "k", "v" ]'],
    ['text.regexReplaceAll("john smith", "(\\\\w+) (\\\\w+)", "$2 $1")', '"smith john"'],
    ['text.urlencode("a b/é")', '"a%20b%2F%C3%A9"'],
    ['text.urldecode("a+b%2F")', '"a b/"'],
    ['text.urldecode("%zz")', 'null'],
    ['text.utf8Decode(bytes("6869"))', '"hi"'],
    ['map.fromPairs([["a", 1], ["b", 2]])', '{ a: 1, b: 2 }'],
    ['map.merge({a: 1}, {a: 2, b: null})', '{ a: 2, b: null }'],
    ['map.removeKey({a: 1, b: 2}, "a")', '{ b: 2 }'],
    ['map.sortedProperties({b: 1, a: 2})', '[ [ "a", 2 ], [ "b", 1 ] ]'],
    ['toJson({b: [1, 2.0], a: null})', '"{\\"a\\":null,\\"b\\":[1,2.0]}"'],
    ['parseJson("[1, 2.5]")', '[ 1, 2.5 ]'],
    ['castOrNull.integer(1.0)', 'null'],
    ['castOrThrow.list([1])', '[ 1 ]'],
    ['toString(date("2024-W01-1"))', '"2024-01-01"'],
    ['toString(datetime("01/Feb/2024:03:04:05 +0000", "dd/MMM/yyyy:HH:mm:ss Z"))', '"2024-02-01T03:04:05Z"'],
    ['datetime({epochMillis: 1500}).millisecond', '500'],
    ['toString(duration("P1M") + duration("PT1S"))', '"P1MT1S"'],
    ['toString(duration.between(date("2024-01-31"), date("2024-03-01")))', '"P1M1D"'],
    ['size(gen.string.from("x", 5))', '5'],
    ['gen.integer.from(7) = gen.integer.from(7)', 'true'],
    ['isEmpty({})', 'true'],
    ['reduce(s = "", x IN ["a", "b"] | s + x)', '"ab"'],
  ];
  test.each(cases)('%s is %s', async (expression, expected) => {
    expect(await value(expression)).toBe(expected);
  });
});

describe('refusals', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['abs(true)', 'cypher.wrong-signature'],
    ['left(1, 2)', 'cypher.wrong-signature'],
    ['castOrThrow.integer(2.0)', 'cypher.runtime'],
    ['round(1.5, 0, "sideways")', 'cypher.constraint-violation'],
    ['date("yesterday")', 'cypher.runtime'],
    ['duration({lightyears: 1})', 'cypher.runtime'],
    ['duration({years: 1e300})', 'cypher.arithmetic'],
    ['duration("P9223372036854775807Y")', 'cypher.arithmetic'],
    ['duration({days: 1}) / 0', 'cypher.arithmetic'],
    ['duration({days: 1}) * 1e300', 'cypher.arithmetic'],
    ['duration({seconds: 9007199254740991}) + duration({seconds: 1})', 'cypher.arithmetic'],
    ['date("2000-01-01") + duration({years: 1000000000})', 'cypher.arithmetic'],
    ['localdatetime("2000-01-01T00:00") - duration({seconds: 9007199254740991})', 'cypher.arithmetic'],
    ['date.truncate("millennium", date("-999999-01-01"))', 'cypher.runtime'],
    ['range(1, 10000001)', 'cypher.budget-exceeded'],
    ['range(1, 2, 0)', 'cypher.runtime'],
    ['toInteger([])', 'cypher.type-mismatch'],
    ['map.fromPairs([1])', 'cypher.type-mismatch'],
    ['text.regexGroups("a", "(")', 'cypher.constraint-violation'],
    ['parseJson("{")', 'cypher.runtime'],
    ['head([1], 2)', 'cypher.syntax'],
  ];
  test.each(cases)('%s is %s', async (expression, code) => {
    const failure = await value(expression).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WeirError);
    expect((failure as WeirError).code).toBe(code);
  });
});

test.each(['text.split', 'text.regexFirstMatch', 'text.regexGroups', 'text.regexReplaceAll'])(
  'detects at compile time a regular expression that %s can not run',
  name => {
    const rest = name === 'text.regexReplaceAll' ? ', ""' : '';
    const query = `UNWIND [] AS x RETURN ${name}(x, "(?<=b*)a"${rest})`;
    expect(() => compileQuery(query)).toThrow(
      expect.objectContaining({ code: 'cypher.constraint-violation' }) as Error,
    );
  },
);

test('runs a regular expression that would backtrack forever without delay', async () => {
  expect(await value(`"${'a'.repeat(5000)}!" =~ "(a+)+"`)).toBe('false');
});

test('the generator returns the same numbers as Java', () => {
  const numbers = new JavaRandom(42n);
  expect([1, 2, 3, 4, 5].map(() => numbers.nextInt(10))).toEqual([0, 3, 8, 4, 0]);
  expect(new JavaRandom(42n).nextLong()).toBe(-5025562857975149833n);
  expect(new JavaRandom(42n).nextDouble()).toBe(0.7275636800328681);
});
