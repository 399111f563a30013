/** Waiting long costs nothing where all is well, and a busy machine is slow. */
const PATIENCE_MILLIS = 90_000;
/** What takes long is asked for less often: an answer may cost as much as what it waits for. */
const LONGEST_PAUSE_MILLIS = 50;

/**
 * Asks again and again until the answer is the one waited for.
 * @param isRight by default anything but `undefined` and `false`.
 * @returns that answer; rejects with the last one when it does not come in time.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  isRight: (answer: T) => boolean = answer => answer !== undefined && answer !== false,
  patienceMillis = PATIENCE_MILLIS,
): Promise<T> {
  const end = performance.now() + patienceMillis;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MILLIS)) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`still not, after ${patienceMillis} ms: ${JSON.stringify(answer)}`);
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}
