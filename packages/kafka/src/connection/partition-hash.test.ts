import { compatibilityPartitioner } from '@platformatic/kafka';
import { murmur2 } from '@weir/model';
import { SeededRandom } from '@weir/platform';

describe('partition of a key', () => {
  // From the tests of the Java client, which use the signed hash.
  test.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('hashes %s as the Java client does', (key, hash) => {
    expect(murmur2(Buffer.from(key))).toBe(hash & 0x7fffffff);
  });

  test('hashes bytes of every length as the client library does', () => {
    const random = new SeededRandom(20261125);
    for (let length = 0; length < 100; length++) {
      const key = Buffer.from(Array.from({ length }, () => random.below(256)));
      const theirs = compatibilityPartitioner({ topic: '' }, key);
      expect([key.toString('hex'), murmur2(key)]).toEqual([key.toString('hex'), theirs]);
    }
  });
});
