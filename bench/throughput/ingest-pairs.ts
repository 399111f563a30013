/**
 * Compares the processor time of ingest in this build with another build of this project, a clone at an earlier commit.
 * Both run in turns, each in a separate process, so other load on the machine affects both alike. On an idle machine
 * ten rounds show a difference of 3 %.
 *
 *     node ingest-pairs.js OTHER_ROOT [memory|embedded] [ROUNDS]
 *
 * Prints microseconds of processor time per record, there and here (medians), and the median of the ratios, round by
 * round.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child } from '../support/child.js';
import { median, type ThroughputMeasurement } from '../support/measurement.js';
import { setting } from '../support/settings.js';
import { writeWorkload } from '../support/workload.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 100_000);

const [root, store = 'memory', rounds = '10'] = process.argv.slice(2);
if (root === undefined) throw new Error('node ingest-pairs.js OTHER_ROOT [memory|embedded] [ROUNDS]');
const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
try {
  const workload = await writeWorkload(join(folder, 'events.jsonl'), RECORDS);
  const args = [workload.file, store, 'every', String(workload.everyChain)];
  const there: number[] = [];
  const here: number[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const sides = [
      { options: { root }, micros: there },
      { options: {}, micros: here },
    ];
    for (const { options, micros } of round % 2 === 0 ? sides : sides.reverse()) {
      const measured = await child<ThroughputMeasurement>('weir', args, options);
      if (measured?.cpuMicrosPerRecord === undefined) throw new Error('a run failed; its message is above');
      micros.push(measured.cpuMicrosPerRecord);
    }
  }
  const ratio = median(here.map((micros, i) => micros / there[i]!));
  process.stdout.write(
    `${store}: ${median(there).toFixed(1)} other, ${median(here).toFixed(1)} this, ratio ${ratio.toFixed(3)}\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
