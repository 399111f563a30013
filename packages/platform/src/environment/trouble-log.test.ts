import { TestEnvironment } from '../testing/test-environment.js';
import { TroubleLog } from './trouble-log.js';

const WORDS = { level: 'error', trouble: 'it fails', over: 'it works' } as const;

test('logs a problem immediately, then once a minute, and logs its end', () => {
  const environment = new TestEnvironment();
  const log = new TroubleLog(WORDS, environment);
  log.passed();
  for (let second = 0; second < 90; second++) {
    for (let time = 0; time < 20; time++) log.happened({ error: 'full' });
    environment.advance(1_000);
  }
  log.passed();
  log.passed();
  expect(environment.logged.map(({ message }) => message)).toEqual(['it fails', 'it fails', 'it works']);
});
