import { partBytes } from './part-upload.js';

test('parts are small at first, and 10,000 of them have more than 400 GiB', () => {
  expect(partBytes(1)).toBe(8 << 20);
  const sizes = Array.from({ length: 10_000 }, (_, i) => partBytes(i + 1));
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(400 * 2 ** 30);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(128 << 20);
});
