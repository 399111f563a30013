import { fc } from '@weir/platform/testing/properties';
import { nodeIdFromBytes } from './node-id.js';
import { idOfBytes } from './recent-ids.js';

/** Few distinct bytes, so that ids repeat and share slots. */
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16, max: 3 });

test('an id has its own bytes, whatever ids preceded it', () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 50 }), seen => {
      for (const each of [new Uint8Array(16), ...seen, new Uint8Array(16).fill(255)])
        expect(idOfBytes(each, 0)).toBe(nodeIdFromBytes(each));
    }),
  );
});
