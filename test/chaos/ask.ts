/** Requests of checks while the system is at rest: the correct response must arrive. */
import { pause, type GatewayLife } from './gateway-life.js';
import { isHonestTrouble, isOk, type Reply } from './reply.js';

const TRIES_MILLIS = 60_000;
const PAUSE_MILLIS = 200;

const SETTINGS = '?timeout=30000';

/**
 * @param path below `/api/v1`, or a full path. Retries while the service reports problems.
 * @returns the parsed body. Rejects otherwise.
 */
export async function insist<T>(
  gateway: GatewayLife,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const end = performance.now() + TRIES_MILLIS;
  for (;;) {
    const reply = await gateway.request(path.startsWith('/api/') ? path : `/api/v1${path}`, { method, body });
    if (isOk(reply)) return (reply.text === '' ? undefined : JSON.parse(reply.text)) as T;
    const mayTryAgain = reply.isLost || isHonestTrouble(reply);
    if (!mayTryAgain || performance.now() > end)
      throw new Error(`${method} ${path}: ${describe(reply)} ${(JSON.stringify(body) ?? '').slice(0, 300)}`);
    await pause(PAUSE_MILLIS);
  }
}

export interface Rows {
  readonly columns: readonly string[];
  readonly results: readonly (readonly unknown[])[];
}

export function rowsOf(gateway: GatewayLife, text: string, parameters: object = {}): Promise<Rows> {
  return insist<Rows>(gateway, 'POST', `/query/cypher${SETTINGS}`, { text, parameters });
}

export function describe(reply: Reply): string {
  if (reply.isLost) return 'the connection was lost';
  return `${reply.status} ${reply.code} ${reply.text.slice(0, 500)}`;
}
