/** Runs the whole kit, or a filtered part of it, on one engine. */
import { fileURLToPath } from 'node:url';
import { readFeatures } from './feature-reader.js';
import { GuardedWorker } from './guarded-worker.js';
import { readKnownGaps, scenarioKey } from './known-gaps.js';
import { TckReport } from './tck-report.js';

export const KNOWN_GAPS = fileURLToPath(new URL('../../tck/known-gaps.txt', import.meta.url));

export interface KitRun {
  /** Folder of the feature files. */
  readonly folder: string;
  readonly engine: string;
  /** Part of the feature's or the scenario's name; empty: all scenarios. */
  readonly filter: string;
  readonly gaps: string;
  /** Time limit of a scenario, in milliseconds. */
  readonly limit: number;
}

export async function runKit({ folder, engine, filter, gaps, limit }: KitRun): Promise<TckReport> {
  const report = new TckReport(readKnownGaps(gaps));
  const worker = new GuardedWorker({ folder, engine }, limit);
  for (const [index, scenario] of readFeatures(folder).entries()) {
    if (scenarioKey(scenario).includes(filter)) report.add(scenario, await worker.run(index));
  }
  await worker.close();
  return report;
}
