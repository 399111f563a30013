/** Holds back the answers to the queries of a page. */
import type { Page } from 'playwright-core';

/** To be called before the page is opened. */
export async function heldAnswers(page: Page) {
  let release = (): void => undefined;
  const released = new Promise<void>(resolve => (release = resolve));
  let isHolding = false;
  await page.routeWebSocket(/\/query(\/ws)?$/, socket => {
    const server = socket.connectToServer();
    server.onMessage(message => {
      if (isHolding) void released.then(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: (): void => {
      isHolding = true;
    },
    /** Delivers everything that was held, and no longer holds. Call once. */
    release: (): void => {
      isHolding = false;
      release();
    },
  };
}
