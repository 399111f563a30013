/**
 * Returns the result of `work`, or `otherwise` as soon as the signal is aborted; `work` then continues unobserved.
 * Leaves no listener on the signal, so that one signal can serve any number of calls.
 */
export function untilAborted<T, U>(work: Promise<T>, signal: AbortSignal, otherwise: U): Promise<T | U> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(otherwise);
    const leave = (): void => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(leave);
  });
}
