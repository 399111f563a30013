/**
 * `npm test`: the fast tier, or what the arguments name of it (`npm test -- packages/standing`); `npm run test:full`
 * (`--full`): all suites, and random tests at full length; with `--after-fast`, for who has just run the fast tier, only
 * those suites of it that the fast tier does not run, or runs otherwise. The last line is `N passed, N failed`; the exit code is 0
 * only if nothing failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING, prepare, ROOT } from './prepare.mjs';
import { suitesThatDiffer } from './suites-of-tier.mjs';

prepare({ projects: EVERYTHING });

const args = process.argv
  .slice(2)
  .filter(arg => arg !== '--full' && arg !== '--after-fast')
  .map(compiled);
if (process.argv.includes('--after-fast')) {
  const suites = suitesThatDiffer(ROOT);
  process.stderr.write(`${suites.length} suites are longer than in the fast tier; the others are left out\n`);
  args.push('--runTestsByPath', ...suites.map(suite => join(ROOT, compiled(suite))));
}
/** Jest's processes inherit it, the graph's workers don't. With the 16 MB of Node 20 and 22 tests take 7 % more. */
const YOUNG_GENERATION = '--max-semi-space-size=64';
const tier = process.argv.includes('--full') ? 'full' : (process.env.WEIR_TEST_TIER ?? 'fast');
const folder = mkdtempSync(join(tmpdir(), 'weir-test-'));
const report = join(folder, 'report.json');
const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const run = spawnSync(
  process.execPath,
  [YOUNG_GENERATION, jest, '--json', `--outputFile=${report}`, ...args],
  // The report goes to the file; what jest prints for people goes to standard error.
  {
    cwd: ROOT,
    env: { ...process.env, WEIR_TEST_TIER: tier },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
rmSync(folder, { recursive: true });

/** The path of a source, as a user gives it, is that of what was compiled from it. */
function compiled(arg) {
  return arg
    .replace(/^(test|bench)\/(?!dist\/)/, '$1/dist/')
    .replace(/^((?:packages|apps)\/[^/]+)\/src\//, '$1/dist/')
    .replace(/\.test\.ts$/, '.test.js');
}

const passed = result?.numPassedTests ?? 0;
let failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
if (run.status !== 0 && failed === 0) failed = 1;
const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
for (const suite of result?.testResults ?? []) {
  for (const test of suite.assertionResults) {
    if (test.status === 'failed') process.stdout.write(`failed: ${test.fullName}\n`);
  }
  if (suite.status === 'failed' && suite.assertionResults.length === 0)
    process.stdout.write(`failed: ${suite.name}\n`);
}
if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
