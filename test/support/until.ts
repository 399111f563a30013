/** Waiting long costs nothing where all is well, and a busy machine is slow. */
const PATIENCE_MILLIS = 90_000;
const PAUSE_MILLIS = 5;

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
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`still not, after ${patienceMillis} ms: ${JSON.stringify(answer)}`);
    await new Promise(resolve => setTimeout(resolve, PAUSE_MILLIS));
  }
}
