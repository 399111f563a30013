import { settle, TestEnvironment } from '@weir/platform/testing';
import { CopyLag } from './copy-lag.js';

const CHECK_MILLIS = 10_000;

function measured(counts: (number | undefined)[]) {
  const environment = new TestEnvironment();
  const seen: (number | undefined)[] = [];
  let asked = 0;
  const lag: CopyLag = new CopyLag({
    count: () => Promise.resolve(counts[asked++]),
    environment,
    changed: () => seen.push(lag.rows),
  });
  const next = async (): Promise<void> => {
    environment.advance(CHECK_MILLIS);
    await settle();
  };
  return { lag, seen, next, asked: () => asked };
}

test('reports the number of rows when it has changed', async () => {
  const { seen, next } = measured([3, 3, 0]);
  for (let i = 0; i < 3; i++) await next();
  expect(seen).toEqual([3, 0]);
});

test('is unknown while the log does not respond', async () => {
  const { lag, seen, next } = measured([7, undefined, 7]);
  await next();
  await next();
  expect(lag.rows).toBeUndefined();
  await next();
  expect(seen).toEqual([7, undefined, 7]);
});

test('measures nothing after it was stopped', async () => {
  const { lag, next, asked } = measured([1, 2]);
  await next();
  lag.stop();
  await next();
  expect(asked()).toBe(1);
});
