/** Verifies that the simulation can detect errors: each planted fault is found within a thousand histories. */
import { runCluster, SHORT_LOG_BYTES } from './cluster-run.js';
import { NO_FAULTS, type PlantedFaults } from './planted-faults.js';

const MOST_HISTORIES = 1_000;

test.each(Object.keys(NO_FAULTS) as (keyof PlantedFaults)[])(
  'finds %s',
  async fault => {
    let seed = 1;
    let problems: readonly string[] = [];
    for (; seed <= MOST_HISTORIES && problems.length === 0; seed++) {
      ({ problems } = await runCluster(seed, { planted: { [fault]: true }, snapshotBytes: SHORT_LOG_BYTES }));
    }
    expect(problems).not.toEqual([]);
  },
  1_200_000,
);
