/** Random values of every type, for property tests. */
import {
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  ZonedDateTime,
  ZoneId,
  ZoneOffset,
} from '@js-joda/core';
import type * as FastCheck from 'fast-check';
import { ensureZones } from '../temporal/zones.js';
import type { NodeId } from '../ids/node-id.js';
import {
  Duration,
  float,
  IdValue,
  integer,
  mapSet,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '../values/value.js';

/**
 * @param fc the caller's fast-check: this package does not depend on it.
 * @returns well-formed nested values, with the corner cases of every type.
 */
export function valueArbitrary(fc: typeof FastCheck): FastCheck.Arbitrary<Value> {
  ensureZones();
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', '__proto_', 'constructor', 'toJSON', 'length', '\ufeffx', '\0'),
    },
  );
  const id = fc
    .oneof(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.uint8Array({ maxLength: 40 }))
    .map(bytes => Buffer.from(bytes).toString('latin1') as NodeId);
  const whole = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(value => integer(value)!),
    fc.constantFrom(0, 127, 128, 65536, -32, -33, 2 ** 32, Number.MAX_SAFE_INTEGER, 2n ** 53n, -(2n ** 63n)),
  );
  const fraction = fc
    .oneof(
      fc.double(),
      fc.integer(),
      fc.constantFrom(-0, 0, Number.NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63, 5e-324),
    )
    .map(float);
  const seconds = fc.integer({ min: -60_000_000_000, max: 60_000_000_000 });
  const nanos = fc.oneof(
    fc.constantFrom(0, 1_000_000, 999_999_999),
    fc.integer({ min: 0, max: 999_999_999 }),
  );
  const nanoOfDay = fc.oneof(fc.constantFrom(0, 60e9, 1), fc.integer({ min: 0, max: 86_399_999_999_999 }));
  const zone = fc.constantFrom(
    'Z',
    '+02:00',
    '-11:30',
    '+05:45:10',
    'Europe/Paris',
    'America/New_York',
    'UTC',
  );
  const offset = fc.integer({ min: -64800, max: 64800 });
  const dateTime = fc
    .tuple(seconds, nanos)
    .map(([second, nano]) => LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC));
  const temporal: FastCheck.Arbitrary<Value> = fc.oneof(
    dateTime,
    dateTime.map(value => value.toLocalDate()),
    fc.integer({ min: -360_000_000, max: 360_000_000 }).map(day => LocalDate.ofEpochDay(day)),
    nanoOfDay.map(nano => LocalTime.ofNanoOfDay(nano)),
    fc.tuple(nanoOfDay, offset).map(([nano, east]) => new OffsetTime(nano, east)),
    fc
      .tuple(seconds, nanos, zone)
      .map(([second, nano, where]) =>
        ZonedDateTime.ofInstant(Instant.ofEpochSecond(second, nano), ZoneId.of(where)),
      ),
    fc
      .tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), seconds, nanos)
      .map(([months, days, second, nano]) => new Duration(months, days, second, nano)),
  );
  return fc.letrec<{ value: Value; map: ValueMap }>(tie => {
    const map = fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map(entries => {
      const result: ValueMap = {};
      for (const [key, value] of entries) mapSet(result, key, value);
      return result;
    });
    const node = fc
      .tuple(id, fc.uniqueArray(text, { maxLength: 3 }), tie('map'), fc.boolean())
      .map(([one, labels, properties, loaded]) => new NodeValue(one, labels.sort(), properties, loaded));
    const relationship = fc
      .tuple(id, text, id, tie('map'))
      .map(([start, label, end, properties]) => new RelationshipValue(start, label, end, properties));
    const path = fc.tuple(node, fc.array(fc.tuple(relationship, node), { maxLength: 3 })).map(
      ([first, steps]) =>
        new PathValue(
          [first, ...steps.map(step => step[1])],
          steps.map(step => step[0]),
        ),
    );
    return {
      map,
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(null),
        fc.boolean(),
        whole,
        fraction,
        text,
        temporal,
        id.map(one => new IdValue(one)),
        fc.uint8Array({ maxLength: 40 }),
        fc.array(tie('value'), { maxLength: 4 }),
        tie('map'),
        node,
        relationship,
        path,
      ),
    };
  }).value;
}
