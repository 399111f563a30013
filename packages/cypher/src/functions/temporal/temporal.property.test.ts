/**
 * Compares constructors, accessors, truncation, arithmetic and differences with the Temporal polyfill, which has its
 * own calendar and takes zone rules from ICU. Half of the instants are near a clock change of their zone.
 */
import { durationOf, formatTemporal, zoneOf } from '@weir/model';
import type { Duration, Value, ValueMap } from '@weir/model';
import type { LocalDateTime } from '@js-joda/core';
import { Instant, ZoneOffset, ZonedDateTime } from '@js-joda/core';
import { Temporal } from '@js-temporal/polyfill';
import { randomTest } from '@weir/platform/testing';
import { fc } from '@weir/platform/testing/properties';
import { MapGraph, runQuery } from '../../testing/index.js';
import { plusDuration } from '../../operations/duration-arithmetic.js';
import { temporalField } from '../../operations/temporal-fields.js';

const { seed, cases: numRuns } = randomTest('temporal values');
const settings = { seed, numRuns };

/** Earlier, the two round local mean time to seconds differently. */
const FIRST_YEAR = 1920;
/** Leaves room for durations. */
const FIRST = Date.UTC(FIRST_YEAR + 30, 0, 1) / 1000;
const LAST = Date.UTC(2100, 0, 1) / 1000;

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const second = fc.integer({ min: FIRST, max: LAST });
const nano = fc.oneof(
  fc.constantFrom(0, 1, 999_999_999, 123_000_000),
  fc.integer({ min: 0, max: 999_999_999 }),
);
const nearby = fc.integer({ min: -100_000, max: 100_000 });

/** An instant in a zone: any, or one within about a day of the zone's next clock change. */
const moment = fc
  .record({ zone, second, nano, nearby: fc.option(nearby) })
  .map(({ zone: id, second: at, nano: nanos, nearby: distance }) => {
    const seconds = distance === null ? at : clockChange(id, at) + distance;
    return ZonedDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), zoneOf(id)!);
  });

/** The second of the zone's next clock change, or `from` if there is none within 13 months. */
function clockChange(id: string, from: number): number {
  const offset = (at: number): number => zoneOf(id)!.rules().offset(Instant.ofEpochSecond(at)).totalSeconds();
  const MONTH = 30 * 86_400;
  let before = from;
  while (before < from + 13 * MONTH && offset(before) === offset(before + MONTH)) before += MONTH;
  let after = before + MONTH;
  if (offset(before) === offset(after)) return from;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === offset(before)) before = middle;
    else after = middle;
  }
  return after;
}

const duration = fc
  .record({
    months: fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 300 })),
    days: fc.oneof(fc.constant(0), fc.integer({ min: -400, max: 400 })),
    seconds: fc.oneof(fc.constant(0), fc.integer({ min: -200_000, max: 200_000 })),
    nanos: fc.oneof(fc.constant(0), fc.integer({ min: -999_999_999, max: 999_999_999 })),
  })
  .map(durationOf);

function nanosOf(value: ZonedDateTime): bigint {
  return BigInt(value.toEpochSecond()) * 1_000_000_000n + BigInt(value.nano());
}

function polyfilled(value: ZonedDateTime): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(nanosOf(value), value.zone().id());
}

/** A local time in the zone of `like`, with its offset if the hour is repeated. */
function resolved(local: Temporal.PlainDateTime, like: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return Temporal.ZonedDateTime.from(`${local.toString()}${like.offset}[${like.timeZoneId}]`, {
    offset: 'prefer',
  });
}

/** Compares instant and offset. */
function expectSame(actual: ZonedDateTime, expected: Temporal.ZonedDateTime): void {
  expect(`${nanosOf(actual)} ${actual.offset().totalSeconds()}`).toBe(
    `${expected.epochNanoseconds} ${expected.offsetNanoseconds / 1e9}`,
  );
}

async function evaluate(expression: string, values: ValueMap): Promise<Value> {
  const { rows } = await runQuery(new MapGraph(), `RETURN ${expression} AS x`, { values });
  return rows[0]![0]!;
}

