/** Platform functions that the client needs. Tests pass their own. */
export interface ClientEnvironment {
  readonly fetch: (request: Request) => Promise<Response>;
  /** @param action called once after `millis` milliseconds. @returns a function that cancels the call. */
  readonly after: (millis: number, action: () => void) => () => void;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

export const systemEnvironment: ClientEnvironment = {
  // Browsers require `fetch` to be called on the window.
  fetch: request => globalThis.fetch(request),
  after: (millis, action) => {
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
