import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what systems give to connections that go out (from 32,768 or 49,152 on): a server that comes back on its port
 * finds it free. Else who tries to reach it meanwhile may be given that very port, and be connected to itself.
 */
const LOWEST = 10_000;
const BEYOND = 32_768;

/** A port of the loopback address that nobody listens on now, and that no connection takes by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
