import type { MaybePromise } from '@weir/platform';

/** Runs `work` for each index in order, one at a time. */
export function inSequence(
  count: number,
  work: (index: number) => MaybePromise<void>,
  from = 0,
): MaybePromise<void> {
  for (let i = from; i < count; i++) {
    const done = work(i);
    if (done instanceof Promise) return inSequenceWaiting(done, count, work, i + 1);
  }
  return undefined;
}

async function inSequenceWaiting(
  first: Promise<void>,
  count: number,
  work: (index: number) => MaybePromise<void>,
  from: number,
): Promise<void> {
  await first;
  for (let i = from; i < count; i++) {
    const done = work(i);
    if (done instanceof Promise) await done;
  }
}
