/** Which process has which workers. */

/**
 * Gives numbers to the workers of some processes, in turns, so that the first numbers, which hold more shards where they
 * don't come out even, are spread too.
 * @param counts of workers that each process has.
 * @param most workers, as many as there are shards. The first process gets one at least.
 * @returns by process, the numbers of its workers, ascending.
 */
export function dealWorkers(counts: readonly number[], most: number): readonly (readonly number[])[] {
  const hands: number[][] = counts.map(() => []);
  const total = Math.min(
    most,
    counts.reduce((sum, count) => sum + count, 0),
  );
  for (let round = 0, next = 0; next < total; round++) {
    for (const [process, count] of counts.entries()) {
      if (round < count && next < total) hands[process]!.push(next++);
    }
  }
  return hands;
}
