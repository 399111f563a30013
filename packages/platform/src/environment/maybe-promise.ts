/**
 * A value or a promise of it. On the hot path most results are available synchronously; `whenReady` avoids the cost of
 * a promise for them.
 */
export type MaybePromise<T> = T | Promise<T>;

export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise;
}

/** Calls `next` with the value, synchronously if it is available. */
export function whenReady<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
