/**
 * Calls every function, aggregate and operator with large, deep, shared or unusual values: each must soon return a
 * value or an error of the query. Catches code that creates or walks a value without charging for it.
 */
import { Float, IdValue, NodeValue, integer, type NodeId, type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { fc } from '@weir/platform/testing/properties';
import { BUILT_IN } from '../query/built-in-registry.js';
import { HOSTILE_LIMITS } from '../testing/hostile-queries.js';
import { MapGraph, runQuery } from '../testing/index.js';

const { seed, cases } = randomTest('every function');

/** Processor time, since the machine may be busy with other tests. */
const SOON_MICROS = 20_000_000;

function nested(levels: number, around: (inner: Value) => Value, inner: Value): Value {
  let value = inner;
  for (let i = 0; i < levels; i++) value = around(value);
  return value;
}

const TEXT = 'ab1 '.repeat(20_000);
const VALUES: readonly Value[] = [
  nested(40, inner => [inner, inner], [1]),
  nested(40, inner => ({ a: inner, b: inner }), {}),
  nested(20_000, inner => [inner], []),
  nested(20_000, inner => ({ a: inner }), {}),
  nested(90, inner => [inner, 'x'], []),
  Array.from({ length: 40_000 }, (_, i) => i),
  Array.from({ length: 40_000 }, () => TEXT),
  Array.from({ length: 20_000 }, (_, i) => [String(i), i]),
  Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])),
  TEXT,
  '1'.repeat(99_000),
  ' '.repeat(99_000),
  '%41'.repeat(33_000),
  '[{"a":1},'.repeat(11_000),
  '\ud83d'.repeat(50_000),
  'P1Y'.repeat(33_000),
  '2024-01-01T00:00:00'.repeat(5_000),
  '(a*)*$',
  '$1$1$`',
  new Uint8Array(99_000),
  new NodeValue('n' as NodeId, ['A'], { p: TEXT }, true),
  new IdValue('n' as NodeId),
  new Float(1e300),
  new Float(Number.NaN),
  integer(2n ** 63n - 1n)!,
  integer(-(2n ** 63n))!,
  9007199254740991,
  -9007199254740991,
  2_000_000_000,
  0,
  -1,
  true,
  null,
];

const OPERATORS = '+ - * / % ^ = <> < <= > >= IN =~ AND OR XOR CONTAINS'.split(' ');
const OTHER_EXPRESSIONS = [
  '$a STARTS WITH $b',
  '$a ENDS WITH $b',
  '$a[$b]',
  '$a[$b..$c]',
  '[x IN $a WHERE x = $b | [x, $c]]',
  'reduce(r = $b, x IN $a | r + x)',
  'any(x IN $a WHERE x IN $b)',
  'single(x IN $a WHERE $b =~ x)',
  'CASE $a WHEN $b THEN $c ELSE [$a, $b] END',
  '{a: $a, b: {c: $b}}',
  '$a.k',
  '-$a',
  'NOT $a',
  '$a IS NULL',
];
const calls = [...BUILT_IN.functions(), ...BUILT_IN.aggregates()].flatMap(
  ({ name, arguments: { min, max } }) => {
    const most = Math.min(3, Number.isFinite(max) ? max : min + 2);
    return Array.from({ length: most - min + 1 }, (_, more) => {
      const names = ['$a', '$b', '$c'].slice(0, min + more);
      return `${name}(${names.join(', ')})`;
    });
  },
);
const EXPRESSIONS: readonly string[] = [
  ...calls,
  ...OPERATORS.map(operator => `$a ${operator} $b`),
  ...OTHER_EXPRESSIONS,
];
const FORMS = [
  'RETURN %',
  'RETURN DISTINCT %',
  'UNWIND [1, 2] AS i WITH % AS v ORDER BY v RETURN count(*)',
  'CREATE ({p: %})',
];

async function attempt(expression: string, form: string, [a, b, c]: readonly Value[]): Promise<void> {
  const query = form.replace('%', () => `${expression}${form.startsWith('RETURN') ? ' AS x' : ''}`);
  const before = process.cpuUsage();
  try {
    await runQuery(new MapGraph(), query, { values: { a: a!, b: b!, c: c! }, limits: HOSTILE_LIMITS });
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    expect(error.code).toMatch(/^cypher\./);
    expect(error.message.length).toBeLessThan(10_000);
  }
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(SOON_MICROS);
}

describe(`every function and operator (seed ${seed}; WEIR_TEST_SEED, WEIR_TEST_PROPERTY_CASES)`, () => {
  const index = fc.nat({ max: VALUES.length - 1 });

  test.each(EXPRESSIONS)(
    '%s',
    async expression => {
      const form = fc.constantFrom(...FORMS);
      await fc.assert(
        fc.asyncProperty(form, index, index, index, (chosen, a, b, c) =>
          attempt(expression, chosen, [VALUES[a]!, VALUES[b]!, VALUES[c]!]),
        ),
        { seed, numRuns: cases },
      );
    },
    120_000,
  );
});
