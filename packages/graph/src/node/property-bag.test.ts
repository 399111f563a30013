import { packProperties } from '@weir/model';
import { fc } from '@weir/platform/testing/properties';
import { keysOfBag, packedBag, readBag, readProperty } from './property-bag.js';

const value = fc.oneof(
  fc.integer(),
  // Minus zero is a `Float`.
  fc.double({ noNaN: true }).map(number => number + 0),
  fc.boolean(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 20 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 20 }),
);

test('one property of a packed bag is as in the whole, in any order of reads', () => {
  const bags = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), value, {
    minKeys: 1,
    maxKeys: 40,
  });
  const reads = fc.array(fc.oneof(fc.nat(40), fc.constant('missing')), { maxLength: 12 });
  fc.assert(
    fc.property(fc.tuple(bags, bags), reads, (maps, order) => {
      const [one, other] = maps.map(map => ({ map: map, bag: packedBag(packProperties(map)) }));
      for (const [i, read] of order.entries()) {
        const { map, bag } = i % 3 === 0 ? other! : one!;
        const keys = Object.keys(map);
        const key = typeof read === 'string' ? read : (keys[read % Math.max(1, keys.length)] ?? 'none');
        expect(readProperty(bag, key)).toEqual(Object.hasOwn(map, key) ? map[key] : undefined);
      }
      expect(keysOfBag(one!.bag)).toEqual(Object.keys(one!.map));
      expect(readBag(other!.bag)).toEqual(other!.map);
    }),
    { numRuns: 300 },
  );
});
