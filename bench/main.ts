/**
 * `npm run bench`: measures Weir beside a naive program, case by case, each in a process of its own, in turns,
 * and prints the medians with their ratio. Not a test: it always ends well.
 *
 * WEIR_BENCH_RECORDS (300000), WEIR_BENCH_ROUNDS (3), WEIR_BENCH_SECONDS (20, of the latency case),
 * WEIR_BENCH_WORKERS (one per core), WEIR_BENCH_CASES (all: embedded,memory,selective,plain,latency).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, type LatencyMeasurement, type ThroughputMeasurement } from './measurement.js';
import { printTable } from './table.js';
import { writeWorkload, type Workload } from './workload.js';

interface Case {
  readonly name: string;
  readonly title: string;
  readonly store: 'embedded' | 'memory';
  readonly pattern: 'every' | 'suspicious' | 'none';
  /** Times the baseline. */
  readonly target?: number;
}

const CASES: readonly Case[] = [
  {
    name: 'embedded',
    title: 'embedded store, every chain of four counted',
    store: 'embedded',
    pattern: 'every',
    target: 0.3,
  },
  {
    name: 'memory',
    title: 'memory store, every chain of four counted',
    store: 'memory',
    pattern: 'every',
    target: 0.45,
  },
  {
    name: 'selective',
    title: 'embedded store, suspicious chains counted',
    store: 'embedded',
    pattern: 'suspicious',
  },
  { name: 'plain', title: 'embedded store, no standing query', store: 'embedded', pattern: 'none' },
];
const MEMORY_TARGET = 1.5;
const LATENCY_TARGET_MILLIS = 25;

const records = setting('WEIR_BENCH_RECORDS', 300_000);
const rounds = setting('WEIR_BENCH_ROUNDS', 3);
const seconds = setting('WEIR_BENCH_SECONDS', 20);
const wanted = process.env['WEIR_BENCH_CASES']?.split(',');
const isWanted = (name: string): boolean => wanted === undefined || wanted.includes(name);

const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
try {
  const workload = await writeWorkload(join(folder, 'events.jsonl'), records);
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}; ` +
      `${records} records, median of ${rounds}\n\n`,
  );
  await throughput(workload);
  if (isWanted('latency')) await latency();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function throughput(workload: Workload): Promise<void> {
  const cases = CASES.filter(({ name }) => isWanted(name));
  if (cases.length === 0) return;
  const baseline: ThroughputMeasurement[] = [];
  const measured = new Map<Case, ThroughputMeasurement[]>(cases.map(each => [each, []]));
  for (let round = 0; round < rounds; round++) {
    const plain = await child<ThroughputMeasurement>('baseline', [workload.file]);
    if (plain) baseline.push(plain);
    for (const each of cases) {
      const expected = matchesOf(each, workload);
      const one = await child<ThroughputMeasurement>('weir', [
        workload.file,
        each.store,
        each.pattern,
        `${expected}`,
      ]);
      if (one === undefined) continue;
      measured.get(each)!.push(one);
      if (one.matches !== undefined && one.matches !== expected) {
        process.stdout.write(`WRONG: ${each.title}: ${one.matches} matches instead of ${expected}\n`);
      }
    }
  }
  const rate = median(baseline.map(each => each.recordsPerSecond));
  const held = median(baseline.map(each => each.bytesPerRecord));
  const rows = [['naive baseline', perSecond(rate), '1.00', '', '']];
  for (const [each, list] of measured) {
    const own = median(list.map(one => one.recordsPerSecond));
    const target = each.target === undefined ? '' : `at least ${each.target.toFixed(2)}`;
    const matches = each.pattern === 'none' ? '' : String(median(list.map(one => one.matches ?? NaN)));
    rows.push([each.title, perSecond(own), (own / rate).toFixed(2), target, matches]);
  }
  printTable(['throughput', 'records/s', 'x baseline', 'target', 'matches'], rows);
  const memory = [['naive baseline', held.toFixed(0), '1.00', '']];
  for (const [each, list] of measured) {
    const own = median(list.map(one => one.bytesPerRecord));
    const target = each.name === 'embedded' ? `under ${MEMORY_TARGET}` : '';
    memory.push([each.title, own.toFixed(0), (own / held).toFixed(2), target]);
  }
  printTable(['memory per record held', 'bytes', 'x baseline', 'target'], memory);
}

async function latency(): Promise<void> {
  const measured = await child<LatencyMeasurement>('latency', [String(seconds)]);
  if (measured === undefined) return;
  const { samples, lost, p50, p99, max } = measured;
  printTable(
    ['record to result, 1,000 records/s', 'p50 ms', 'p99 ms', 'max ms', 'target p99', 'samples', 'lost'],
    [
      [
        'gateway, embedded store',
        ...[p50, p99, max].map(millis => millis.toFixed(1)),
        `under ${LATENCY_TARGET_MILLIS}`,
        `${samples}`,
        `${lost}`,
      ],
    ],
  );
}

function matchesOf({ pattern }: Case, workload: Workload): number {
  if (pattern === 'none') return 0;
  return pattern === 'every' ? workload.everyChain : workload.suspiciousChain;
}

function perSecond(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}

function setting(name: string, otherwise: number): number {
  const text = process.env[name];
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} is a whole number from 1, not '${text}'`);
  return value;
}

/** @returns the measurement, or `undefined` when the program failed; then that is said and the rest goes on. */
async function child<T>(program: string, args: readonly string[]): Promise<T | undefined> {
  const path = fileURLToPath(new URL(`./${program}.js`, import.meta.url));
  const run = spawn(process.execPath, ['--expose-gc', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const piece of run.stdout) output += String(piece);
  const code = run.exitCode ?? (await new Promise<number | null>(resolve => run.once('exit', resolve)));
  const line = output.trim().split('\n').pop();
  if (code === 0 && line) return JSON.parse(line) as T;
  process.stdout.write(`FAILED: ${program} ${args.slice(1).join(' ')} (exit code ${code})\n`);
  return undefined;
}
