/**
 * Gives items to workers, again if a worker is lost: all of them at once, then, when they may be to blame, in parts, then
 * one by one, until the one is known that always takes its worker with it. That one is set aside; all others are done.
 */
import { WeirError } from '@weir/model';
import { type Suspects, Work, type WorkKind } from './supervision/suspects.js';

/** Items of a part. */
const PART = 64;

export interface Deliverable<T> {
  readonly kind: WorkKind;
  /** Nothing keeps items from being run now: to be waited for before a turn is taken, so that others can have theirs. */
  ready(): Promise<void> | undefined;
  /** Runs some of the items, on a worker that it names in `work`. */
  run(work: Work, from: number, to: number): Promise<T>;
  /** What becomes of an item that is not run any more. */
  setAside(work: Work, index: number): T;
  /** Nothing after it is to be run. */
  isLast(outcome: T): boolean;
  /** Nobody waits for the outcome any more. */
  readonly isLeft: boolean;
}

/** @returns outcomes in the order of the items, mostly one for all of them. Rejects with what is not the loss of a worker. */
export async function deliver<T>(
  suspects: Suspects,
  items: Deliverable<T>,
  from: number,
  to: number,
  losses = 0,
): Promise<readonly T[]> {
  const work = new Work(items.kind, losses);
  for (;;) {
    const before = work.losses;
    if (before > 0) await items.ready();
    try {
      return [await suspects.attempt(work, () => items.run(work, from, to))];
    } catch (error) {
      if (!isWorkerLost(error) || items.isLeft) throw error;
    }
    if (work.losses === before) continue;
    if (to - from <= 1) {
      if (work.isSetAside) return [items.setAside(work, from)];
      continue;
    }
    const size = to - from > PART ? PART : 1;
    const outcomes: T[] = [];
    for (let start = from; start < to; start += size) {
      outcomes.push(...(await deliver(suspects, items, start, Math.min(to, start + size), work.losses)));
      if (items.isLast(outcomes.at(-1)!)) break;
    }
    return outcomes;
  }
}

export function isWorkerLost(error: unknown): boolean {
  return error instanceof WeirError && error.code === 'graph.worker-lost';
}
