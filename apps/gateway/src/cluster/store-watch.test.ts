/** When a process that cannot reach the store leaves the graph to others. */
import { WeirError } from '@weir/platform';
import { ManualScheduler } from '../testing/manual-scheduler.js';
import { watchStore } from './store-watch.js';

const PATIENCE_MILLIS = 3_000;
const TROUBLE = new WeirError('store.failed', 'no answer');

function watching() {
  const scheduler = new ManualScheduler();
  const state = { trouble: undefined as WeirError | undefined, isAnyoneElse: true, givenUp: 0 };
  const end = watchStore({
    environment: scheduler.environment,
    patienceMillis: PATIENCE_MILLIS,
    trouble: () => state.trouble,
    isAnyoneElse: () => state.isAnyoneElse,
    givenUp: () => state.givenUp++,
  });
  return { scheduler, state, end };
}

test('gives up once, after the set time without an answer', () => {
  const { scheduler, state } = watching();
  scheduler.advance(10 * PATIENCE_MILLIS);
  state.trouble = TROUBLE;
  scheduler.advance(PATIENCE_MILLIS);
  expect(state.givenUp).toBe(0);
  scheduler.advance(PATIENCE_MILLIS);
  expect(state.givenUp).toBe(1);
  scheduler.advance(10 * PATIENCE_MILLIS);
  expect(state.givenUp).toBe(1);
});

test('does not give up if the store answers in between, if no other member is present long enough, or if the graph is being released anyway', () => {
  const { scheduler, state, end } = watching();
  for (let k = 0; k < 5; k++) {
    state.trouble = TROUBLE;
    scheduler.advance(0.8 * PATIENCE_MILLIS);
    state.trouble = undefined;
    scheduler.advance(0.8 * PATIENCE_MILLIS);
  }
  expect(state.givenUp).toBe(0);
  Object.assign(state, { trouble: TROUBLE, isAnyoneElse: false });
  scheduler.advance(10 * PATIENCE_MILLIS);
  expect(state.givenUp).toBe(0);
  state.isAnyoneElse = true;
  scheduler.advance(0.8 * PATIENCE_MILLIS);
  expect(state.givenUp).toBe(0);
  end();
  scheduler.advance(10 * PATIENCE_MILLIS);
  expect(state.givenUp).toBe(0);
});
