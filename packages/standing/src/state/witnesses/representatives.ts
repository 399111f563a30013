/**
 * Selects the witnesses that have to be kept.
 *
 * Users of the witnesses of a pattern edge ask one question: does a witness avoid everything that the rest of a match
 * forbids? The rest forbids at most `exclusions[i]` images in column i. A set of representatives answers this like the
 * whole set, whatever is forbidden. Take the smallest witness t: it answers unless one of its images is forbidden. If
 * its image in column i is forbidden, representatives of the witnesses with another image there answer, with one
 * exclusion less in that column. A witness without images answers every question.
 *
 * The choice depends only on the set, not on the order of additions: after a restart the same witnesses are chosen, so
 * earlier reports are known without having been stored.
 *
 * With one column these are the `exclusions + 1` smallest images. With several columns and many exclusions, choosing
 * would cost more than it saves, and all witnesses are kept.
 */
import { compareWitnesses, includesWitness, sameImage, sameWitness } from './witness.js';
import type { Witness } from '../../plan/edge-columns.js';

/** Sum of exclusions up to which representatives are chosen among witnesses of several columns. */
const MOST_RIVALS = 4;

/** Returns them sorted; `witnesses` may contain duplicates. */
export function representatives(
  witnesses: readonly Witness[],
  exclusions: readonly number[],
): readonly Witness[] {
  if (witnesses.length < 2) return witnesses;
  const sorted = [...witnesses].sort(compareWitnesses);
  const distinct = sorted.filter((witness, i) => i === 0 || !sameWitness(witness, sorted[i - 1]!));
  return choosesAmong(exclusions) ? chosen(distinct, exclusions) : distinct;
}

/**
 * Representatives of the witnesses represented by `kept` and one more; `undefined` if this requires all witnesses.
 * Returns `kept` itself if nothing changes.
 */
export function withWitness(
  kept: readonly Witness[],
  witness: Witness,
  exclusions: readonly number[],
): readonly Witness[] | undefined {
  if (includesWitness(kept, witness)) return kept;
  const merged = representatives([...kept, witness], exclusions);
  if (!includesWitness(merged, witness)) return kept;
  const isExact =
    exclusions.length === 1 ||
    !choosesAmong(exclusions) ||
    kept.every(other => compareWitnesses(other, witness) < 0);
  return isExact ? merged : undefined;
}

function choosesAmong(exclusions: readonly number[]): boolean {
  if (exclusions.length === 1) return true;
  let sum = 0;
  for (const count of exclusions) sum += count;
  return sum <= MOST_RIVALS;
}

/** @param sorted distinct witnesses. */
function chosen(sorted: readonly Witness[], exclusions: readonly number[]): readonly Witness[] {
  const picked: Witness[] = [];
  const left = [...exclusions];

  const pick = (candidates: readonly Witness[]): void => {
    const first = candidates[0];
    if (first === undefined) return;
    if (!picked.includes(first)) picked.push(first);
    for (let column = 0; column < left.length; column++) {
      if (left[column] === 0 || first[column * 2] === null) continue;
      left[column]!--;
      pick(candidates.filter(witness => !sameImage(witness, first, column)));
      left[column]!++;
    }
  };

  pick(sorted);
  return picked.length === sorted.length ? sorted : picked.sort(compareWitnesses);
}
