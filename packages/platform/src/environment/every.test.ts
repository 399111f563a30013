import type { Scheduler } from './environment.js';
import { every } from './every.js';

/** Runs due tasks when the test triggers them. */
class Timers implements Scheduler {
  readonly due: { millis: number; task: () => void }[] = [];

  soon = (): void => undefined;

  after(millis: number, task: () => void): () => void {
    const timer = { millis, task };
    this.due.push(timer);
    return () => void this.due.splice(this.due.indexOf(timer), 1);
  }

  fire(): void {
    for (const { task } of this.due.splice(0)) task();
  }
}

test('runs again after each run', () => {
  const timers = new Timers();
  let runs = 0;
  const stop = every(timers, 5, () => void runs++);
  expect([runs, timers.due.map(({ millis }) => millis)]).toEqual([0, [5]]);
  timers.fire();
  timers.fire();
  expect(runs).toBe(2);
  stop();
  expect(timers.due).toEqual([]);
});

test('waits for a run that takes time before scheduling the next', async () => {
  const timers = new Timers();
  let finish = (): void => undefined;
  const stop = every(timers, 5, () => new Promise<void>(resolve => (finish = resolve)));
  timers.fire();
  expect(timers.due).toEqual([]);
  finish();
  await Promise.resolve();
  expect(timers.due).toHaveLength(1);
  stop();
});

test('can be stopped during a run', () => {
  const timers = new Timers();
  const stop = every(timers, 5, () => stop());
  timers.fire();
  expect(timers.due).toEqual([]);
});
