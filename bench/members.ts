/**
 * Gateways that share a graph in Cassandra, started for a measurement: WEIR_BENCH_CASSANDRA and WEIR_BENCH_NATS say where these
 * are. What each of them took of the processor, its main thread apart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const POLL_MILLIS = 100;
/** Of a kernel's tick. */
const TICK_MILLIS = 10;

export interface Member {
  readonly url: string;
  readonly process: ChildProcess;
}

export interface Cluster {
  readonly order: number;
  readonly owner: string;
  readonly members: readonly { readonly address: string; readonly shards: readonly number[] }[];
  readonly moves: readonly { readonly millis: number | null }[];
  readonly readers: readonly { readonly stream: string; readonly records: number }[];
}

export interface Cpu {
  readonly whole: number;
  readonly main: number;
}

export function place(variable: string): string {
  const found = process.env[variable];
  if (found === undefined) throw new Error(`${variable} does not say where it is`);
  return found;
}

/** @param more settings. */
export async function start(
  graph: string,
  folder: string,
  name: string,
  workers: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Member> {
  const settings = {
    'store.endpoints': place('WEIR_BENCH_CASSANDRA'),
    'store.graph': graph,
    'store.filepath': join(folder, name),
    'store.buckets-per-shard': 8,
    'cluster.directory': place('WEIR_BENCH_NATS'),
    'cluster.name': graph,
    'cluster.member': name,
    'cluster.lend-workers': workers,
    ...more,
  };
  const program = fileURLToPath(new URL('../../apps/gateway/bin/weir.mjs', import.meta.url));
  const fixed = ['--port', '0', '--store', 'cassandra', '--shards', '4', '--workers', String(workers)];
  const properties = Object.entries(settings).map(([key, value]) => `-Dweir.${key}=${value}`);
  const child = spawn(process.execPath, [program, ...fixed, ...properties], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const available = /web server available at (http\S+)/.exec(line);
    if (available === null) continue;
    child.stderr.resume();
    return { url: available[1]!, process: child };
  }
  throw new Error('a gateway ended before it was ready');
}

export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
  }
}

export async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as T;
}

/** @returns the address of the owner, when all members have shards. */
export function spread(members: readonly Member[]): Promise<string> {
  return until(async () => {
    const cluster = await get<Cluster>(`${members[0]!.url}/api/v2/system/cluster`);
    const holders = cluster.members.filter(({ shards }) => shards.length > 0);
    const isAtRest = cluster.moves.every(({ millis }) => millis !== null);
    if (holders.length < members.length || !isAtRest) return undefined;
    return cluster.members.find(member => (member as { isOwner?: boolean }).isOwner)!.address;
  });
}

export async function cpuOf({
  process: { pid },
}: {
  readonly process: { readonly pid?: number | undefined };
}): Promise<Cpu> {
  const millis = async (file: string): Promise<number> => {
    const fields = (await readFile(file, 'utf8')).split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS;
  };
  return { whole: await millis(`/proc/${pid}/stat`), main: await millis(`/proc/${pid}/task/${pid}/stat`) };
}
