/** What all copies of this package that one thread has loaded share. */

/** The number changes with what is shared: copies that would not understand each other share nothing. */
const PLACE = Symbol.for('weir.shared.1');

function shared(): Record<string, unknown> {
  const thread = globalThis as { [PLACE]?: Record<string, unknown> };
  return (thread[PLACE] ??= {});
}

/** What was put there under the name first, which is `own` if nothing was. */
export function sharedInThread<T>(name: string, own: T): T {
  return (shared()[name] ??= own) as T;
}

/** Puts something in the place of what was there. */
export function shareInThread(name: string, what: unknown): void {
  shared()[name] = what;
}

export function foundInThread(name: string): unknown {
  return shared()[name];
}
