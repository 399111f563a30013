/**
 * `npm run audit -- URL NAME [--sample N] [--seed N] [--whole]`: compares what a standing query of a running gateway reports
 * with the same query run from scratch. Ends with 1 when they differ.
 */
import { parseArgs } from 'node:util';
import { askGateway } from './ask-gateway.mjs';
import { fail } from './build/prepare.mjs';

const USAGE = 'npm run audit -- URL NAME [--sample N] [--seed N] [--whole]';

let parsed;
try {
  const options = { sample: { type: 'string' }, seed: { type: 'string' }, whole: { type: 'boolean' } };
  parsed = parseArgs({ options, allowPositionals: true });
} catch (error) {
  fail(error.message);
}
const [url, name] = parsed.positionals;
if (name === undefined) fail(USAGE);
const { sample = '100', seed, whole = false } = parsed.values;
const report = await askGateway(url, name, 'audit', {
  sample: Number(sample),
  whole,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});
const { nodes, nodesWithResults, groups, looked, rows, differences, differenceCount, unsettled, failed } =
  report;
const compared = report.whole
  ? 'everything'
  : `${nodes} nodes (${nodesWithResults} with results${groups === 0 ? '' : `, ${groups} groups`}; chosen among ${looked} with seed ${report.seed})`;
const undecided =
  unsettled === 0 ? '' : `; ${unsettled} could not be compared, because data changed meanwhile`;
process.stdout.write(`${compared}, ${rows} rows: ${differenceCount} differences${undecided}\n`);
if (failed > 0) process.stdout.write(`${failed} could not be run from scratch: ${report.failure}\n`);
for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
if (differences.length > 0) process.exitCode = 1;
