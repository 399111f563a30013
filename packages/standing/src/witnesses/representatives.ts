/**
 * Which of many traces have to be kept.
 *
 * Whoever uses the traces of a slot asks one question: is there one that avoids what the rest of a match forbids?
 * The rest forbids at most `rivals[i]` images in column i. A set of representatives answers it as the whole set
 * does, whatever is forbidden. Take the smallest trace t: it answers for all that don't forbid one of its images;
 * for those that forbid its image in column i, take representatives of the traces with another image there, with
 * one rival less in that column. A trace without images answers for everything.
 *
 * The choice depends on the set alone, not on the order in which it came about: after a restart the same traces
 * are chosen, so what was reported to others before is known without having been stored.
 *
 * With one column these are the `rivals + 1` smallest images. With several columns and many rivals choosing would
 * cost more than it saves, and all traces are kept.
 */
import { compareTraces, includesTrace, type Trace, sameImage, sameTrace } from './witness.js';

/** Sum of rivals up to which representatives are chosen among traces of several columns. */
const MOST_RIVALS = 4;

/** Kept sorted; `traces` may hold a trace several times. */
export function representatives(traces: readonly Trace[], rivals: readonly number[]): readonly Trace[] {
  if (traces.length < 2) return traces;
  const sorted = [...traces].sort(compareTraces);
  const distinct = sorted.filter((trace, i) => i === 0 || !sameTrace(trace, sorted[i - 1]!));
  return choosesAmong(rivals) ? chosen(distinct, rivals) : distinct;
}

/**
 * Representatives of the traces behind `kept` and one more; `undefined` if that can't be told without the others.
 * `kept` itself when nothing changes.
 */
export function withTrace(
  kept: readonly Trace[],
  trace: Trace,
  rivals: readonly number[],
): readonly Trace[] | undefined {
  if (includesTrace(kept, trace)) return kept;
  const merged = representatives([...kept, trace], rivals);
  if (!includesTrace(merged, trace)) return kept;
  const isExact =
    rivals.length === 1 || !choosesAmong(rivals) || kept.every(other => compareTraces(other, trace) < 0);
  return isExact ? merged : undefined;
}

function choosesAmong(rivals: readonly number[]): boolean {
  if (rivals.length === 1) return true;
  let sum = 0;
  for (const count of rivals) sum += count;
  return sum <= MOST_RIVALS;
}

/** @param sorted distinct traces. */
function chosen(sorted: readonly Trace[], rivals: readonly number[]): readonly Trace[] {
  const picked: Trace[] = [];
  const left = [...rivals];

  const pick = (candidates: readonly Trace[]): void => {
    const first = candidates[0];
    if (first === undefined) return;
    if (!picked.includes(first)) picked.push(first);
    for (let column = 0; column < left.length; column++) {
      if (left[column] === 0 || first[column * 2] === null) continue;
      left[column]!--;
      pick(candidates.filter(trace => !sameImage(trace, first, column)));
      left[column]!++;
    }
  };

  pick(sorted);
  return picked.length === sorted.length ? sorted : picked.sort(compareTraces);
}
