/**
 * `npm run tck -- DIR [--engine NAME] [--filter TEXT] [--gaps FILE] [--limit MS] [--verbose]`: runs openCypher's
 * conformance kit. DIR contains its feature files; a folder `graphs` beside it contains the named graphs. Exits with 1
 * when a scenario fails that is not a known gap, and when a known gap passes.
 */
import { parseArgs } from 'node:util';
import { ENGINE_NAMES } from './engines.js';
import { KNOWN_GAPS, runKit } from './run-kit.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: ENGINE_NAMES[0]! },
    filter: { type: 'string', default: '' },
    gaps: { type: 'string', default: KNOWN_GAPS },
    limit: { type: 'string', default: '10000' },
    verbose: { type: 'boolean', default: false },
  },
});

const folder = positionals[0];
if (folder === undefined || !ENGINE_NAMES.includes(values.engine)) {
  const engines = ENGINE_NAMES.join('|');
  process.stderr.write(
    `Usage: npm run tck -- DIR [--engine ${engines}] [--filter TEXT] [--gaps FILE] [--limit MS] [--verbose]\n`,
  );
  process.exit(2);
}

const { engine, filter, gaps } = values;
const report = await runKit({ folder, engine, filter, gaps, limit: Number(values.limit) });
process.stdout.write(report.text(values.verbose));
process.exitCode = report.isGreen ? 0 : 1;
