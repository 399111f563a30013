import { WeirError } from '@weir/platform';
import { TransientSourceError } from '@weir/plugins';
import { TestEnvironment } from '@weir/platform/testing';
import { RestartPolicy } from './restart-policy.js';

const THREE = {
  type: 'RetryStreamError',
  retryCount: 3,
  within: 31_000,
  minBackoff: 10_000,
  maxBackoff: 10_000,
} as const;

test.each<[error: unknown, isTriedAgain: boolean]>([
  [new TransientSourceError('connection reset'), true],
  [new WeirError('store.failed', 'busy'), true],
  [new WeirError('graph.not-ready', 'soon'), true],
  [new WeirError('cypher.type-mismatch', 'no'), false],
  [new WeirError('ingest.record-too-long', 'no'), false],
  [new Error('EIO'), false],
])('%s', (error, isTriedAgain) => {
  const { clock, random } = new TestEnvironment();
  expect(new RestartPolicy(THREE, clock, random).delayAfter(error) !== undefined).toBe(isTriedAgain);
});

test('three times in a row, each after ten to thirty seconds; again after working for a while', () => {
  const environment = new TestEnvironment();
  const policy = new RestartPolicy(THREE, environment.clock, environment.random);
  const error = new TransientSourceError('again');
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 3; i++) {
      const delay = policy.delayAfter(error)!;
      expect(delay).toBeGreaterThanOrEqual(10_000);
      expect(delay).toBeLessThanOrEqual(30_000);
      environment.advance(delay);
      policy.reopened();
    }
    expect(policy.delayAfter(error)).toBeUndefined();
    environment.advance(31_001);
  }
});

test('without limit while the store fails', () => {
  const environment = new TestEnvironment();
  const policy = new RestartPolicy(THREE, environment.clock, environment.random);
  for (let i = 0; i < 20; i++) {
    const delay = policy.delayAfter(new WeirError('store.failed', 'no space left on device'))!;
    expect(delay).toBeLessThanOrEqual(30_000);
    environment.advance(delay);
    policy.reopened();
  }
});

test('delays grow up to the longest; without retries the first failure is final', () => {
  const environment = { ...new TestEnvironment(), random: { next: () => 0 } };
  const { clock } = new TestEnvironment();
  const error = new TransientSourceError('again');
  const policy = new RestartPolicy(
    { ...THREE, retryCount: 4, minBackoff: 100, maxBackoff: 300 },
    clock,
    environment.random as never,
  );
  expect([1, 2, 3, 4, 5].map(() => policy.delayAfter(error))).toEqual([100, 200, 300, 300, undefined]);
  const none = new RestartPolicy({ type: 'LogStreamError' }, clock, environment.random as never);
  expect(none.delayAfter(error)).toBeUndefined();
  expect(none.delayAfter(new WeirError('store.failed', 'busy'))).toBe(10_000);
});
