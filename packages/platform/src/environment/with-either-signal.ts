/**
 * Runs `work` with a signal that is aborted as soon as either of the two is. Leaves nothing on them afterwards, so that
 * a long-lived signal can serve any number of calls; `AbortSignal.any` would leave an entry on each source signal for
 * the lifetime of that source.
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
