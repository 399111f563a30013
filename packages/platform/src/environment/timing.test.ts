import { addedTimings, LATENCY_BOUNDS, quantileOf, Timing } from './timing.js';

test('quantiles are within five percent, separately and merged', () => {
  const clock = { now: () => 0 };
  const [even, odd] = [new Timing(clock), new Timing(clock)];
  for (let i = 1; i <= 10_000; i++) (i % 2 === 0 ? even : odd).add(i / 10);
  const all = addedTimings([even.summary(), odd.summary(), new Timing(clock).summary()]);
  expect(all).toMatchObject({ count: 10_000, min: 0.1, max: 1000 });
  expect(all.sum / all.count).toBeCloseTo(500.05);
  for (const part of [0.1, 0.2, 0.5, 0.8, 0.99]) {
    const got = quantileOf(all, part);
    expect(Math.abs(got - part * 1000)).toBeLessThan(part * 50);
    expect(Math.abs(quantileOf(even.summary(), part) - part * 1000)).toBeLessThan(part * 50 + 1);
  }
  expect(quantileOf(all, 1)).toBeLessThanOrEqual(1000);
});

test('the rate follows the load and decays without it', () => {
  let now = 0;
  const timing = new Timing({ now: () => now, precise: () => now / 2 });
  const begun = timing.begin();
  for (let i = 0; i < 500; i++) timing.add(1);
  now = 5_000;
  expect(timing.summary().oneMinuteRate).toBe(100);
  timing.end(begun);
  expect(timing.summary().max).toBe(2_500);
  now = 65_000;
  expect(timing.summary().oneMinuteRate).toBeCloseTo(100 / Math.E, 0);
  expect(quantileOf(new Timing({ now: () => 0 }).summary(), 0.5)).toBe(0);
});

test('buckets include their upper bound, and are added when timings are merged', () => {
  const clock = { now: () => 0 };
  const [one, other] = [new Timing(clock), new Timing(clock)];
  for (const bound of LATENCY_BOUNDS) {
    one.add(bound);
    other.add(bound + 0.001, 3);
  }
  const last = LATENCY_BOUNDS.length;
  expect([...one.summary().buckets]).toEqual([...LATENCY_BOUNDS.map(() => 1), 0]);
  expect([...other.summary().buckets]).toEqual([0, ...LATENCY_BOUNDS.map(() => 3)]);
  const { buckets, count } = addedTimings([one.summary(), other.summary()]);
  expect([buckets[0], buckets[1], buckets[last]]).toEqual([1, 4, 3]);
  expect(count).toBe(4 * last);
  expect(LATENCY_BOUNDS).toEqual(LATENCY_BOUNDS.toSorted((a, b) => a - b));
});
