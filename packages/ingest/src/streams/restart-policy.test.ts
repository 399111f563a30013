import { WeirError } from '@weir/model';
import { TransientSourceError } from '../sources/ingest-source.js';
import { TestEnvironment } from '@weir/model/testing';
import { RestartPolicy } from './restart-policy.js';

test.each<[error: unknown, isTriedAgain: boolean]>([
  [new TransientSourceError('connection reset'), true],
  [new WeirError('store.failed', 'busy'), true],
  [new WeirError('graph.not-ready', 'soon'), true],
  [new WeirError('cypher.type-mismatch', 'no'), false],
  [new WeirError('ingest.record-too-long', 'no'), false],
  [new Error('EIO'), false],
])('%s', (error, isTriedAgain) => {
  const { clock, random } = new TestEnvironment();
  expect(new RestartPolicy(clock, random).delayAfter(error) !== undefined).toBe(isTriedAgain);
});

test('three times in a row, each after ten to thirty seconds; after a good while, again', () => {
  const environment = new TestEnvironment();
  const policy = new RestartPolicy(environment.clock, environment.random);
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

test('without end while the store fails', () => {
  const environment = new TestEnvironment();
  const policy = new RestartPolicy(environment.clock, environment.random);
  for (let i = 0; i < 20; i++) {
    const delay = policy.delayAfter(new WeirError('store.failed', 'no space left on device'))!;
    expect(delay).toBeLessThanOrEqual(30_000);
    environment.advance(delay);
    policy.reopened();
  }
});
