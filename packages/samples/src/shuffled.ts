/** Reorders a stream as late network deliveries do: each item is delayed by up to about `window` positions. */
import { SeededRandom } from '@weir/platform';

export function* shuffled<T>(
  items: Iterable<T>,
  window: number,
  seed: number,
): Generator<T, void, undefined> {
  const random = new SeededRandom(seed);
  const waiting: T[] = [];
  for (const item of items) {
    waiting.push(item);
    if (waiting.length > window) yield takeAny(waiting, random);
  }
  while (waiting.length > 0) yield takeAny(waiting, random);
}

function takeAny<T>(waiting: T[], random: SeededRandom): T {
  const index = random.below(waiting.length);
  const item = waiting[index]!;
  waiting[index] = waiting[waiting.length - 1]!;
  waiting.pop();
  return item;
}
