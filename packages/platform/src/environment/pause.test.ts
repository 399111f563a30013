import { TestEnvironment } from '../testing/test-environment.js';
import { pause } from './pause.js';

test('resolves after its time and removes its listener', async () => {
  const environment = new TestEnvironment();
  const closing = new AbortController();
  const pausing = pause(environment.scheduler, 100, closing.signal);
  environment.advance(100);
  await pausing;
  closing.abort();
  expect(environment.timersWaiting).toBe(0);
});

test.each([true, false])('resolves when aborted, before it began: %p', async before => {
  const environment = new TestEnvironment();
  const closing = new AbortController();
  if (before) closing.abort();
  const pausing = pause(environment.scheduler, 100, closing.signal);
  closing.abort();
  await pausing;
  expect(environment.timersWaiting).toBe(0);
});
