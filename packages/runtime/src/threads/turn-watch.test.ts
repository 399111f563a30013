/** Which threads are taken for stuck, by a test's clock. */
import { TestEnvironment } from '@weir/model/testing';
import { countTurns, turnCounts, TurnWatch } from './turn-watch.js';

const LIMIT = 5_000;

class HeldEnvironment extends TestEnvironment {
  private held = 0;
  override readonly clock = { now: () => this.millis + this.held };

  /** Time passes, and nobody runs. */
  hold(millis: number): void {
    this.held += millis;
  }
}

function watched(threads = 2) {
  const environment = new HeldEnvironment();
  const counts = turnCounts(threads);
  const stuck: number[] = [];
  const watch = new TurnWatch(counts, environment, LIMIT, thread => stuck.push(thread));
  const pass = (millis: number): void => {
    for (let passed = 0; passed < millis; passed += 50) environment.advance(50);
  };
  return { environment, counts, stuck, watch, pass };
}

test('a thread that makes no turn for longer than the limit is told of, once', () => {
  const { environment, counts, stuck, pass } = watched();
  countTurns(counts, 0, environment.scheduler);
  pass(LIMIT);
  expect(stuck).toEqual([]);
  pass(1_000);
  expect(stuck).toEqual([1]);
  pass(4 * LIMIT);
  expect(stuck).toEqual([1]);
});

test('a thread that is slow and makes a turn now and then is not', () => {
  const { counts, stuck, pass } = watched(1);
  for (let i = 0; i < 10; i++) {
    pass(LIMIT - 500);
    Atomics.add(counts, 0, 1);
  }
  expect(stuck).toEqual([]);
});

test('time in which the one who looks was held up itself does not count', () => {
  const { environment, counts, stuck, pass } = watched(1);
  pass(1_000);
  environment.hold(10 * LIMIT);
  pass(1_000);
  expect(stuck).toEqual([]);
  countTurns(counts, 0, environment.scheduler);
  pass(10 * LIMIT);
  expect(stuck).toEqual([]);
});

test('nothing is told after the end', () => {
  const { stuck, watch, pass } = watched();
  watch.stop();
  pass(4 * LIMIT);
  expect(stuck).toEqual([]);
});
