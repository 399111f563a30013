/**
 * `npm run chaos -- --minutes 30 [--seed S] [--without FAULT,FAULT]`: runs a gateway as users start it, with all kinds
 * of failures, and a checker that knows every acknowledged write. `--seed` repeats the same decisions; their exact
 * timing depends on the machine.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos-run.js';
import { FAULTS } from './faults/all-faults.js';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    without: { type: 'string', default: '' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0)) fail('--minutes is a number above 0');
if (!Number.isSafeInteger(seed) || seed < 0) fail('--seed is a whole number');
const without = values.without.split(',').filter(name => name !== '');
for (const name of without) {
  if (!FAULTS.some(fault => fault.name === name))
    fail(`--without takes ${FAULTS.map(fault => fault.name).join(', ')}, not '${name}'`);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`seed ${seed}, ${minutes} minutes`);
const faults = FAULTS.filter(({ name, missing }) => {
  if (without.includes(name)) return false;
  const reason = missing?.();
  if (reason !== undefined) say(`left out: ${name}: ${reason}`);
  return reason === undefined;
});
const { findings, tally, folder } = await runChaos({ seed, minutes, faults, say });
say(`\n${tally.table()}\n${findings.length} violations`);
if (findings.length > 0) {
  const again = without.length > 0 ? ` --without ${without.join(',')}` : '';
  say(`the data is in ${folder}`);
  say(`again: npm run chaos -- --minutes ${minutes} --seed ${seed}${again}`);
}
process.exit(findings.length > 0 ? 1 : 0);
