/**
 * Reference points for throughput on this machine: the naive program, and differential dataflow and Drasi where cargo
 * is installed, beside Weir with 0, 1 and 2 workers. All of them run in each round, on the same file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child, nativeChild } from '../support/child.js';
import { median, type ThroughputMeasurement } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';
import type { ThreadTimes } from '../support/thread-cpu.js';
import { writeWorkload, type Workload } from '../support/workload.js';
import { buildAnchor, hasCargo } from './cargo.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 300_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);

const PATTERNS = { every: 'the id of every chain of four', values: 'two values of every chain of four' };
type Pattern = keyof typeof PATTERNS;
const BOTH: readonly Pattern[] = ['every', 'values'];

interface Contender {
  readonly title: string;
  readonly run: (workload: Workload, pattern: Pattern) => Promise<ThroughputMeasurement | undefined>;
}

const WEIR: readonly Contender[] = [
  weir('memory', 0),
  weir('embedded', 0),
  weir('embedded', 1),
  weir('embedded', 2),
];

const ANCHORS = [
  { name: 'differential-dataflow', title: 'differential dataflow, one thread, in memory' },
  { name: 'drasi-core', title: 'Drasi core, one thread, in memory' },
];

/** One run of each contender for each pattern; runs that failed are missing. */
interface Round {
  readonly naive: ThroughputMeasurement | undefined;
  readonly measured: ReadonlyMap<string, ThroughputMeasurement>;
}

export async function anchorTables(): Promise<void> {
  if (!isWanted('anchors')) return;
  const contenders = [...(await builtAnchors()), ...WEIR];
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    const workload = await writeWorkload(join(folder, 'events.jsonl'), RECORDS);
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await runRound(contenders, workload));
    for (const pattern of BOTH) print(pattern, contenders, rounds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function builtAnchors(): Promise<readonly Contender[]> {
  if (!(await hasCargo())) {
    process.stdout.write('cargo is not on the PATH: differential dataflow and Drasi core are skipped.\n');
    return [];
  }
  const built: Contender[] = [];
  for (const { name, title } of ANCHORS) {
    const path = await buildAnchor(name);
    if (path !== undefined) {
      built.push({ title, run: (workload, pattern) => nativeChild(path, [workload.file, pattern]) });
    }
  }
  return built;
}

function weir(store: string, workers: number): Contender {
  const variables = { WEIR_BENCH_WORKERS: String(workers) };
  return {
    title: `Weir, ${store} store, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    run: (workload, pattern) =>
      child('weir', [workload.file, store, pattern, String(workload.everyChain)], { variables }),
  };
}

async function runRound(contenders: readonly Contender[], workload: Workload): Promise<Round> {
  const naive = await child<ThroughputMeasurement>('throughput/baseline', [workload.file, 'node-crypto']);
  const measured = new Map<string, ThroughputMeasurement>();
  for (const pattern of BOTH) {
    for (const { title, run } of contenders) {
      const one = await run(workload, pattern);
      if (one === undefined) continue;
      measured.set(keyOf(title, pattern), one);
      if (one.matches !== workload.everyChain) {
        process.stdout.write(
          `WRONG: ${title}: ${one.matches} matches instead of ${workload.everyChain}, ${PATTERNS[pattern]}\n`,
        );
      }
    }
  }
  return { naive, measured };
}

function print(pattern: Pattern, contenders: readonly Contender[], rounds: readonly Round[]): void {
  const naive = rounds.map(round => round.naive);
  const runsOf = ({ title }: Contender): Runs =>
    rounds.map(round => round.measured.get(keyOf(title, pattern)));
  const hasThreads = contenders.some(each => runsOf(each).some(run => run?.threadMicrosPerRecord));
  const threads = hasThreads ? THREADS : [];
  const row = (title: string, runs: Runs): string[] => [
    title,
    cell(runs, run => run.recordsPerSecond),
    ratio(runs, naive, run => run.recordsPerSecond),
    cell(runs, run => run.cpuMicrosPerRecord, 1),
    ratio(runs, naive, run => run.cpuMicrosPerRecord),
    ...threads.map(({ kind }) => cell(runs, run => run.threadMicrosPerRecord?.[kind], 1)),
    cell(runs, run => run.bytesPerRecord),
    cell(runs, run => run.matches),
  ];
  printTable(
    [
      PATTERNS[pattern],
      'records/s',
      'x naive',
      'CPU µs',
      'x naive',
      ...threads.map(({ header }) => header),
      'bytes',
      'matches',
    ],
    [row('naive loop, no query', naive), ...contenders.map(each => row(each.title, runsOf(each)))],
  );
}

/** One value for each round. */
type Runs = readonly (ThroughputMeasurement | undefined)[];

/** Columns of processor time, in microseconds per record. */
const THREADS: readonly { readonly kind: keyof ThreadTimes; readonly header: string }[] = [
  { kind: 'main', header: 'main' },
  { kind: 'workers', header: 'workers' },
  { kind: 'helpers', header: 'V8 helpers' },
  { kind: 'store', header: 'store' },
];

/** Returns the median, or nothing where no run measured it. */
function cell(
  runs: Runs,
  value: (run: ThroughputMeasurement) => number | undefined,
  fractionDigits = 0,
): string {
  const values = runs.flatMap(run => (run && value(run)) ?? []);
  return values.length === 0 ? '' : formatted(median(values), fractionDigits);
}

/** Returns the median of the ratios round by round: other load on the machine affects both sides of each. */
function ratio(runs: Runs, naive: Runs, value: (run: ThroughputMeasurement) => number | undefined): string {
  const ratios = runs.flatMap((run, i) => {
    const [own, other] = [run && value(run), naive[i] && value(naive[i])];
    return own === undefined || other === undefined ? [] : own / other;
  });
  return ratios.length === 0 ? '' : formatted(median(ratios), 2);
}

function formatted(value: number, fractionDigits: number): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

function keyOf(title: string, pattern: Pattern): string {
  return `${title}/${pattern}`;
}
