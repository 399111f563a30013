/**
 * Laws 4 and 1 with real processes: the gateway is repeatedly killed (`kill -9`) at random moments and restarted on the
 * same data. The ingest resumes automatically; the graph, its past and the standing queries must be the same as in an
 * undisturbed run.
 *
 * Other runs: WEIR_TEST_CRASH_SEED (printed), WEIR_TEST_CRASH_RUNS (pairs of runs), WEIR_TEST_CRASH_KILLS (per run).
 * The seed determines all actions and their approximate times; the exact moment of a kill depends on the machine.
 */
import { randomTest } from '@weir/platform/testing';
import type { GraphDump } from '../support/graph-dump.js';
import { CrashRun } from './crash-run.js';
import { type Workload, WORKLOADS } from './crash-workload.js';

const { seed: SEED, cases: KILLS } = randomTest('kills at random');
const { cases: RUNS } = randomTest('pairs of runs that are killed');

async function withRun<T>(
  workload: Workload,
  lines: readonly string[],
  seed: number,
  work: (run: CrashRun) => Promise<T>,
): Promise<T> {
  const run = new CrashRun(workload, lines, seed);
  await run.begin();
  try {
    return await work(run);
  } finally {
    await run.end();
  }
}

const undisturbed = new Map<Workload, Promise<GraphDump>>();

async function isAsUndisturbed(workload: Workload, seed: number): Promise<void> {
  const lines = workload.lines(SEED);
  if (!undisturbed.has(workload)) {
    undisturbed.set(
      workload,
      withRun(workload, lines, SEED, run => run.undisturbed()),
    );
  }
  const expected = await undisturbed.get(workload)!;
  await withRun(workload, lines, seed, async run => {
    const graph = await run.killedTimes(KILLS);
    process.stderr.write(`seed ${seed}, ${workload.name}: killed ${JSON.stringify(run.killed)}\n`);
    expect(graph).toEqual(expected);
  });
}

// The two runs of a pair run concurrently: most of the time is spent starting processes.
test.each(Array.from({ length: RUNS }, (_, run) => SEED + run * WORKLOADS.length))(
  `seed %d: ${KILLS} kills each`,
  async first => {
    process.stderr.write(`kill -9, WEIR_TEST_CRASH_SEED=${first}\n`);
    const runs = await Promise.allSettled(
      WORKLOADS.map((workload, i) => isAsUndisturbed(workload, first + i)),
    );
    for (const run of runs) if (run.status === 'rejected') throw run.reason;
  },
  600_000,
);
