/** Runs the real gateway in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @param folder receives the data directory. */
export async function startGateway(folder: string): Promise<{ url: string; gateway: ChildProcess }> {
  const program = fileURLToPath(new URL('../../../apps/gateway/bin/weir.mjs', import.meta.url));
  const gateway = spawn(process.execPath, [program, '--port', '0', '--data', join(folder, 'data')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: gateway.stderr });
  for await (const line of lines) {
    const available = /web server available at (http\S+)/.exec(line);
    if (available) {
      gateway.stderr.resume();
      return { url: available[1]!, gateway };
    }
    process.stderr.write(`${line}\n`);
  }
  throw new Error('the gateway exited before it was ready');
}

export async function postTo(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
