/**
 * `npm run oracle -- --seed N --cases N --minutes N`: runs only the oracle tests, from a seed, for a number of cases,
 * or (`--minutes`) repeatedly with further seeds until the time is over or a test fails. Without a seed, an unused one
 * is chosen. Reports progress, and at the end the test coverage: by oracle and layout, and by grammar feature.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ROOT } from '../build/prepare.mjs';

const options = { seed: { type: 'string' }, cases: { type: 'string' }, minutes: { type: 'string' } };
let values;
try {
  ({ values } = parseArgs({ options }));
} catch (error) {
  fail(error.message);
}
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,15}$/.test(value)) fail(`--${name} expects an integer, not '${value}'`);
}
const first = Number(values.seed ?? Date.now() % 2 ** 31);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const cases = Number(values.cases ?? (minutes === undefined ? 10_000 : 3_000));
const end = Date.now() + (minutes ?? 0) * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'weir-oracle-'));
const tally = join(folder, 'tally');
let status = 0;
let seed = first;
for (let isFirst = true; status === 0 && (isFirst || Date.now() < end); isFirst = false) {
  process.stdout.write(`seed ${seed}, ${cases} cases\n`);
  const run = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'test.mjs'), 'oracle', '--testTimeout=86400000'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        WEIR_TEST_TIER: 'nightly',
        WEIR_TEST_ORACLE_SEED: String(seed),
        WEIR_TEST_ORACLE_CASES: String(cases),
        WEIR_TEST_ORACLE_TALLY: tally,
      },
    },
  );
  status = run.status ?? 1;
  // Each layout has its own seeds.
  seed += cases + 3;
}
const lines = existsSync(tally) ? readFileSync(tally, 'utf8').trim().split('\n') : [];
rmSync(folder, { recursive: true });
const runs = lines.filter(line => line !== '').map(line => JSON.parse(line));

process.stdout.write(`\nseeds ${first} to ${seed - 1}\n`);
const byOracle = new Map();
const byFeature = new Map();
for (const { oracle, layout, done, features } of runs) {
  const name = `${oracle}, ${layout}`;
  byOracle.set(name, (byOracle.get(name) ?? 0) + done);
  for (const [feature, { drawn, refused, fruitful }] of Object.entries(features)) {
    const count = byFeature.get(feature) ?? [0, 0, 0];
    byFeature.set(feature, [count[0] + drawn, count[1] + refused, count[2] + fruitful]);
  }
}
let all = 0;
for (const [name, done] of byOracle) {
  process.stdout.write(`${String(done).padStart(9)} cases: ${name}\n`);
  all += done;
}
process.stdout.write(
  `${String(all).padStart(9)} cases in all\n\nfeature              queries  refused  compared with results\n`,
);
for (const [feature, [drawn, refused, fruitful]] of [...byFeature].sort()) {
  process.stdout.write(
    `${feature.padEnd(20)} ${String(drawn).padStart(7)} ${String(refused).padStart(8)} ${String(fruitful).padStart(10)}\n`,
  );
}
process.exitCode = status;
