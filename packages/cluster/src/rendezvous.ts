/**
 * Determines which member should own which shard: each member draws a number for the shard from both their names, and
 * the highest wins (weighted rendezvous hashing). Members that know the same members get the same answer without
 * communication. When a member joins or leaves, only the shards that it wins or had won move.
 */
import { hashValues } from '@weir/model';
import type { MemberRecord } from './layout.js';

const FRACTION_BITS = 53;

/** @param holders number of members that should own shards; spares are added if there are too few regular members. */
export function holdersOf(members: ReadonlyMap<string, MemberRecord>, holders: number): string[] {
  const regular: string[] = [];
  const spares: string[] = [];
  for (const [id, { isSpare, capacity }] of members) {
    if (capacity > 0) (isSpare ? spares : regular).push(id);
  }
  const lacking = Math.max(0, holders - regular.length);
  return [...regular, ...spares.sort().slice(0, lacking)];
}

/** @returns the member that should own the shard; `undefined` if there is none. */
export function wantedOwner(
  shard: number,
  candidates: readonly string[],
  members: ReadonlyMap<string, MemberRecord>,
): string | undefined {
  let best: string | undefined;
  let bestScore = -Infinity;
  for (const id of candidates) {
    const score = members.get(id)!.capacity / -Math.log(draw(shard, id));
    if (score > bestScore || (score === bestScore && id < best!)) {
      best = id;
      bestScore = score;
    }
  }
  return best;
}

/** Returns the members that draw the highest numbers for the shard, best first. */
export function firstMembers(shard: number, names: readonly string[], count: number): readonly string[] {
  const drawn = names.map(name => ({ name, score: draw(shard, name) }));
  drawn.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  return drawn.slice(0, count).map(({ name }) => name);
}

/** Uniform in (0, 1). */
function draw(shard: number, id: string): number {
  const bits = BigInt.asUintN(FRACTION_BITS, hashValues([shard, id]) ?? 0n);
  return (Number(bits) + 0.5) / 2 ** FRACTION_BITS;
}
