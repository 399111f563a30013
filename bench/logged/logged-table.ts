/**
 * A graph in a log on NATS servers beside the same in the embedded store. Runs only if WEIR_BENCH_NATS names the server's
 * program; it starts its servers. Everything shares this machine, so processor time counts, not the rate.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { child } from '../support/child.js';
import type { LoggedMeasurement } from './logged.js';
import { median } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 100_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);
const FIRST_PORT = 24_222;

interface Case {
  readonly name: string;
  readonly servers: number;
  readonly isFollowed: boolean;
  readonly target: string;
  readonly measured: LoggedMeasurement[];
}

export async function loggedTable(): Promise<void> {
  if (!isWanted('logged')) return;
  const program = process.env['WEIR_BENCH_NATS'];
  if (program === undefined) {
    process.stdout.write('logged: skipped, because WEIR_BENCH_NATS is not set\n\n');
    return;
  }
  const cases: readonly Case[] = [
    { name: 'embedded', servers: 0, isFollowed: false, target: '', measured: [] },
    { name: 'log, one copy', servers: 1, isFollowed: false, target: 'at most 1.25', measured: [] },
    { name: 'log, three copies', servers: 3, isFollowed: false, target: 'at most 1.5', measured: [] },
    { name: 'log, one copy, hot spare', servers: 1, isFollowed: true, target: '', measured: [] },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of cases) {
      const one = await measure(program, each);
      if (one !== undefined) each.measured.push(one);
    }
  }
  const middle = ({ measured }: Case, value: (one: LoggedMeasurement) => number): number =>
    median(measured.map(value));
  const sum = ({ own, servers, follower }: LoggedMeasurement): number => own + servers + follower;
  const base = middle(cases[0]!, sum);
  printTable(
    [
      'an edge per record',
      'records/s',
      'µs CPU per record: Weir',
      'servers',
      'spare',
      'x embedded',
      'target',
    ],
    cases.map(each => [
      each.name,
      Math.round(middle(each, one => one.recordsPerSecond)).toLocaleString('en'),
      middle(each, one => one.own).toFixed(1),
      middle(each, one => one.servers).toFixed(1),
      middle(each, one => one.follower).toFixed(1),
      (middle(each, sum) / base).toFixed(2),
      each.target,
    ]),
  );
}

async function measure(
  program: string,
  { servers, isFollowed }: Case,
): Promise<LoggedMeasurement | undefined> {
  if (servers === 0) return child<LoggedMeasurement>('logged/logged', [`${RECORDS}`, 'embedded']);
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const processes: ChildProcess[] = [];
  try {
    const ports = Array.from({ length: servers }, (_, i) => FIRST_PORT + i);
    for (const port of ports) processes.push(await startServer(program, folder, port, ports));
    const addresses = ports.map(port => `127.0.0.1:${port}`).join(',');
    const pids = processes.map(({ pid }) => pid).join(',');
    const args = [`${RECORDS}`, 'logged', addresses, `${servers}`, pids];
    if (!isFollowed) return await child<LoggedMeasurement>('logged/logged', args);
    const path = fileURLToPath(new URL('./logged-follower.js', import.meta.url));
    const follower = spawn(process.execPath, [path, addresses, join(folder, 'spare')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(follower);
    await once(follower.stdout, 'data');
    return await child<LoggedMeasurement>('logged/logged', [...args, `${follower.pid}`]);
  } finally {
    const ends = processes.map(each => once(each, 'exit'));
    for (const each of processes) each.kill('SIGKILL');
    await Promise.all(ends);
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param ports of all servers; each has its connection to the others 1,000 above its port. */
async function startServer(
  program: string,
  folder: string,
  port: number,
  ports: readonly number[],
): Promise<ChildProcess> {
  const route = (each: number): string => `nats://127.0.0.1:${each + 1_000}`;
  const cluster = `cluster { name: bench, listen: "127.0.0.1:${port + 1_000}", routes: [${ports.map(each => `"${route(each)}"`).join()}] }`;
  const lines = [
    `server_name: s${port}`,
    `listen: "127.0.0.1:${port}"`,
    `jetstream { store_dir: "${join(folder, String(port))}" }`,
    ...(ports.length > 1 ? [cluster] : []),
  ];
  const file = join(folder, `${port}.conf`);
  await writeFile(file, lines.join('\n'));
  const server = spawn(program, ['-c', file], { stdio: 'ignore' });
  await answers(port);
  return server;
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
