import { systemEnvironment } from '@weir/runtime';
import { freshText } from './fresh-text.js';

const MANY = 1_000;

test('returns texts with distinct prefixes, so that each run of a process has a unique id', () => {
  const { random } = systemEnvironment();
  const texts = Array.from({ length: MANY }, () => freshText(random));
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{32}$/);
  // Prefixes of 32 random bits: two of a thousand collide once in eight thousand runs, five never.
  expect(new Set(texts.map(text => text.slice(0, 8))).size).toBeGreaterThan(MANY - 5);
});
