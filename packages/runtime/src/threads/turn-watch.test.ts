/** Which threads are considered stuck, by a test clock. */
import { TestEnvironment } from '@weir/platform/testing';
import type { CpuReading } from './thread-cpu.js';
import { countTurns, turnCounts, TurnWatch } from './turn-watch.js';

const LIMIT = 5_000;

class HeldEnvironment extends TestEnvironment {
  private held = 0;
  override readonly clock = { now: () => this.millis + this.held };

  /** Advances the clock while no thread runs. */
  hold(millis: number): void {
    this.held += millis;
  }
}

function watched(threads = 2, cpuOf?: () => CpuReading) {
  const environment = new HeldEnvironment();
  const counts = turnCounts(threads);
  const stuck: number[] = [];
  const watch = new TurnWatch(
    counts,
    environment,
    LIMIT,
    thread => stuck.push(thread),
    // The pool stops watching a worker that it replaces.
    thread => !stuck.includes(thread),
    cpuOf,
  );
  const pass = (millis: number): void => {
    for (let passed = 0; passed < millis; passed += 50) environment.advance(50);
  };
  return { environment, counts, stuck, watch, pass };
}

test('reports each thread once that makes no turn for longer than the limit', () => {
  const { environment, counts, stuck, pass } = watched();
  countTurns(counts, 0, environment.scheduler);
  pass(LIMIT);
  expect(stuck).toEqual([]);
  pass(1_000);
  expect(stuck).toEqual([1]);
  pass(4 * LIMIT);
  expect(stuck).toEqual([1]);
});

test('a second stuck thread is reported after the first', () => {
  const { counts, stuck, pass } = watched();
  pass(LIMIT - 1_000);
  Atomics.add(counts, 1, 1);
  pass(2_000);
  expect(stuck).toEqual([0]);
  pass(LIMIT);
  expect(stuck).toEqual([0, 1]);
});

test('does not report a slow thread that makes a turn now and then', () => {
  const { counts, stuck, pass } = watched(1);
  for (let i = 0; i < 10; i++) {
    pass(LIMIT - 500);
    Atomics.add(counts, 0, 1);
  }
  expect(stuck).toEqual([]);
});

test('ignores time in which the watch itself was delayed', () => {
  const { environment, counts, stuck, pass } = watched(1);
  pass(1_000);
  environment.hold(10 * LIMIT);
  pass(1_000);
  expect(stuck).toEqual([]);
  countTurns(counts, 0, environment.scheduler);
  pass(10 * LIMIT);
  expect(stuck).toEqual([]);
});

test('reports nothing after its end', () => {
  const { stuck, watch, pass } = watched();
  watch.stop();
  pass(4 * LIMIT);
  expect(stuck).toEqual([]);
});

describe('if processor time is known', () => {
  /** Advances the clock and gives the thread a share of a processor. */
  function starved(share: number, isWaiting: boolean | undefined) {
    let millis = 1_000;
    const all = watched(1, () => ({ millis, isWaiting }));
    const pass = (wall: number): void => {
      for (let passed = 0; passed < wall; passed += 250) {
        millis += 250 * share;
        all.pass(250);
      }
    };
    return { ...all, pass };
  }

  test.each<[share: number, isWaiting: boolean | undefined]>([
    [0.2, false],
    // As between two waits for memory.
    [0.2, true],
    [0.2, undefined],
  ])('a thread with %d of a processor is stuck once it has used up the limit', (share, isWaiting) => {
    const { stuck, pass } = starved(share, isWaiting);
    pass(LIMIT / share - 500);
    expect(stuck).toEqual([]);
    pass(2_000);
    expect(stuck).toEqual([0]);
  });

  test('a thread that waits for a processor is never stuck', () => {
    const { stuck, pass } = starved(0, false);
    pass(20 * LIMIT);
    expect(stuck).toEqual([]);
  });

  test('a thread that waits for something else is stuck after the limit in clock time', () => {
    const { stuck, pass } = starved(0, true);
    pass(LIMIT - 500);
    expect(stuck).toEqual([]);
    pass(2_000);
    expect(stuck).toEqual([0]);
  });

  test('if only the time of the process is known, an idle thread is stuck after ten times the limit', () => {
    const { stuck, pass } = starved(0.01, undefined);
    pass(9 * LIMIT);
    expect(stuck).toEqual([]);
    pass(2 * LIMIT);
    expect(stuck).toEqual([0]);
  });

  test('a turn restarts the count', () => {
    const { counts, stuck, pass } = starved(1, false);
    for (let i = 0; i < 10; i++) {
      pass(LIMIT - 500);
      Atomics.add(counts, 0, 1);
    }
    expect(stuck).toEqual([]);
  });
});
