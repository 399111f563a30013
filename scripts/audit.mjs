/**
 * `npm run audit -- URL NAME [--sample N]`: compares what a standing query of a running gateway reports with the same
 * query run from scratch. Ends with 1 when they differ.
 */
import { parseArgs } from 'node:util';
import { askGateway } from './ask-gateway.mjs';
import { fail } from './prepare.mjs';

let parsed;
try {
  parsed = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
} catch (error) {
  fail(error.message);
}
const [url, name] = parsed.positionals;
if (name === undefined) fail('npm run audit -- URL NAME [--sample N]');
const sample = Number(parsed.values.sample ?? 100);
const { nodes, rows, differences, differenceCount, unsettled } = await askGateway(url, name, 'audit', {
  sample,
});
process.stdout.write(
  `${nodes === 0 ? 'everything' : `${nodes} nodes`}, ${rows} rows: ${differenceCount} differences${unsettled === 0 ? '' : `; ${unsettled} could not be compared, because data changed meanwhile`}\n`,
);
for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
if (differences.length > 0) process.exitCode = 1;
