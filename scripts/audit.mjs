/**
 * `npm run audit -- URL NAME [--sample N]`: compares what a standing query of a running gateway reports with the same
 * query run from scratch. Ends with 1 when they differ.
 */
import { parseArgs } from 'node:util';
import { fail } from './prepare.mjs';

let parsed;
try {
  parsed = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
} catch (error) {
  fail(error.message);
}
const [url, name] = parsed.positionals;
if (name === undefined) fail('npm run audit -- URL NAME [--sample N]');
const path = `/api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}:audit`;
const sample = Number(parsed.values.sample ?? 100);
let response;
try {
  response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sample }),
  });
} catch (error) {
  fail(`${url} can't be reached: ${error.cause?.message ?? error.message}`);
}
if (!response.ok) fail(await response.text());
const { nodes, rows, differences } = await response.json();
process.stdout.write(
  `${nodes === 0 ? 'everything' : `${nodes} nodes`}, ${rows} rows: ${differences.length} differences\n`,
);
for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
if (differences.length > 0) process.exitCode = 1;
