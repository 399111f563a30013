import { isTerminal, nextState, statusOf, type StreamState, type StreamTrigger } from './stream-state.js';

const CASES: readonly [from: StreamState, trigger: StreamTrigger, to: StreamState | undefined][] = [
  ['Running', 'pause', 'Paused'],
  ['Running', 'start', 'Running'],
  ['Running', 'end', 'Completed'],
  ['Running', 'fail', 'Failed'],
  ['Running', 'falter', 'Restarting'],
  ['Running', 'terminate', 'Terminated'],
  ['Paused', 'start', 'Running'],
  ['Paused', 'pause', 'Paused'],
  ['Paused', 'end', 'Completed'],
  ['Paused', 'falter', 'Paused'],
  ['Paused', 'terminate', 'Terminated'],
  ['Restored', 'start', 'Running'],
  ['Restored', 'pause', 'Paused'],
  ['Restored', 'terminate', 'Terminated'],
  ['Restarting', 'reopen', 'Running'],
  ['Restarting', 'pause', 'Paused'],
  ['Restarting', 'fail', 'Failed'],
  ['Restarting', 'terminate', 'Terminated'],
  ['Completed', 'start', undefined],
  ['Completed', 'pause', undefined],
  ['Completed', 'terminate', 'Completed'],
  ['Failed', 'start', undefined],
  ['Failed', 'terminate', 'Failed'],
  ['Terminated', 'end', undefined],
  ['Terminated', 'fail', undefined],
  ['Terminated', 'reopen', undefined],
];

test.each(CASES)('%s, %s: %s', (from, trigger, to) => {
  expect(nextState(from, trigger)).toBe(to);
});

test('a terminal state is final', () => {
  const triggers: StreamTrigger[] = ['start', 'pause', 'end', 'falter', 'reopen', 'fail', 'terminate'];
  for (const state of ['Completed', 'Failed', 'Terminated'] as const) {
    expect(isTerminal(state)).toBe(true);
    for (const trigger of triggers) expect([state, undefined]).toContain(nextState(state, trigger));
  }
});

test('a stream that waits for its restart is shown as failed', () => {
  expect(statusOf('Restarting')).toBe('Failed');
  expect(isTerminal('Restarting')).toBe(false);
});
