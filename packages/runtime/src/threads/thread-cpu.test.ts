import { cpuOfThread, ownThreadId } from './thread-cpu.js';

test.each([
  ['of the own thread, where the system reports it', ownThreadId],
  ['of the process, for a thread without an id', () => 0],
  ['of the process, for a thread that has ended', () => 2 ** 30],
])('reads processor time that grows with work: %s', (_, idOf) => {
  const id = idOf();
  const before = cpuOfThread(id);
  let after = before;
  // Ends as soon as the time has grown, bounded by the test's time limit.
  while (after.millis === before.millis) after = cpuOfThread(id);
  expect(after.millis).toBeGreaterThan(before.millis);
  const isKnown = process.platform === 'linux' && id !== 0 && id < 2 ** 30;
  expect(after.isWaiting).toBe(isKnown ? false : undefined);
});
