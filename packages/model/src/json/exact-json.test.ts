import { fc } from '@weir/platform/testing/properties';
import { exactJson, parseExactJson } from './exact-json.js';
import { encode } from '../msgpack/msgpack.js';
import {
  Duration,
  float,
  IdValue,
  NodeValue,
  PathValue,
  RelationshipValue,
  type Value,
} from '../values/value.js';
import { valueArbitrary } from '../testing/value-arbitrary.js';
import type { NodeId } from '../ids/node-id.js';

test.each<[Value, string]>([
  [1, '1'],
  [float(1), '{"$float":"1.0"}'],
  [float(-0), '{"$float":"-0.0"}'],
  [Number.NaN, '{"$float":"NaN"}'],
  [0.1, '0.1'],
  [5e-324, '5e-324'],
  [2 ** 53, '{"$float":"9.007199254740992E15"}'],
  [2n ** 53n, '9007199254740992'],
  [new Uint8Array([0, 255]), '{"$bytes":"AP8="}'],
  [new IdValue('\0\xff' as NodeId), '{"$id":"#00FF"}'],
  [new Duration(1, -2, 3, 4), '{"$duration":[1,-2,3,4]}'],
  [{ a: [1, 'x', null] }, '{"a":[1,"x",null]}'],
  [{ $float: '1.0' }, '{"$map":{"$float":"1.0"}}'],
  [{ $map: { $map: float(1) } }, '{"$map":{"$map":{"$map":{"$map":{"$float":"1.0"}}}}}'],
])('%p is written as %s and read back', (value, text) => {
  expect(exactJson(value)).toBe(text);
  expect(encode(parseExactJson(text))).toEqual(encode(value));
});

test('every stored value survives a round trip', () => {
  fc.assert(
    fc.property(valueArbitrary(fc).filter(isStorable), value => {
      const before = Buffer.from(encode(value));
      expect(encode(parseExactJson(exactJson(value))).equals(before)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '{"$float":1}',
  '{"$float":"x"}',
  '{"$bytes":"?"}',
  '{"$date":"tomorrow"}',
  '{"$new":1}',
  '{"$a":1,"b":2}',
  '{',
])('rejects %s', text => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

/** The maps of nodes and relationships have another type, so those do not survive a round trip. */
function isStorable(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof NodeValue || value instanceof RelationshipValue || value instanceof PathValue)
    return false;
  if (Array.isArray(value)) return value.every(isStorable);
  return (
    Object.getPrototypeOf(value) !== Object.prototype || Object.values(value as object).every(isStorable)
  );
}
