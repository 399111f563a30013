/** What the client takes of the machine. Tests hand in their own. */
export interface ClientEnvironment {
  readonly fetch: (request: Request) => Promise<Response>;
  /** @param action is called once after so many milliseconds. @returns calls it off. */
  readonly after: (millis: number, action: () => void) => () => void;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const systemEnvironment: ClientEnvironment = {
  // Browsers ask that it is called as the window's.
  fetch: request => globalThis.fetch(request),
  after: (millis, action) => {
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
