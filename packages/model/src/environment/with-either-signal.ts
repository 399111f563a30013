/**
 * Does `work` with a signal that is aborted as soon as one of the two is. They keep nothing of it afterwards, so that
 * one that lasts as long as the process can serve any number of them: `AbortSignal.any` leaves an entry with each of
 * its sources for as long as those are there.
 */
export async function withEitherSignal<T>(
  one: AbortSignal,
  other: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const sources = [one, other].map(signal => ({ signal, stop: () => either.abort(signal.reason) }));
  for (const { signal, stop } of sources) {
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }
  try {
    return await work(either.signal);
  } finally {
    for (const { signal, stop } of sources) signal.removeEventListener('abort', stop);
  }
}
