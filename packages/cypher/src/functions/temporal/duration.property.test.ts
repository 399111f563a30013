/** Compares durations with independent sums of nanoseconds as bigints. */
import { durationOf, formatTemporal } from '@weir/model';
import type { Duration, Value, ValueMap } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { fc } from '@weir/platform/testing/properties';
import { MapGraph, runQuery } from '../../testing/index.js';

const { seed, cases: numRuns } = randomTest('temporal values');
const settings = { seed, numRuns };

const duration = fc
  .record({
    months: fc.integer({ min: -300, max: 300 }),
    days: fc.integer({ min: -400, max: 400 }),
    seconds: fc.integer({ min: -200_000, max: 200_000 }),
    nanos: fc.integer({ min: -999_999_999, max: 999_999_999 }),
  })
  .map(durationOf);

async function evaluate(expression: string, values: ValueMap): Promise<Value> {
  const { rows } = await runQuery(new MapGraph(), `RETURN ${expression} AS x`, { values });
  return rows[0]![0]!;
}

test('a duration times a whole number is exact', async () => {
  await fc.assert(
    fc.asyncProperty(duration, fc.integer({ min: -30_000_000, max: 30_000_000 }), async (by, factor) => {
      const product = (await evaluate('$by * $factor', { by, factor })) as Duration;
      const nanos = (each: Duration): bigint => BigInt(each.seconds) * 1_000_000_000n + BigInt(each.nanos);
      expect([product.months, product.days, nanos(product)]).toEqual([
        by.months * factor + 0,
        by.days * factor + 0,
        nanos(by) * BigInt(factor),
      ]);
    }),
    settings,
  );
});

test('a duration can be parsed from its text', async () => {
  const long = fc
    .record({
      months: fc.integer(),
      days: fc.integer(),
      seconds: fc.integer({ min: -1e12, max: 1e12 }),
      nanos: fc.integer({ min: -999_999_999, max: 999_999_999 }),
    })
    .map(durationOf);
  await fc.assert(
    fc.asyncProperty(long, async value => {
      expect(await evaluate('duration($text)', { text: formatTemporal(value) })).toEqual(value);
      // Only seconds, with all digits
      const seconds = Math.abs(value.seconds);
      const text = `PT${seconds}.${String(value.nanos).padStart(9, '0')}S`;
      expect(await evaluate('duration($text)', { text })).toEqual(
        durationOf({ months: 0, days: 0, seconds, nanos: value.nanos }),
      );
    }),
    settings,
  );
});
