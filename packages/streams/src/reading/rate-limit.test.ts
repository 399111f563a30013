import { TestEnvironment } from '@weir/platform/testing';
import { RateLimit } from './rate-limit.js';

/** Number of records that pass in each 100 ms at full load. */
async function passing(perSecond: number, tenths: number): Promise<number[]> {
  const { clock, scheduler, advance } = withAdvance();
  const limit = new RateLimit(perSecond, clock, scheduler);
  const passed: number[] = [];
  let taken = 0;
  let isOver = false;
  const taking = (async () => {
    for (;;) {
      const available = await limit.available();
      if (isOver) return;
      expect(available).toBeGreaterThanOrEqual(1);
      limit.spend(available);
      taken += available;
    }
  })();
  for (let i = 0; i < tenths; i++) {
    for (let step = 0; step < 10; step++) {
      await Promise.resolve();
      await new Promise(resolve => setImmediate(resolve));
      advance(10);
    }
    passed.push(taken);
  }
  isOver = true;
  limit.cancel();
  await taking;
  return passed;
}

function withAdvance(): Pick<TestEnvironment, 'clock' | 'scheduler'> & { advance: (millis: number) => void } {
  const environment = new TestEnvironment();
  const { clock, scheduler } = environment;
  return { clock, scheduler, advance: millis => environment.advance(millis) };
}

test.each([
  [3, 20, 5, 9],
  [100, 20, 280, 301],
  [1000, 20, 2900, 3001],
])(
  '%i per second: passes one second’s worth immediately, then at most that rate',
  async (perSecond, tenths, atLeast, atMost) => {
    const passed = await passing(perSecond, tenths);
    expect(passed[0]).toBeGreaterThanOrEqual(perSecond);
    passed.forEach((taken, i) => expect(taken).toBeLessThanOrEqual(perSecond * (1 + (i + 1) / 10) + 1));
    expect(passed.at(-1)).toBeGreaterThanOrEqual(atLeast);
    expect(passed.at(-1)).toBeLessThanOrEqual(atMost);
  },
);

test('an idle period earns at most one second’s worth', async () => {
  const { clock, scheduler, advance } = withAdvance();
  const limit = new RateLimit(5, clock, scheduler);
  limit.spend(5);
  advance(3_600_000);
  expect(await limit.available()).toBe(5);
});
