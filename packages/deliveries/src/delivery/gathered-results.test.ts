import type { StandingOutput } from '@weir/contract';
import { TestEnvironment } from '@weir/platform/testing';
import { numberedResult } from '@weir/plugins/conformance';
import { GatheredResults } from './gathered-results.js';

const environment = new TestEnvironment();
const results = (...numbers: number[]) => numbers.map(n => numberedResult(n));

function gathering() {
  const delivered: number[][] = [];
  const settle: (() => void)[] = [];
  const deliver = (some: readonly StandingOutput[]): Promise<void> => {
    delivered.push(some.map(({ data }) => data['n'] as number));
    return new Promise(resolve => settle.push(resolve));
  };
  const gathered = new GatheredResults({ count: 4, millis: 500 }, environment.scheduler, deliver);
  return { gathered, delivered, settle };
}

test('delivers results together once the first has waited long enough, and holds them until they arrive', async () => {
  const { gathered, delivered, settle } = gathering();
  const first = await gathered.take(results(1));
  environment.advance(400);
  const second = await gathered.take(results(2, 3));
  expect(delivered).toEqual([]);
  environment.advance(100);
  expect(delivered).toEqual([[1, 2, 3]]);
  let isDone = false;
  const both = Promise.all([first!.done, second!.done]).then(() => (isDone = true));
  await gathered.take(results(4));
  expect(isDone).toBe(false);
  settle[0]!();
  await both;
  environment.advance(500);
  expect(delivered).toEqual([[1, 2, 3], [4]]);
});

test('delivers a full group immediately, and the caller that filled it waits', async () => {
  const { gathered, delivered, settle } = gathering();
  const first = await gathered.take(results(1, 2));
  let isTaken = false;
  const last = gathered.take(results(3, 4, 5)).then(inHand => {
    isTaken = true;
    return inHand;
  });
  expect(delivered).toEqual([[1, 2, 3, 4, 5]]);
  await Promise.resolve();
  expect(isTaken).toBe(false);
  settle[0]!();
  expect(await last).toBeUndefined();
  await first!.done;
  expect(environment.timersWaiting).toBe(0);
});

test('delivers immediately after `hurry`, and never after `close`', async () => {
  const { gathered, delivered, settle } = gathering();
  await gathered.take(results(1));
  gathered.hurry();
  const later = gathered.take(results(2));
  expect(delivered).toEqual([[1], [2]]);
  settle[0]!();
  settle[1]!();
  await later;
  const { gathered: other, delivered: none } = gathering();
  await other.take(results(3));
  other.close();
  environment.advance(1_000);
  expect(none).toEqual([]);
});
