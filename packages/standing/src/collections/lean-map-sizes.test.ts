import { fc } from '@weir/platform/testing/properties';
import { LeanMap } from './lean-map.js';

const KEYS = 14;

test('behaves like a Map at any size', () => {
  const command = fc.record({
    kind: fc.constantFrom('set', 'set', 'delete', 'clear'),
    key: fc.integer({ min: 0, max: KEYS }),
    value: fc.integer(),
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 80 }), commands => {
      const map = new LeanMap<string, number>();
      const model = new Map<string, number>();
      for (const { kind, key, value } of commands) {
        const name = `key${key}`;
        if (kind === 'set') {
          map.set(name, value);
          model.set(name, value);
        } else if (kind === 'delete') {
          expect(map.delete(name)).toBe(model.delete(name));
        } else if (value % 5 === 0) {
          map.clear();
          model.clear();
        }
        expect(map.size).toBe(model.size);
        expect(map.get(name)).toBe(model.get(name));
      }
      const entries = new Map<string, number>();
      map.forEach((value, key) => entries.set(value, key));
      expect(entries).toEqual(model);
    }),
  );
});
