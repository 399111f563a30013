import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions, type Server } from 'node:net';

/**
 * Below the ephemeral ports that systems assign to outgoing connections (from 32,768 or 49,152 on), so that a restarted
 * server finds its port free. Otherwise a client that tries to reach it meanwhile may be assigned that very port and
 * connect to itself.
 */
const LOWEST = 10_000;
const BEYOND = 32_768;

/**
 * Returns an unused port of the loopback address. No outgoing connection is assigned it by chance, and while this
 * process lives no other caller gets it, even before its server starts or after the server is killed.
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

/**
 * Reserves the port with an abstract socket name, which all processes of a machine see and which disappears with this
 * process. Only Linux has such names.
 */
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
