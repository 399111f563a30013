/**
 * `npm run tck -- DIR [--filter TEXT] [--gaps FILE] [--verbose]`: runs openCypher's conformance kit. DIR holds its
 * feature files; a folder `graphs` beside it holds the named graphs. Ends with 1 when a scenario fails that is no known
 * gap, and when a known gap passes.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readFeatures } from './feature-reader.js';
import { readKnownGaps, scenarioKey } from './known-gaps.js';
import { mapGraphEngine } from './map-graph-engine.js';
import { runScenario } from './run-scenario.js';
import type { Scenario } from './scenario.js';
import { TckReport } from './tck-report.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    filter: { type: 'string', default: '' },
    gaps: { type: 'string', default: fileURLToPath(new URL('../../tck/known-gaps.txt', import.meta.url)) },
    verbose: { type: 'boolean', default: false },
  },
});

const folder = positionals[0];
if (folder === undefined) {
  process.stderr.write('Usage: npm run tck -- DIR [--filter TEXT] [--gaps FILE] [--verbose]\n');
  process.exit(2);
}

const graphFolder = join(dirname(resolve(folder)), 'graphs');
const namedGraph = (name: string): readonly string[] => [
  readFileSync(join(graphFolder, name, `${name}.cypher`), 'utf8'),
];
const isWanted = (scenario: Scenario): boolean => scenarioKey(scenario).includes(values.filter);

const engine = mapGraphEngine();
const report = new TckReport(readKnownGaps(values.gaps));
for (const scenario of readFeatures(folder).filter(isWanted)) {
  report.add(scenario, await runScenario(engine, scenario, namedGraph));
}
await engine.close();
process.stdout.write(report.text(values.verbose));
process.exitCode = report.isGreen ? 0 : 1;
