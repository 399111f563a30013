import { systemEnvironment } from '@weir/runtime';
import { freshText } from './fresh-text.js';

const MANY = 1_000;

test('no two texts begin alike, so that each life of a process has an id of its own', () => {
  const { random } = systemEnvironment();
  const texts = Array.from({ length: MANY }, () => freshText(random));
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{32}$/);
  // Of 32 random bits; two of a thousand are alike once in eight thousand runs, five never.
  expect(new Set(texts.map(text => text.slice(0, 8))).size).toBeGreaterThan(MANY - 5);
});
