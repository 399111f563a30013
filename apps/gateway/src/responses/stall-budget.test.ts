import { ManualScheduler } from '../testing/manual-scheduler.js';
import { StallBudget } from './stall-budget.js';

function clients() {
  const clock = new ManualScheduler();
  const budget = new StallBudget(30_000, clock.environment);
  const cutOff: string[] = [];
  return { clock, cutOff, stall: (name: string) => budget.begin(() => cutOff.push(name)) };
}

test('a client may stall for the whole limit, and starts over after consuming something', () => {
  const { clock, cutOff, stall } = clients();
  const takesAgain = stall('slow');
  clock.advance(29_999);
  takesAgain();
  stall('unread');
  clock.advance(29_999);
  expect(cutOff).toEqual([]);
  clock.advance(1);
  expect(cutOff).toEqual(['unread']);
});

test('successive stalled clients block a tenth of the time in the end', () => {
  const { clock, cutOff, stall } = clients();
  let held = 0;
  let from = 0;
  let now = 0;
  const advance = (millis: number, open: ReadonlySet<string>): void => {
    for (let i = 0; i < millis; i += 100) {
      clock.advance(100);
      now += 100;
      if (now > from && [...open].some(name => !cutOff.includes(name))) held += 100;
    }
  };
  const open = new Set<string>();
  for (let i = 0; i < 12; i++) {
    stall(String(i));
    open.add(String(i));
    advance(5_000, open);
  }
  // The first client had the whole limit; the others that stalled with it were disconnected together with it.
  expect(cutOff.slice(0, 6)).toEqual(['0', '1', '2', '3', '4', '5']);
  [held, from] = [0, now];
  for (let i = 12; i < 72; i++) {
    stall(String(i));
    open.add(String(i));
    advance(5_000, open);
  }
  expect(held / (now - from)).toBeLessThanOrEqual(0.2);
});

test('the budget recovers', () => {
  const { clock, cutOff, stall } = clients();
  stall('a');
  clock.advance(30_000);
  clock.advance(300_000);
  stall('b');
  clock.advance(29_999);
  expect(cutOff).toEqual(['a']);
  clock.advance(1);
  expect(cutOff).toEqual(['a', 'b']);
});
