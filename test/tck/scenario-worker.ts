/**
 * Runs scenarios on a separate thread, so that an endless one can be stopped. Receives an index and answers with the
 * deviation.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { engineNamed } from './engines.js';
import { readFeatures } from './feature-reader.js';
import { runScenario, type Outcome } from './run-scenario.js';
import { isError } from '@weir/platform';

export interface WorkerTask {
  readonly folder: string;
  readonly engine: string;
}

export interface WorkerAnswer {
  readonly index: number;
  readonly outcome: Outcome;
}

const { folder, engine: engineName } = workerData as WorkerTask;
const scenarios = readFeatures(folder);
const graphFolder = join(dirname(resolve(folder)), 'graphs');
const engine = await engineNamed(engineName);

function namedGraph(name: string): readonly string[] {
  return [readFileSync(join(graphFolder, name, `${name}.cypher`), 'utf8')];
}

parentPort!.on('message', (index: number) => {
  void runScenario(engine, scenarios[index]!, namedGraph)
    .catch((error: unknown): Outcome => ({
      kind: 'failed',
      mismatch: String(isError(error) ? error.stack : error),
    }))
    .then(outcome => parentPort!.postMessage({ index, outcome } satisfies WorkerAnswer));
});
