/**
 * `npm test`: the fast tier, or the part of it that the arguments name (`npm test -- packages/standing`).
 * `npm run test:integration` and `npm run test:nightly` (`--tier NAME`): the other tiers; see
 * packages/platform/src/testing/random-tests.ts.
 *
 * A suite that fails runs once more, alone. If it then passes, it is reported as flaky and counts as passed. The last line
 * is `N passed, N failed`; the exit code is 0 only if nothing failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { EVERYTHING, fail, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);

const args = process.argv.slice(2);
const flag = args.indexOf('--tier');
const [, named] = flag === -1 ? [] : args.splice(flag, 2);
const tier = named ?? process.env.WEIR_TEST_TIER ?? 'fast';
if (!['fast', 'integration', 'nightly'].includes(tier)) fail(`'${tier}' is not a test tier`);
/** For Jest's processes, not for programs that tests start. With the 16 MB of Node 20 and 22, tests take 7 % longer. */
const NODE_FLAGS = ['--max-semi-space-size=64', '--import', './scripts/test-messages.mjs'];
/** If more suites fail, the cause is not chance. */
const MOST_RERUNS = 8;
const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const first = runJest(args.map(compiled));
const suites = new Map((first.report?.testResults ?? []).map(suite => [suite.name, suite]));
const failing = [...suites.values()].filter(hasFailed);
const flaky = [];
if (failing.length <= MOST_RERUNS) {
  for (const suite of failing) {
    process.stderr.write(`${relative(ROOT, suite.name)} failed; it runs once more, alone\n`);
    const again = runJest(['--runInBand', '--runTestsByPath', suite.name]).report?.testResults[0];
    if (again === undefined || hasFailed(again)) continue;
    flaky.push(`flaky: ${relative(ROOT, suite.name)} (first failure: ${firstFailure(suite)})`);
    suites.set(suite.name, again);
  }
}

let passed = 0;
let failed = 0;
let skipped = 0;
for (const suite of suites.values()) {
  for (const test of suite.assertionResults) {
    if (test.status === 'passed') passed++;
    else if (test.status === 'failed') failed++;
    else skipped++;
    if (test.status === 'failed') process.stdout.write(`failed: ${nameOf(test)}\n`);
  }
  // The file itself failed, or a hook outside of its tests.
  if (hasFailed(suite) && !suite.assertionResults.some(test => test.status === 'failed')) {
    failed++;
    process.stdout.write(`failed: ${relative(ROOT, suite.name)}\n`);
  }
}
// Jest failed for a reason other than a suite.
if (first.status !== 0 && failing.length === 0) failed++;
for (const line of flaky) process.stdout.write(`${line}\n`);
if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** @returns Jest's exit status and its report; `undefined` if it ended without one. */
function runJest(jestArgs) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-test-'));
  const file = join(folder, 'report.json');
  const { status } = spawnSync(
    process.execPath,
    [...NODE_FLAGS, jest, '--json', `--outputFile=${file}`, ...jestArgs],
    // The report is written to the file; Jest's own output goes to standard error.
    {
      cwd: ROOT,
      env: { ...process.env, WEIR_TEST_TIER: tier },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(folder, { recursive: true });
  return { status, report };
}

function hasFailed(suite) {
  return suite.status === 'failed' || suite.assertionResults.some(test => test.status === 'failed');
}

function nameOf({ ancestorTitles, title }) {
  return [...ancestorTitles, title].join(' ');
}

/** One line. */
function firstFailure(suite) {
  const test = suite.assertionResults.find(each => each.status === 'failed');
  const text = test?.failureMessages[0] ?? suite.message;
  return text
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .replace(/\n\s*/, ': ')
    .trim()
    .split('\n')[0];
}

/** Maps the path of a source, as a user gives it, to its compiled file. */
function compiled(arg) {
  return arg
    .replace(/^(test|bench)\/(?!dist\/)/, '$1/dist/')
    .replace(/^((?:packages|apps)\/[^/]+)\/src\//, '$1/dist/')
    .replace(/\.test\.ts$/, '.test.js');
}
