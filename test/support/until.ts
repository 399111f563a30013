/** Long, because a busy machine is slow; passing tests do not wait for it. */
const PATIENCE_MILLIS = 90_000;
/** Maximum pause: polling slows down over time, because a call may be as expensive as the work it waits for. */
const LONGEST_PAUSE_MILLIS = 50;

/**
 * Polls until the answer is the expected one.
 * @param isRight by default anything but `undefined` and `false`.
 * @returns that answer; rejects with the last one if it does not arrive in time.
 */
export async function until<T>(
  check: () => T | Promise<T>,
  isRight: (answer: T) => boolean = answer => answer !== undefined && answer !== false,
  patienceMillis = PATIENCE_MILLIS,
): Promise<T> {
  const end = performance.now() + patienceMillis;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MILLIS)) {
    const answer = await check();
    if (isRight(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`still not, after ${patienceMillis} ms: ${JSON.stringify(answer)}`);
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}
