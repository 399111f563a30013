/** Some seconds of `npm run chaos`, to test the runner itself. */
import { randomTest } from '@weir/platform/testing';
import { runChaos } from './chaos-run.js';
import { FAULTS } from './faults/all-faults.js';

test('loses no acknowledged write, and no request hangs', async () => {
  const { seed, cases: seconds } = randomTest('chaos');
  const faults = FAULTS.filter(({ missing }) => missing?.() === undefined);
  const lines: string[] = [];
  const { findings, tally } = await runChaos({
    seed,
    minutes: seconds / 60,
    faults,
    say: line => lines.push(line),
  });
  expect({ findings, lines }).toEqual({ findings: [], lines });
  expect(tally.count('moments of rest')).toBeGreaterThan(0);
  expect(tally.count('writes acknowledged')).toBeGreaterThan(0);
}, 300_000);
