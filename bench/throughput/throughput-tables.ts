/**
 * The main job: ingests a file of process events into the graph with a four-generation standing query and counts its
 * matches, beside naive programs that do the same work.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child } from '../support/child.js';
import { median, type ThroughputMeasurement } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';
import { writeWorkload, type Workload } from '../support/workload.js';

interface Case {
  readonly name: string;
  readonly title: string;
  readonly store: 'embedded' | 'memory';
  readonly pattern: 'every' | 'values' | 'suspicious' | 'none';
  /** Multiple of the naive program's throughput with ids of node:crypto. */
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
    name: 'values',
    title: 'embedded store, every chain of four with two values',
    store: 'embedded',
    pattern: 'values',
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

const RECORDS = setting('WEIR_BENCH_RECORDS', 300_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);

/** Records per second and memory per record, beside naive programs in the same run. */
export async function throughputTables(): Promise<void> {
  const cases = CASES.filter(({ name }) => isWanted(name));
  if (cases.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    await measure(cases, await writeWorkload(join(folder, 'events.jsonl'), RECORDS));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(cases: readonly Case[], workload: Workload): Promise<void> {
  const baseline: ThroughputMeasurement[] = [];
  const library: ThroughputMeasurement[] = [];
  const measured = new Map<Case, ThroughputMeasurement[]>(cases.map(each => [each, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const plain = await child<ThroughputMeasurement>('throughput/baseline', [workload.file]);
    if (plain) baseline.push(plain);
    const slower = await child<ThroughputMeasurement>('throughput/baseline', [workload.file, 'node-crypto']);
    if (slower) library.push(slower);
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
  const libraryRate = median(library.map(each => each.recordsPerSecond));
  const ratios = (own: number): string[] => [(own / rate).toFixed(2), (own / libraryRate).toFixed(2)];
  const rows = [
    ["naive baseline, ids through Weir's idFrom", perSecond(rate), ...ratios(rate), '', ''],
    ['naive baseline, ids through node:crypto', perSecond(libraryRate), ...ratios(libraryRate), '', ''],
  ];
  for (const [each, list] of measured) {
    const own = median(list.map(one => one.recordsPerSecond));
    const target = each.target === undefined ? '' : `at least ${each.target.toFixed(2)}`;
    const matches = each.pattern === 'none' ? '' : String(median(list.map(one => one.matches ?? NaN)));
    rows.push([each.title, perSecond(own), ...ratios(own), target, matches]);
  }
  printTable(
    ['throughput', 'records/s', 'x own idFrom', 'x node:crypto', 'target x node:crypto', 'matches'],
    rows,
  );
  const libraryHeld = median(library.map(each => each.bytesPerRecord));
  const shares = (own: number): string[] => [(own / held).toFixed(2), (own / libraryHeld).toFixed(2)];
  const memory = [
    ["naive baseline, ids through Weir's idFrom", held.toFixed(0), ...shares(held), ''],
    ['naive baseline, ids through node:crypto', libraryHeld.toFixed(0), ...shares(libraryHeld), ''],
  ];
  for (const [each, list] of measured) {
    const own = median(list.map(one => one.bytesPerRecord));
    const target = each.name === 'embedded' ? `under ${MEMORY_TARGET}` : '';
    memory.push([each.title, own.toFixed(0), ...shares(own), target]);
  }
  printTable(
    ['memory per record held', 'bytes', 'x own idFrom', 'x node:crypto', 'target x node:crypto'],
    memory,
  );
}

function matchesOf({ pattern }: Case, workload: Workload): number {
  if (pattern === 'none') return 0;
  return pattern === 'suspicious' ? workload.suspiciousChain : workload.everyChain;
}

function perSecond(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}
