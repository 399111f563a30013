import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions, type Server } from 'node:net';

/**
 * Below what systems give to connections that go out (from 32,768 or 49,152 on): a server that comes back on its port
 * finds it free. Else who tries to reach it meanwhile may be given that very port, and be connected to itself.
 */
const LOWEST = 10_000;
const BEYOND = 32_768;

/**
 * A port of the loopback address that nobody listens on now, that no connection takes by chance, and that nobody else gets
 * from here as long as this process lives, also while its server is still to start, or is killed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND);
    if (!(await isTaken(port)) && (await isFree(port))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = await listening({ port, host: '127.0.0.1' });
  if (server === undefined) return false;
  await new Promise(resolve => server.close(resolve));
  return true;
}

/** Takes it by a name that all processes of a machine see, and that goes with this one. Only Linux has such names. */
async function isTaken(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const server = await listening({ path: `\0weir-test-port-${port}` });
  server?.unref();
  return server === undefined;
}

function listening(options: ListenOptions): Promise<Server | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(options, () => resolve(server));
  });
}
