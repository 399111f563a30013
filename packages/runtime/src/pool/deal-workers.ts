/** Distribution of worker numbers to processes. */

/**
 * Assigns numbers to the workers of several processes, in turns, so that the first numbers, which may own one more
 * shard, are spread over the processes.
 * @param counts number of workers of each process.
 * @param most maximum number of workers, equal to the number of shards. The first process gets at least one.
 * @returns for each process, the numbers of its workers, ascending.
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