test('accessors', () => {
  fc.assert(
    fc.property(moment, value => {
      const other = polyfilled(value);
      const quarter = Math.ceil(other.month / 3);
      const firstOfQuarter = other.toPlainDate().with({ month: quarter * 3 - 2, day: 1 });
      const expected: Record<string, Value> = {
        year: other.year,
        quarter,
        month: other.month,
        week: other.weekOfYear!,
        weekYear: other.yearOfWeek!,
        day: other.day,
        ordinalDay: other.dayOfYear,
        dayOfQuarter: firstOfQuarter.until(other.toPlainDate()).days + 1,
        dayOfWeek: other.dayOfWeek,
        hour: other.hour,
        minute: other.minute,
        second: other.second,
        millisecond: other.millisecond,
        microsecond: other.millisecond * 1000 + other.microsecond,
        nanosecond: other.millisecond * 1_000_000 + other.microsecond * 1000 + other.nanosecond,
        timezone: value.zone().id(),
        offsetSeconds: other.offsetNanoseconds / 1e9,
        epochMillis: other.epochMilliseconds,
        epochSeconds: Math.floor(other.epochMilliseconds / 1000),
      };
      const actual = Object.fromEntries(
        Object.keys(expected).map(name => [name, temporalField(value, name)]),
      );
      expect(actual).toEqual(expected);
    }),
    settings,
  );
});

describe('constructors', () => {
  test('a datetime can be parsed from its text', async () => {
    await fc.assert(
      fc.asyncProperty(moment, async value => {
        const text = formatTemporal(value);
        expectSame((await evaluate('datetime($text)', { text })) as ZonedDateTime, polyfilled(value));
        expect(String(await evaluate('datetime($value)', { value }))).toBe(text);
        expect(String(await evaluate('datetime({datetime: $value})', { value }))).toBe(text);
        expect(
          String(
            await evaluate(
              'datetime({epochSeconds: $value.epochSeconds, nanosecond: $value.nanosecond, timezone: $value.timezone})',
              { value },
            ),
          ),
        ).toBe(text);
      }),
      settings,
    );
  });

  test('a local date and time becomes an instant in its zone', async () => {
    await fc.assert(
      fc.asyncProperty(moment, nearby, async (value, distance) => {
        const local = value.toLocalDateTime().plusSeconds(distance);
        const timezone = value.zone().id();
        const expected = Temporal.PlainDateTime.from(local.toString()).toZonedDateTime(timezone);
        const map = {
          year: local.year(),
          month: local.monthValue(),
          day: local.dayOfMonth(),
          hour: local.hour(),
          minute: local.minute(),
          second: local.second(),
          nanosecond: local.nano(),
          timezone,
        };
        expectSame((await evaluate('datetime($map)', { map })) as ZonedDateTime, expected);
        expectSame(
          (await evaluate('datetime($text)', { text: `${local.toString()}[${timezone}]` })) as ZonedDateTime,
          expected,
        );
      }),
      settings,
    );
  });

  test('a date is the same by month, week, quarter and day of the year', async () => {
    await fc.assert(
      fc.asyncProperty(moment, async value => {
        const date = value.toLocalDate();
        for (const map of [
          '{year: d.year, month: d.month, day: d.day}',
          '{year: d.weekYear, week: d.week, dayOfWeek: d.dayOfWeek}',
          '{year: d.year, quarter: d.quarter, dayOfQuarter: d.dayOfQuarter}',
          '{year: d.year, ordinalDay: d.ordinalDay}',
        ]) {
          const { rows } = await runQuery(new MapGraph(), `WITH $date AS d RETURN date(${map}) AS x`, {
            values: { date },
          });
          expect(String(rows[0]![0])).toBe(polyfilled(value).toPlainDate().toString());
        }
      }),
      settings,
    );
  });

  const FIELDS = [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'millisecond',
    'microsecond',
    'nanosecond',
  ];
  const field = (range: number): fc.Arbitrary<number> =>
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: range }) },
      fc.integer({ min: -2, max: range + 2 }),
    );
  const components = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    ...[12, 31, 23, 59, 59, 999, 999, 999].map(field),
  );

  test('components are in range or an error', async () => {
    await fc.assert(
      fc.asyncProperty(components, async numbers => {
        const map = Object.fromEntries(FIELDS.map((name, i) => [name, numbers[i]!]));
        const expected = outcome(() => Temporal.PlainDateTime.from(map, { overflow: 'reject' }).toString());
        const actual = await evaluate('localdatetime($map)', { map }).then(
          value => Temporal.PlainDateTime.from(String(value)).toString(),
          () => 'an error',
        );
        expect(actual).toBe(expected);
      }),
      settings,
    );
  });

  function outcome(work: () => string): string {
    try {
      return work();
    } catch {
      return 'an error';
    }
  }
});

