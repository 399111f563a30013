/** Values shared by all copies of this package in one thread. */

/** Change the number whenever the shared values change incompatibly, so that incompatible copies share nothing. */
const PLACE = Symbol.for('weir.shared.1');

function shared(): Record<string, unknown> {
  const thread = globalThis as { [PLACE]?: Record<string, unknown> };
  return (thread[PLACE] ??= {});
}

/** Returns the value registered first under the name; registers `own` if there is none. */
export function sharedInThread<T>(name: string, own: T): T {
  return (shared()[name] ??= own) as T;
}

/** Registers a value, replacing an earlier one. */
export function shareInThread(name: string, what: unknown): void {
  shared()[name] = what;
}

export function foundInThread(name: string): unknown {
  return shared()[name];
}
