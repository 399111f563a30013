import { ZonedDateTime } from '@js-joda/core';
import { fc } from '@weir/platform/testing/properties';
import {
  decode,
  encode,
  encodeTransferable,
  EventKind,
  Float,
  IdValue,
  mapSet,
  packIds,
  structurallyEqual,
  unpackIds,
  zoneOf,
  type NodeId,
  type Value,
  type ValueMap,
} from '../index.js';
import { valueArbitrary } from '../testing/value-arbitrary.js';
import { WeirError } from '@weir/platform/errors';

test('every value survives a round trip', () => {
  fc.assert(
    fc.property(valueArbitrary(fc), value => {
      const back = decode(Buffer.from(encode(value))) as Value;
      if (!structurallyEqual(value, back)) expect(back).toEqual(value);
      expect(structurallyEqual(value, decode(encodeTransferable(value)) as Value)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('writes many values in one item, longer than any buffer', () => {
  fc.assert(
    fc.property(fc.array(valueArbitrary(fc), { minLength: 200, maxLength: 400 }), values => {
      const many = values.concat(
        Array.from({ length: 2000 }, (_, i) => new IdValue(`${i}`.padStart(16) as NodeId)),
      );
      expect(structurallyEqual(many, decode(encode(many)) as Value)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('an entry can be read without earlier ones and keeps its time zone', () => {
  const time = ZonedDateTime.parse('2024-05-01T10:15:30Z').withZoneSameInstant(zoneOf('Europe/Paris')!);
  const events = [
    [EventKind.PropertySet, 'at', time],
    [EventKind.PropertySet, 'size', new Float(-0)],
    [
      EventKind.EdgeAdded,
      'parent',
      1,
      String.fromCharCode(...Array.from({ length: 16 }, (_, i) => 255 - i * 16)),
    ],
  ];
  encode([['other', 1]]);
  const back = decode(encode(events)) as typeof events;
  expect(back[2]).toEqual(events[2]);
  expect(String(back[0]![2])).toBe('2024-05-01T12:15:30+02:00[Europe/Paris]');
  expect(back[1]![2]).toEqual(new Float(-0));
});

test('keys that are special on an object remain plain keys', () => {
  const map: ValueMap = { constructor: 1, toJSON: 2, hasOwnProperty: 3, __proto_: 4, then: 5 };
  mapSet(map, '__proto__', [{ deep: 1 }]);
  const back = decode(encode({ map })) as { map: ValueMap };
  expect(Object.keys(back.map)).toEqual(Object.keys(map));
  expect(structurallyEqual(back.map, map)).toBe(true);
  expect(Object.getPrototypeOf(back.map)).toBe(Object.prototype);
});

test('rejects truncated bytes', () => {
  const bytes = Buffer.from(encode(['a long enough string', 1, { a: 2 }]));
  for (let length = 0; length < bytes.length; length++) {
    expect(() => decode(bytes.subarray(0, length))).toThrow();
  }
});

test('packed ids', () => {
  const id = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map(bytes => Buffer.from(bytes).toString('latin1') as NodeId);
  const any = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes).toString('latin1') as NodeId);
  fc.assert(
    fc.property(fc.oneof(fc.array(id), fc.array(fc.oneof(id, any))), ids => {
      expect(unpackIds(packIds(ids))).toEqual(ids);
    }),
  );
  expect(packIds([]).length).toBe(1);
});

test('an error keeps its type, whatever its message is', () => {
  for (const message of ['it failed', "Invalid input '__proto__'"]) {
    const read = decode(encode(new WeirError('cypher.syntax', message)));
    expect(read).toMatchObject({ code: 'cypher.syntax', message });
  }
});