describe('truncation', () => {
  const years = (count: number) => (date: Temporal.PlainDate) =>
    date.with({ year: date.year - (date.year % count), month: 1, day: 1 });
  const UNITS = {
    millennium: years(1000),
    century: years(100),
    decade: years(10),
    year: years(1),
    quarter: (date: Temporal.PlainDate) => date.with({ month: Math.ceil(date.month / 3) * 3 - 2, day: 1 }),
    month: (date: Temporal.PlainDate) => date.with({ day: 1 }),
    week: (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 }),
    day: (date: Temporal.PlainDate) => date,
  };
  const dateUnit = fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]));

  test('to a unit of dates returns the first instant of the day that begins it', async () => {
    await fc.assert(
      fc.asyncProperty(moment, dateUnit, async (value, unit) => {
        const other = polyfilled(value);
        const date = UNITS[unit](other.toPlainDate());
        const actual = await evaluate(`datetime.truncate('${unit}', $value)`, { value });
        const expected = resolved(date.toPlainDateTime(), other);
        if (date.year > FIRST_YEAR) expectSame(actual as ZonedDateTime, expected);
        expect(String(await evaluate(`date.truncate('${unit}', $value)`, { value }))).toBe(date.toString());
      }),
      settings,
    );
  });

  test('to a unit of time keeps the offset of the instant', async () => {
    await fc.assert(
      fc.asyncProperty(
        moment,
        fc.constantFrom('hour', 'minute', 'second', 'millisecond', 'microsecond'),
        async (value, unit) => {
          const other = polyfilled(value);
          const local = other
            .toPlainDateTime()
            .round({ smallestUnit: unit as 'hour', roundingMode: 'floor' });
          const actual = await evaluate(`datetime.truncate('${unit}', $value)`, { value });
          expectSame(actual as ZonedDateTime, resolved(local, other));
          const time = (await evaluate(`time.truncate('${unit}', $value).offsetSeconds`, {
            value,
          })) as number;
          expect(time).toBe(other.offsetNanoseconds / 1e9);
        },
      ),
      settings,
    );
  });
});

describe('arithmetic', () => {
  /** Months and days of the local clock, resolved once, then exact time. */
  function moved(start: Temporal.ZonedDateTime, by: Duration, sign: 1 | -1): Temporal.ZonedDateTime {
    const local = start
      .toPlainDateTime()
      .add({ months: sign * by.months })
      .add({ days: sign * by.days });
    const shifted = by.months === 0 && by.days === 0 ? start : resolved(local, start);
    const nanos = BigInt(sign) * (BigInt(by.seconds) * 1_000_000_000n + BigInt(by.nanos));
    return new Temporal.ZonedDateTime(shifted.epochNanoseconds + nanos, start.timeZoneId);
  }

  test('an instant moves by months and days of the local clock, then by time', () => {
    fc.assert(
      fc.property(moment, duration, fc.constantFrom(1 as const, -1 as const), (start, by, sign) => {
        expectSame(plusDuration(start, by, sign) as ZonedDateTime, moved(polyfilled(start), by, sign));
      }),
      settings,
    );
  });

  test('a local date and time moves as in UTC', () => {
    fc.assert(
      fc.property(moment, duration, fc.constantFrom(1 as const, -1 as const), (start, by, sign) => {
        const local = start.toLocalDateTime();
        const expected = moved(
          polyfilled(local.atZone(ZoneOffset.UTC).withZoneSameInstant(zoneOf('UTC')!)),
          by,
          sign,
        );
        const actual = plusDuration(local, by, sign) as LocalDateTime;
        expectSame(actual.atZone(ZoneOffset.UTC), expected);
      }),
      settings,
    );
  });
});

describe('differences', () => {
  const pair = fc.tuple(moment, duration).map(([start, by]) => {
    return [start, plusDuration(start, by, 1) as ZonedDateTime] as const;
  });

  test('an instant plus the difference to another is the other', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([from, to]) => {
        for (const unit of ['between', 'inSeconds']) {
          const apart = (await evaluate(`duration.${unit}($from, $to)`, { from, to })) as Duration;
          expect(String(plusDuration(from, apart, 1))).toBe(String(to));
          const direction = to.isBefore(from) ? -1 : 1;
          const signs = [apart.months, apart.days, apart.seconds * 1e9 + apart.nanos].map(Math.sign);
          expect(signs.every(sign => sign === 0 || sign === direction)).toBe(true);
        }
      }),
      settings,
    );
  });

  test('days follow the local clock', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([from, to]) => {
        const apart = (await evaluate('duration.inDays($from, $to)', { from, to })) as Duration;
        // The polyfill throws for some pairs within one repeated hour.
        const isWithinHours = Math.abs(to.toEpochSecond() - from.toEpochSecond()) < 20 * 3600;
        const expected = isWithinHours
          ? 0
          : polyfilled(from).until(polyfilled(to), { largestUnit: 'day' }).days;
        expect(apart.days).toBe(expected + 0);
      }),
      settings,
    );
  });
});
