/**
 * `npm run oracle -- --seed N --cases N`: the oracle tests alone, from a seed, for as many cases as you like.
 * Without a seed, one that was not used before.
 */
import { parseArgs } from 'node:util';
import { fail } from './prepare.mjs';

const options = { seed: { type: 'string' }, cases: { type: 'string' } };
let values;
try {
  ({ values } = parseArgs({ options }));
} catch (error) {
  fail(error.message);
}
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,15}$/.test(value)) fail(`--${name} takes a whole number, not '${value}'`);
}
const { seed = String(Date.now() % 2 ** 31), cases = '10000' } = values;
process.env.WEIR_ORACLE_SEED = seed;
process.env.WEIR_ORACLE_CASES = cases;
process.stdout.write(`seed ${seed}, ${cases} cases\n`);
process.argv = [...process.argv.slice(0, 2), 'oracle', '--testTimeout=86400000'];
await import('./test.mjs');
